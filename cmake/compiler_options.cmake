# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# All warning and sanitizer flags in one interface target. -Wrestrict is off: gcc 12 reports it for
# every `"text" + std::to_string(n)` (gcc bug 105651).
add_library(plugsmith_options INTERFACE)
target_compile_options(plugsmith_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    -Wnon-virtual-dtor -Woverloaded-virtual -Wno-restrict -Wimplicit-fallthrough>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>)

set(PLUGSMITH_SANITIZE "" CACHE STRING "Sanitizers for host code, e.g. address,undefined")
if(PLUGSMITH_SANITIZE)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${PLUGSMITH_SANITIZE}>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>)
  add_link_options(-fsanitize=${PLUGSMITH_SANITIZE})
endif()

find_program(PLUGSMITH_CCACHE ccache)
if(PLUGSMITH_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${PLUGSMITH_CCACHE}")
  set(CMAKE_CUDA_COMPILER_LAUNCHER "${PLUGSMITH_CCACHE}")
endif()

# CMake cuts the folder of nvcc's libraries at the first space of its path.
list(PREPEND CMAKE_CUDA_IMPLICIT_LINK_DIRECTORIES ${CMAKE_CUDA_HOST_IMPLICIT_LINK_DIRECTORIES})
