# Sanitizers apply to everything that is built here, tests included. With fuzzers, all code is instrumented for coverage and
# only the fuzz targets link the fuzzing loop.
if(TURNOUT_SANITIZE)
  add_compile_options(-fsanitize=${TURNOUT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TURNOUT_SANITIZE})
endif()
if(TURNOUT_BUILD_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "TURNOUT_BUILD_FUZZERS needs clang: use the preset `fuzz`.")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
