# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# Finds what tools/setup installed or fetched. One target a dependency.

# TensorRT's headers, one interface target a generation. TENSORRT_ROOT (environment or -D) wins for
# the generation that it holds.
set(plugsmith_headers_10 "${PLUGSMITH_DEPS}/tensorrt-headers/10.16")
set(plugsmith_headers_11 "${PLUGSMITH_DEPS}/tensorrt-headers/11.4")
set(TENSORRT_ROOT "$ENV{TENSORRT_ROOT}" CACHE PATH "An installed TensorRT (its include/ folder is used)")
if(TENSORRT_ROOT)
  find_path(plugsmith_user_headers NvInferVersion.h
    PATHS "${TENSORRT_ROOT}/include" "${TENSORRT_ROOT}/include/x86_64-linux-gnu" "${TENSORRT_ROOT}"
    NO_DEFAULT_PATH)
  if(NOT plugsmith_user_headers)
    message(FATAL_ERROR "TENSORRT_ROOT is ${TENSORRT_ROOT}, but it holds no include/NvInferVersion.h")
  endif()
  file(STRINGS "${plugsmith_user_headers}/NvInferVersion.h" plugsmith_major_line
    REGEX "define (NV_TENSORRT_MAJOR|TRT_MAJOR_ENTERPRISE) +[0-9]+")
  string(REGEX MATCH "[0-9]+" plugsmith_user_major "${plugsmith_major_line}")
  set(plugsmith_headers_${plugsmith_user_major} "${plugsmith_user_headers}")
endif()
set(plugsmith_fetched_generations ${PLUGSMITH_GENERATIONS})
list(REMOVE_ITEM plugsmith_fetched_generations 7 8)
foreach(generation IN LISTS plugsmith_fetched_generations)
  if(NOT EXISTS "${plugsmith_headers_${generation}}/NvInferVersion.h")
    message(FATAL_ERROR "no TensorRT ${generation} headers: set TENSORRT_ROOT, or run `make setup`, which fetches them into ${PLUGSMITH_DEPS}")
  endif()
  add_library(tensorrt_headers_${generation} INTERFACE)
  # An installed Plugsmith names no headers of this machine: its user's come in by the config file.
  target_include_directories(tensorrt_headers_${generation} SYSTEM INTERFACE
    $<BUILD_INTERFACE:${plugsmith_headers_${generation}}>
    $<BUILD_INTERFACE:${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES}>)
endforeach()

# The headers of 8 and 7 are in no package registry; src/trt/abi8 declares their plugin side.
foreach(generation IN ITEMS 7 8)
  add_library(tensorrt_headers_${generation} INTERFACE)
  if(NOT DEFINED plugsmith_headers_${generation})
    set(plugsmith_headers_${generation} "${PROJECT_SOURCE_DIR}/src/trt/abi8")
  endif()
  target_include_directories(tensorrt_headers_${generation} SYSTEM INTERFACE
    $<BUILD_INTERFACE:${plugsmith_headers_${generation}}>
    $<BUILD_INTERFACE:${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES}>
    $<INSTALL_INTERFACE:include/plugsmith/adapter/src/trt/abi8>)
endforeach()
target_compile_definitions(tensorrt_headers_7 INTERFACE PLUGSMITH_TENSORRT_7)

if(PLUGSMITH_BUILD_TOOLS)
  find_package(fmt REQUIRED)
  find_package(nlohmann_json REQUIRED)
  find_package(CLI11 REQUIRED)
  find_package(Protobuf REQUIRED)
  find_package(ONNX REQUIRED)
  file(GLOB plugsmith_openvino_cmake "${PLUGSMITH_DEPS}/venv/lib/python3*/site-packages/openvino/cmake")
  find_package(OpenVINO REQUIRED COMPONENTS Runtime ONNX HINTS ${plugsmith_openvino_cmake})
endif()
if(PLUGSMITH_BUILD_TESTS)
  if(NOT TARGET GTest::gtest)
    find_package(GTest REQUIRED)
  endif()
  include(GoogleTest)
endif()
if(PLUGSMITH_BUILD_BENCH)
  find_package(benchmark REQUIRED)
endif()
