# What is installed: include/turnout, the static libraries, the command, a CMake package and two pkg-config files.
#
#   find_package(turnout REQUIRED COMPONENTS matcher)   turnout::matcher: filters built in C++; needs neither ANTLR nor uuid
#   find_package(turnout REQUIRED COMPONENTS grammar)   turnout::grammar: filters compiled from text, and all of the above
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/turnout)
install(DIRECTORY include/turnout DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS turnout_base turnout_schema turnout_matcher EXPORT turnoutMatcher ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
set(libraries matcher)
set(exports turnoutMatcher)
if(TARGET turnout_grammar)
  install(TARGETS turnout_grammar EXPORT turnoutGrammar ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  list(APPEND libraries grammar)
  list(APPEND exports turnoutGrammar)
endif()
foreach(export ${exports})
  install(EXPORT ${export} NAMESPACE turnout:: DESTINATION ${package_dir})
endforeach()
if(TARGET turnout)
  install(TARGETS turnout RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

configure_package_config_file(cmake/turnoutConfig.cmake.in ${CMAKE_BINARY_DIR}/package/turnoutConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/turnoutConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/turnoutConfig.cmake ${CMAKE_BINARY_DIR}/package/turnoutConfigVersion.cmake
        DESTINATION ${package_dir})

# Relative, so that an installed tree can be moved.
file(RELATIVE_PATH prefix_from_pkgconfig /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(library ${libraries})
  configure_file(cmake/turnout-${library}.pc.in ${CMAKE_BINARY_DIR}/package/turnout-${library}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/package/turnout-${library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
