# A long run of 8 series, opened and reduced to a chart's width, against TensorBoard's own reader.
add_executable(series_benchmark series_benchmark.cpp)
target_link_libraries(series_benchmark PRIVATE gan_warnings gan_run)
set_target_properties(series_benchmark PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
add_test(NAME series_benchmark COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/series_benchmark.py
  ${CMAKE_SOURCE_DIR}/.deps/peers $<TARGET_FILE:series_benchmark> --steps 100000)
set_tests_properties(series_benchmark PROPERTIES LABELS benchmark TIMEOUT 1800 SKIP_RETURN_CODE 77 RUN_SERIAL ON)
