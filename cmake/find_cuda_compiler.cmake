# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# Chooses nvcc: what the user set, else an installed one, else the one that tools/setup fetched.
set(PLUGSMITH_DEPS "${CMAKE_CURRENT_SOURCE_DIR}/.deps" CACHE PATH "Where tools/setup keeps what it fetched")

if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  file(GLOB plugsmith_wheel_nvcc "${PLUGSMITH_DEPS}/venv/lib/python3*/site-packages/nvidia/cu13/bin/nvcc")
  find_program(PLUGSMITH_NVCC nvcc PATHS /usr/local/cuda/bin)
  if(PLUGSMITH_NVCC)
    set(CMAKE_CUDA_COMPILER "${PLUGSMITH_NVCC}")
  elseif(plugsmith_wheel_nvcc)
    list(GET plugsmith_wheel_nvcc 0 CMAKE_CUDA_COMPILER)
  else()
    message(FATAL_ERROR "no CUDA compiler: install nvcc, or run `make setup`, which fetches one into ${PLUGSMITH_DEPS}")
  endif()
endif()
