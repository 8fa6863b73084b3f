if(GAN_WITH_STUDIO)
  add_executable(empty_window empty_window.cpp)
  target_link_libraries(empty_window PRIVATE gan_warnings Qt6::Widgets)
  set_target_properties(empty_window PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  gan_add_qt_test(studio_benchmark LABELS benchmark TIMEOUT 1200 SOURCES studio_benchmark.cpp
    LIBRARIES gan_system_support gan_studio_main)
  add_dependencies(studio_benchmark gan-engine gan-studio empty_window)
endif()
