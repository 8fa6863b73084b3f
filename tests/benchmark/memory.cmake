# Eight simulated hours of a run with 300 series and 4 ranks, written, served and looked at: memory of both programs.
if(GAN_WITH_STUDIO)
  add_executable(training_day training_day.cpp)
  target_link_libraries(training_day PRIVATE gan_warnings gan_service)
  target_include_directories(training_day PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  set_target_properties(training_day PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  gan_add_qt_test(memory_benchmark LABELS benchmark TIMEOUT 3600 SOURCES memory_benchmark.cpp
    LIBRARIES gan_system_support gan_studio_state)
  add_dependencies(memory_benchmark training_day)
endif()
