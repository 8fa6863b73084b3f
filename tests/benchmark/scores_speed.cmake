# Features and scores beside pytorch-fid and NumPy.
add_executable(scores_tool scores_tool.cpp)
target_link_libraries(scores_tool PRIVATE gan_warnings gan_evaluation gan_models)
set_target_properties(scores_tool PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
add_test(NAME scores_speed_benchmark COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scores_speed.py
  ${CMAKE_SOURCE_DIR}/.deps/peers $<TARGET_FILE:gan-engine> $<TARGET_FILE:scores_tool>)
set_tests_properties(scores_speed_benchmark PROPERTIES LABELS benchmark TIMEOUT 1800 SKIP_RETURN_CODE 77 RUN_SERIAL ON)
