// A target needs a source, and the precompiled header a target.
