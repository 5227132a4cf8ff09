# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0

# Two plugin libraries in one process must not see each other's symbols.
function(plugsmith_hide_symbols target)
  set_target_properties(${target} PROPERTIES
    CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON)
endfunction()

# The struct's name for a folder: pad_to -> PadTo.
function(plugsmith_op_struct folder result)
  get_filename_component(name "${folder}" NAME)
  string(REPLACE "_" ";" words "${name}")
  set(joined "")
  foreach(word IN LISTS words)
    string(SUBSTRING "${word}" 0 1 first)
    string(SUBSTRING "${word}" 1 -1 rest)
    string(TOUPPER "${first}" first)
    string(APPEND joined "${first}${rest}")
  endforeach()
  set(${result} "${joined}" PARENT_SCOPE)
endfunction()

# plugsmith_add_op(FOLDER)
#
# Makes the object library op_<name> from an op's folder. <name> is the folder's name; its struct is
# the name in PascalCase, in namespace plugsmith::ops. All sources in the folder but tests belong to
# the op. A folder with nothing but <name>.hpp holds an
# element-wise op (plugsmith/elementwise.hpp): its kernel is generated.
function(plugsmith_add_op folder)
  get_filename_component(name "${folder}" NAME)
  plugsmith_op_struct("${folder}" struct)
  if(NOT EXISTS "${folder}/${name}.hpp")
    message(FATAL_ERROR "op folder ${folder} lacks ${name}.hpp, the op's declaration")
  endif()
  if(EXISTS "${folder}/${name}.cpp")
    foreach(part ${name}.cu ${name}_reference.cpp)
      if(NOT EXISTS "${folder}/${part}")
        message(FATAL_ERROR "op folder ${folder} lacks ${part}; an op has its declaration, host code, kernel and CPU reference")
      endif()
    endforeach()
    file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp" "${folder}/*.cu")
    list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  else()
    set(sources "${CMAKE_CURRENT_BINARY_DIR}/${name}_elementwise.cu")
    configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/elementwise.cu.in" "${sources}" @ONLY)
  endif()
  add_library(op_${name} OBJECT ${sources})
  plugsmith_hide_symbols(op_${name})
  target_include_directories(op_${name} PRIVATE "${folder}")
  target_link_libraries(op_${name} PUBLIC plugsmith::cuda)
  if(TARGET plugsmith_options)
    target_link_libraries(op_${name} PRIVATE plugsmith_options)
  endif()
endfunction()

# plugsmith_generate_op_list(<Name> <result> <folder>...): a source file that defines library_ops().
function(plugsmith_generate_op_list library result)
  set(PLUGSMITH_LIBRARY_NAME "${library}")
  set(PLUGSMITH_OP_INCLUDES "")
  set(entries "")
  foreach(folder IN LISTS ARGN)
    get_filename_component(name "${folder}" NAME)
    plugsmith_op_struct("${folder}" struct)
    string(APPEND PLUGSMITH_OP_INCLUDES "#include \"${folder}/${name}.hpp\"\n")
    list(APPEND entries "op_entry<ops::${struct}>()")
  endforeach()
  list(JOIN entries ", " PLUGSMITH_OP_ENTRIES)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${library}_ops.cpp")
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/library_ops.cpp.in" "${source}" @ONLY)
  set(${result} "${source}" PARENT_SCOPE)
endfunction()

# plugsmith_add_plugin_library(TARGET NAME <Name> OPS <folder>... GENERATION <10|11>)
#
# A shared library that TensorRT's loadLibrary and trtexec take: exports getCreators,
# setLoggerFinder, init<Name>Plugins, plugsmithAbi, plugsmithPatterns and plugsmithPorts, and nothing
# else. The ops' folders were given to plugsmith_add_op before.
function(plugsmith_add_plugin_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME;GENERATION" "OPS")
  set(PLUGSMITH_LIBRARY_NAME "${arg_NAME}")
  set(entry "${CMAKE_CURRENT_BINARY_DIR}/${target}_entry.cpp")
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/library_entry.cpp.in" "${entry}" @ONLY)
  plugsmith_generate_op_list("${arg_NAME}" op_list ${arg_OPS})
  add_library(${target} SHARED "${entry}" "${op_list}")
  foreach(folder IN LISTS arg_OPS)
    get_filename_component(name "${folder}" NAME)
    target_link_libraries(${target} PRIVATE op_${name})
  endforeach()
  target_link_libraries(${target} PRIVATE plugsmith::trt${arg_GENERATION})
  # Hidden visibility alone leaves instantiations of the standard library's templates visible.
  set(exports "${CMAKE_CURRENT_BINARY_DIR}/${target}.map")
  file(CONFIGURE OUTPUT "${exports}" CONTENT "{
  global:
    getCreators;
    setLoggerFinder;
    init@PLUGSMITH_LIBRARY_NAME@Plugins;
    plugsmithAbi;
    plugsmithPatterns;
    plugsmithPorts;
  local:
    *;
};
" @ONLY)
  target_link_options(${target} PRIVATE "LINKER:--version-script=${exports}" -Wl,--exclude-libs,ALL
    -Wl,--no-undefined)
  set_target_properties(${target} PROPERTIES LINK_DEPENDS "${exports}")
  plugsmith_hide_symbols(${target})
  set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY Static LINKER_LANGUAGE CUDA)
endfunction()
