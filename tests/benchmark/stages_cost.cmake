# Equal halves of two networks in two processes beside one process that has both: memory and images per second.
add_test(NAME stages_cost_benchmark COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/stages_cost.py $<TARGET_FILE:gan-engine>)
set_tests_properties(stages_cost_benchmark PROPERTIES LABELS benchmark TIMEOUT 1800 SKIP_RETURN_CODE 77 RUN_SERIAL ON)
