# A folder of photographs at 64 px beside torchvision's ImageFolder, and an HDF5 file beside h5py as BigGAN-PyTorch uses
# it.
add_executable(loading_benchmark loading_benchmark.cpp)
target_link_libraries(loading_benchmark PRIVATE gan_warnings gan_data)
set_target_properties(loading_benchmark PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
add_test(NAME folder_loading_benchmark COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/folder_loading.py
  ${CMAKE_SOURCE_DIR}/.deps/peers $<TARGET_FILE:loading_benchmark> ${CMAKE_SOURCE_DIR}/../shared/data/clothing/train)
add_test(NAME hdf5_loading_benchmark COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/hdf5_loading.py
  ${CMAKE_SOURCE_DIR}/.deps/peers $<TARGET_FILE:loading_benchmark>)
set_tests_properties(folder_loading_benchmark hdf5_loading_benchmark
  PROPERTIES LABELS benchmark TIMEOUT 900 SKIP_RETURN_CODE 77 RUN_SERIAL ON)
