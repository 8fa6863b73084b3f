# Two processes of dcgan-64 over Gloo beside PyTorch's DistributedDataParallel, and beside two that train apart.
add_test(NAME data_parallel_speed_benchmark COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/data_parallel_speed.py
  ${CMAKE_SOURCE_DIR}/.deps/peers $<TARGET_FILE:gan-engine> --rounds 3 --steps 4)
set_tests_properties(data_parallel_speed_benchmark PROPERTIES
  LABELS benchmark TIMEOUT 1800 SKIP_RETURN_CODE 77 RUN_SERIAL ON)
