# Every public header must compile alone: one generated translation unit per header, built with nothing but include/ and the
# standard library.
file(GLOB headers RELATIVE ${CMAKE_SOURCE_DIR}/include CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/turnout/*.h)
set(units)
foreach(header ${headers})
  get_filename_component(name ${header} NAME_WE)
  set(unit ${CMAKE_BINARY_DIR}/public_headers/${name}.cc)
  file(CONFIGURE OUTPUT ${unit} CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
  list(APPEND units ${unit})
endforeach()
add_library(turnout_public_headers OBJECT ${units})
target_include_directories(turnout_public_headers PRIVATE ${CMAKE_SOURCE_DIR}/include)
target_link_libraries(turnout_public_headers PRIVATE turnout_warnings)
