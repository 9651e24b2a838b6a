# The whole build vocabulary of the project: three verbs and one flag target.

include(GNUInstallDirs)
add_library(saltus_flags INTERFACE)
target_compile_features(saltus_flags INTERFACE cxx_std_20)
target_include_directories(saltus_flags INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# Warnings are for us, not for whoever links the library.
target_compile_options(saltus_flags INTERFACE
  $<BUILD_INTERFACE:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow;-Wnon-virtual-dtor>
  $<BUILD_INTERFACE:$<$<BOOL:${SALTUS_WERROR}>:-Werror>>)
install(TARGETS saltus_flags EXPORT saltus)
# False alarms of GCC 12 about std::string and std::variant, only when it optimises (GCC bugs 105329, 105651).
target_compile_options(saltus_flags INTERFACE
  $<BUILD_INTERFACE:$<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-restrict;-Wno-stringop-overflow>>)
target_link_libraries(saltus_flags INTERFACE fmt::fmt Threads::Threads)
if(SALTUS_SANITIZE)
  # The groups left out check every access through a pointer: a test file takes 7.1 s with them and
  # 4.3 s without. The address sanitizer sees null pointers too; misalignment and wrong dynamic
  # types go unchecked.
  target_compile_options(saltus_flags INTERFACE -fsanitize=${SALTUS_SANITIZE} -fno-sanitize-recover=all
                         -fno-sanitize=null,alignment,object-size,vptr -Wno-maybe-uninitialized)
  target_link_options(saltus_flags INTERFACE -fsanitize=${SALTUS_SANITIZE})
endif()

# Headers of others that nearly every file needs, compiled once: reading them again for each file took half of the
# build. Tests always use them; modules only in the sanitizer build, so that the release build still notices a
# missing #include.
find_package(GTest REQUIRED)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")
function(saltus_precompile target)
  add_library(${target} OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(${target} PRIVATE saltus_flags ${ARGN})
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <cmath> <cstdint> <deque> <functional> <map> <memory> <optional> <span> <string>
    <string_view> <tuple> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)
endfunction()
if(SALTUS_SANITIZE)
  saltus_precompile(saltus_precompiled)
endif()
saltus_precompile(saltus_precompiled_for_tests GTest::gtest)
target_compile_options(saltus_precompiled_for_tests PRIVATE $<$<CONFIG:Release>:-O1>)
target_precompile_headers(saltus_precompiled_for_tests PRIVATE <gtest/gtest.h>)

# saltus_module(structure DEPENDS base graph [LIBRARIES private external targets])
# One folder of saltus/ becomes one library; DEPENDS is the include rule.
function(saltus_module name)
  cmake_parse_arguments(arg "" "" "DEPENDS;LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  file(GLOB headers CONFIGURE_DEPENDS *.h)
  if(sources)
    add_library(saltus_${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(saltus_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(saltus::${name} ALIAS saltus_${name})
  # Compiled alone: headers without a file of their own name. The others are included first
  # there (tests/architecture/check_includes.py).
  set(alone ${headers})
  foreach(source ${sources})
    string(REGEX REPLACE "\\.cpp$" ".h" own ${source})
    list(REMOVE_ITEM alone ${own})
  endforeach()
  file(GLOB definitions CONFIGURE_DEPENDS *.def)
  target_sources(saltus_${name} ${scope} FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}
                 FILES ${headers} ${definitions})
  target_sources(saltus_${name} ${scope} FILE_SET alone TYPE HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${alone})
  set_target_properties(saltus_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON CXX_EXTENSIONS OFF
                        INTERFACE_HEADER_SETS_TO_VERIFY alone)
  list(TRANSFORM arg_DEPENDS PREPEND saltus:: OUTPUT_VARIABLE targets)
  target_link_libraries(saltus_${name} ${scope} saltus_flags ${targets})
  if(arg_LIBRARIES)
    target_link_libraries(saltus_${name} PRIVATE ${arg_LIBRARIES})
  endif()
  if(sources AND SALTUS_SANITIZE)
    target_precompile_headers(saltus_${name} REUSE_FROM saltus_precompiled)
  endif()
  set_target_properties(saltus_${name} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS saltus_${name} EXPORT saltus ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/saltus
          FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          FILE_SET alone DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set_property(GLOBAL APPEND_STRING PROPERTY SALTUS_MODULE_GRAPH "${name} ${folder} ${arg_DEPENDS}\n")
endfunction()

# saltus_test(matching DEPENDS graph [SLOW]) compiles matching_test.cpp in this folder.
# SLOW is for what takes more than about a second, such as long simulations: it
# gets the label `slow` instead of `quick` and is no part of the sanitizer build.
#
# Quick tests of modules that compute no numbers say the same with and without optimisation: the
# preset `release` leaves them to the sanitizer build (SALTUS_ALL_TESTS=ON builds them there, too).
set(SALTUS_TESTED_ONCE all_modes base changes constructive diagnostics expr flat graph hybrid lower modes names print
    results structure syntax)
function(saltus_test name)
  cmake_parse_arguments(arg "SLOW" "" "DEPENDS;LIBRARIES" ${ARGN})
  set(label quick)
  if(arg_SLOW)
    set(label slow)
    if(SALTUS_SANITIZE)
      return()
    endif()
  endif()
  get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  if(label STREQUAL quick AND NOT SALTUS_SANITIZE AND NOT SALTUS_ALL_TESTS AND folder IN_LIST SALTUS_TESTED_ONCE)
    return()
  endif()
  list(TRANSFORM arg_DEPENDS PREPEND saltus::)
  add_executable(${name}_test ${name}_test.cpp)
  # The work is done in the modules; optimising GoogleTest's macros only takes compile time.
  target_compile_options(${name}_test PRIVATE $<$<CONFIG:Release>:-O1>)
  set_target_properties(${name}_test PROPERTIES CXX_EXTENSIONS OFF)
  target_precompile_headers(${name}_test REUSE_FROM saltus_precompiled_for_tests)
  target_link_libraries(${name}_test PRIVATE ${arg_DEPENDS} ${arg_LIBRARIES} GTest::gtest_main)
  gtest_discover_tests(${name}_test DISCOVERY_TIMEOUT 60 PROPERTIES LABELS ${label})
endfunction()

# saltus_benchmark(structure DEPENDS structure [SOURCES further files]) compiles
# structure_benchmark.cpp and runs each of its benchmarks once as a test, so that none can rot.
function(saltus_benchmark name)
  if(SALTUS_SANITIZE)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "DEPENDS;LIBRARIES;SOURCES;DEFINITIONS" ${ARGN})
  list(TRANSFORM arg_DEPENDS PREPEND saltus::)
  add_executable(${name}_benchmark ${name}_benchmark.cpp ${arg_SOURCES})
  target_link_libraries(${name}_benchmark PRIVATE saltus_flags ${arg_DEPENDS} ${arg_LIBRARIES}
                        benchmark::benchmark_main)
  target_compile_definitions(${name}_benchmark PRIVATE ${arg_DEFINITIONS})
  add_test(NAME benchmark.${name} COMMAND ${name}_benchmark --benchmark_min_time=0)
  set_tests_properties(benchmark.${name} PROPERTIES LABELS slow)
endfunction()

function(saltus_write_module_graph)
  get_property(graph GLOBAL PROPERTY SALTUS_MODULE_GRAPH)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/module_graph.txt CONTENT "${graph}")
endfunction()

# find_package(saltus) gives saltus::api, which is all that a program needs to link.
function(saltus_install_package)
  include(CMakePackageConfigHelpers)
  set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/saltus)
  install(EXPORT saltus NAMESPACE saltus:: FILE saltus-targets.cmake DESTINATION ${folder})
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/saltus-config.cmake.in
    ${PROJECT_BINARY_DIR}/saltus-config.cmake INSTALL_DESTINATION ${folder})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/saltus-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/saltus-config.cmake ${PROJECT_BINARY_DIR}/saltus-config-version.cmake
          DESTINATION ${folder})
endfunction()
