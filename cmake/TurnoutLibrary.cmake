# turnout_library(ROOM SOURCE...): the static library of one room, target turnout_ROOM, alias turnout::ROOM. Its users see
# include/ only; its own code includes from the root of the repository ("schema/compare.h").
function(turnout_library room)
  add_library(turnout_${room} STATIC ${ARGN})
  add_library(turnout::${room} ALIAS turnout_${room})
  set_target_properties(turnout_${room} PROPERTIES EXPORT_NAME ${room})
  if(TURNOUT_PORTABLE)
    target_compile_definitions(turnout_${room} PUBLIC $<BUILD_INTERFACE:TURNOUT_PORTABLE>)
  endif()
  target_compile_features(turnout_${room} PUBLIC cxx_std_20)
  target_include_directories(
    turnout_${room}
    PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(turnout_${room} PRIVATE $<BUILD_INTERFACE:turnout_warnings>)
endfunction()
