# Sanitizers apply to everything that is built here, tests included.
if(TURNOUT_SANITIZE)
  add_compile_options(-fsanitize=${TURNOUT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TURNOUT_SANITIZE})
endif()
