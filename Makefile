# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# The front door. Each target is a short script or one CMake call; `make help` lists them.
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := build
.NOTPARALLEL:
.PHONY: build setup configure demo test gpu-test bench format lint clean help

# A picture of your own: make demo PICTURE=photo.jpg
export PICTURE

build: configure ## build everything into build/ (the default)
	@tools/build

setup: ## bring what building needs: apt packages, Python environment, TensorRT's headers
	@tools/setup

configure: setup
	@tools/configure

demo: configure ## run the text detector with a custom layer on a picture (PICTURE=FILE for your own)
	@tools/build plugsmith plugsmith_plugins
	@examples/ocr/run $${PICTURE:+"$$PICTURE"}

test: build ## build and run all tests; with CI set, fetch TensorRT 10.6 for those that want it
	@tools/run-tests

gpu-test: build ## where a GPU and TensorRT are: run everything that needs them (TENSORRT_ROOT names TensorRT)
	@tools/gpu-test $${TENSORRT_ROOT:+--tensorrt "$$TENSORRT_ROOT"}

bench: build ## measure; the numbers are ratios from one run
	@tools/run-benchmarks

format: ## format all C++ and CUDA sources in place
	@tools/lint --fix

lint: configure ## check format, layering, file sizes; clang-tidy on what changed since LINT_BASE (HEAD)
	@tools/lint

clean: ## remove build/ (.deps stays)
	@rm -rf build

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 12
