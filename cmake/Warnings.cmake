# Warnings for our own code; generated and third-party code does not link this.
add_library(turnout_warnings INTERFACE)
target_compile_options(turnout_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Werror)
