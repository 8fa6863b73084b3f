# Qt for the studio. gan_add_qt_library(NAME SOURCES file... LIBRARIES target...): a static library of widgets/ or
# app/studio/ with one precompiled header of Qt's most used classes.
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Charts DBus Svg Test LinguistTools)

function(gan_add_qt_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_compile_definitions(${name} PRIVATE QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII)
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/widgets ${CMAKE_SOURCE_DIR}/app/studio)
  target_link_libraries(${name} PUBLIC Qt6::Widgets ${arg_LIBRARIES} PRIVATE gan_warnings)
  gan_use_qt_pch(${name})
  gan_compile_together(${name})
endfunction()

function(gan_use_qt_pch target)
  if(TARGET gan_qt_pch)
    target_precompile_headers(${target} REUSE_FROM gan_qt_pch)
  endif()
endfunction()

# Compiled once, reused by all: it must have the same flags as they have.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/qt_pch.cpp CONTENT "")
add_library(gan_qt_pch STATIC ${CMAKE_BINARY_DIR}/qt_pch.cpp)
target_link_libraries(gan_qt_pch PUBLIC Qt6::Widgets PRIVATE gan_warnings)
target_compile_definitions(gan_qt_pch PRIVATE QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII)
target_precompile_headers(gan_qt_pch PRIVATE <QtWidgets> <algorithm> <functional> <memory> <optional> <string> <vector>)
