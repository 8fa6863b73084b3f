# Images per second of presets beside PyTorch: dcgan-64 as users write it and tuned, BigGAN-PyTorch's networks.
add_test(NAME training_speed_benchmark COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/training_speed.py
  ${CMAKE_SOURCE_DIR}/.deps/peers $<TARGET_FILE:gan-engine> --rounds 3)
set_tests_properties(training_speed_benchmark PROPERTIES LABELS benchmark TIMEOUT 900 SKIP_RETURN_CODE 77 RUN_SERIAL ON)
# The same on a GPU.
add_test(NAME training_speed_gpu_benchmark COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/training_speed.py
  ${CMAKE_SOURCE_DIR}/.deps/peers $<TARGET_FILE:gan-engine> --device cuda)
set_tests_properties(training_speed_gpu_benchmark PROPERTIES LABELS benchmark TIMEOUT 1800 SKIP_RETURN_CODE 77 RUN_SERIAL ON)
