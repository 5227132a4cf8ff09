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
    # Quotients within 2 units in the last place: the exact ones cost a third of the bandwidth.
    set_source_files_properties("${sources}" PROPERTIES COMPILE_OPTIONS --prec-div=false)
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

# plugsmith_add_plugin_library(TARGET NAME <Name> OPS <folder>... [GENERATIONS 8 10 11]
#                              [INTERFACES v3 v2])
#
# Shared libraries that TensorRT's loadLibrary and trtexec take, one a generation: for 10, or where
# only one is asked for, the target TARGET; for others TARGET_trt<generation>. Generations are 7
# (init function only), 8, 10 and 11; without GENERATIONS, 10.
#
# v3 is IPluginV3, for 10 and 11. v2 is IPluginV2DynamicExt, for all; beside v3 its creators have the
# op's version with ".v2" behind. For 11 they go into a library of their own, TARGET_trt11_v2:
# TensorRT 11.2's deregisterLibrary forgets only one of two versions of a name, and the next lookup of
# the other crashes. Ops that v2 cannot express are left out of it, which the library says when it is
# loaded. Without INTERFACES: v3, and v2 for generations that have no v3.
#
# Exports are getCreators (before 10: getPluginCreators), setLoggerFinder, init<Name>Plugins,
# plugsmithAbi, plugsmithPatterns and plugsmithPorts, with v2 also plugsmithReference and
# plugsmithExpectReference, and nothing else. The ops' folders were given to plugsmith_add_op before.
function(plugsmith_add_plugin_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME" "OPS;GENERATIONS;INTERFACES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "plugsmith_add_plugin_library(${target}): does not know ${arg_UNPARSED_ARGUMENTS}; takes NAME, OPS, GENERATIONS and INTERFACES")
  endif()
  foreach(folder IN LISTS arg_OPS)
    if(NOT IS_DIRECTORY "${folder}")
      message(FATAL_ERROR "plugsmith_add_plugin_library(${target}): OPS has ${folder}, which is no folder")
    endif()
  endforeach()
  if(NOT arg_GENERATIONS)
    set(arg_GENERATIONS 10)
  endif()
  foreach(interface IN LISTS arg_INTERFACES)
    if(NOT interface MATCHES "^v[23]$")
      message(FATAL_ERROR "plugsmith_add_plugin_library(${target}): INTERFACES has ${interface}; must be v2 or v3")
    endif()
  endforeach()
  foreach(generation IN LISTS arg_GENERATIONS)
    if(NOT generation MATCHES "^(7|8|10|11)$")
      message(FATAL_ERROR "plugsmith_add_plugin_library(${target}): GENERATIONS has ${generation}; must be 7, 8, 10 or 11")
    endif()
    if(generation LESS 10 AND arg_INTERFACES AND NOT "v2" IN_LIST arg_INTERFACES)
      message(FATAL_ERROR "plugsmith_add_plugin_library(${target}): TensorRT ${generation} knows no IPluginV3; add v2 to INTERFACES")
    endif()
  endforeach()
  # The list of ops is the same for every generation.
  plugsmith_generate_op_list("${arg_NAME}" op_list ${arg_OPS})
  add_library(${target}_op_list OBJECT "${op_list}")
  plugsmith_hide_symbols(${target}_op_list)
  target_link_libraries(${target}_op_list PRIVATE plugsmith::cuda)
  list(LENGTH arg_GENERATIONS count)
  foreach(generation IN LISTS arg_GENERATIONS)
    set(library ${target}_trt${generation})
    if(generation EQUAL 10 OR count EQUAL 1)
      set(library ${target})
    endif()
    set(interfaces ${arg_INTERFACES})
    if(generation LESS 10)
      set(interfaces v2)
    elseif(NOT interfaces)
      set(interfaces v3)
    endif()
    set(suffix "")
    if("v2" IN_LIST interfaces AND "v3" IN_LIST interfaces)
      set(suffix .v2)
      if(generation GREATER 10)
        plugsmith_add_library_of(${library}_v2 ${generation} ${target}_op_list "${arg_NAME}"
          v2 "${suffix}" "${arg_OPS}")
        set(interfaces v3)
      endif()
    endif()
    plugsmith_add_library_of(${library} ${generation} ${target}_op_list "${arg_NAME}"
      "${interfaces}" "${suffix}" "${arg_OPS}")
  endforeach()
endfunction()

# One of plugsmith_add_plugin_library's libraries.
function(plugsmith_add_library_of target generation op_list name interfaces v2_suffix ops)
  if(NOT TARGET plugsmith::trt${generation})
    message(FATAL_ERROR "plugsmith_add_plugin_library(${target}): this Plugsmith was not built for TensorRT ${generation}")
  endif()
  foreach(interface IN ITEMS v2 v3)
    string(TOUPPER "${interface}" upper)
    set(PLUGSMITH_HAS_${upper} false)
    if(interface IN_LIST interfaces)
      set(PLUGSMITH_HAS_${upper} true)
    endif()
  endforeach()
  set(PLUGSMITH_V2_SUFFIX "${v2_suffix}")
  set(PLUGSMITH_LIBRARY_NAME "${name}")
  set(entry "${CMAKE_CURRENT_BINARY_DIR}/${target}_entry.cpp")
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/library_entry.cpp.in" "${entry}" @ONLY)
  add_library(${target} SHARED "${entry}" $<TARGET_OBJECTS:${op_list}>)
  foreach(folder IN LISTS ops)
    get_filename_component(op "${folder}" NAME)
    target_link_libraries(${target} PRIVATE op_${op})
  endforeach()
  target_link_libraries(${target} PRIVATE plugsmith::trt${generation})
  # Hidden visibility alone leaves instantiations of the standard library's templates visible.
  set(symbols getCreators getPluginCreators setLoggerFinder init${name}Plugins plugsmithAbi
    plugsmithPatterns plugsmithPorts)
  if(PLUGSMITH_HAS_V2)
    list(APPEND symbols plugsmithReference plugsmithExpectReference)
  endif()
  list(JOIN symbols "; " symbols)
  set(exports "${CMAKE_CURRENT_BINARY_DIR}/${target}.map")
  file(CONFIGURE OUTPUT "${exports}" CONTENT "{ global: @symbols@; local: *; };\n" @ONLY)
  target_link_options(${target} PRIVATE "LINKER:--version-script=${exports}" -Wl,--exclude-libs,ALL
    -Wl,--no-undefined)
  set_target_properties(${target} PROPERTIES LINK_DEPENDS "${exports}")
  plugsmith_hide_symbols(${target})
  set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY Static LINKER_LANGUAGE CUDA)
endfunction()
