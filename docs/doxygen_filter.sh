#!/bin/sh
# What Doxygen reads in place of a header: with the rows of rules.def in place of its #include, which it would drop. Of
# `@throws A, B: why` it would take "A," for a type, a friend for a member, and what is instantiated elsewhere for a
# declaration.
exec sed -E \
  -e 's/@throws ([A-Za-z_:]+)([,;]| and )/@throws Error \1\2/' \
  -e '/#include <pram\/detail\/rules.def>/{r core/include/pram/detail/rules.def' -e 'd}' \
  -e '/^extern template /d' \
  -e 's/^ *friend [^(]*;//' "$1"
