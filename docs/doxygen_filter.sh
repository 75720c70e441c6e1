#!/bin/sh
# What Doxygen reads in place of a header. Of `@throws A, B: why` it would take "A," for a type, and a friend for a member.
exec sed -E \
  -e 's/@throws ([A-Za-z_:]+)([,;]| and )/@throws Error \1\2/' \
  -e 's/^ *friend [^(]*;//' "$1"
