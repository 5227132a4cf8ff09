# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# find_package(plugsmith) for projects with ops of their own.
include(CMakePackageConfigHelpers)
set(plugsmith_config_dir lib/cmake/plugsmith)
install(EXPORT plugsmith_targets NAMESPACE plugsmith:: DESTINATION ${plugsmith_config_dir})
configure_package_config_file(cmake/plugsmith-config.cmake.in
  "${PROJECT_BINARY_DIR}/plugsmith-config.cmake" INSTALL_DESTINATION ${plugsmith_config_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/plugsmith-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/plugsmith-config.cmake"
  "${PROJECT_BINARY_DIR}/plugsmith-config-version.cmake"
  cmake/plugin_library.cmake cmake/elementwise.cu.in cmake/library_entry.cpp.in cmake/library_ops.cpp.in
  DESTINATION ${plugsmith_config_dir})
