# An HDF5 file beside h5py as BigGAN-PyTorch uses it.
add_executable(hdf5_loading_benchmark hdf5_loading_benchmark.cpp)
target_link_libraries(hdf5_loading_benchmark PRIVATE gan_warnings gan_data)
set_target_properties(hdf5_loading_benchmark PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
add_test(NAME hdf5_loading_benchmark COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/hdf5_loading.py
  ${CMAKE_SOURCE_DIR}/.deps/peers $<TARGET_FILE:hdf5_loading_benchmark>)
set_tests_properties(hdf5_loading_benchmark PROPERTIES LABELS benchmark TIMEOUT 900 SKIP_RETURN_CODE 77 RUN_SERIAL ON)
