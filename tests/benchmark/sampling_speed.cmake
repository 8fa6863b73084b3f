# Pictures per second of BigGAN-128 beside BigGAN-PyTorch's generator, from the same weights.
add_test(NAME sampling_speed_benchmark COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/sampling_speed.py
  ${CMAKE_SOURCE_DIR}/.deps/peers $<TARGET_FILE:gan-engine> --rounds 3)
set_tests_properties(sampling_speed_benchmark PROPERTIES LABELS benchmark TIMEOUT 900 SKIP_RETURN_CODE 77 RUN_SERIAL ON)
