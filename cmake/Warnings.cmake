# Warnings for our own code. Generated and third-party code does not link this.
add_library(turnout_warnings INTERFACE)
target_compile_options(
  turnout_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
                             $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
