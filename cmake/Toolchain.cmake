# Faster builds where the machine offers them: ccache for compiling, lld for linking.
find_program(TURNOUT_CCACHE ccache)
if(TURNOUT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${TURNOUT_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TURNOUT_CCACHE})
endif()

find_program(TURNOUT_LLD ld.lld)
if(TURNOUT_LLD)
  add_link_options(-fuse-ld=lld)
endif()
