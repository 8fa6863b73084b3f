# LibTorch as packaging/setup unpacked it. Not find_package(Torch): that asks for a CUDA toolkit when the wheel was
# built with one, and we link only what runs without a driver.
set(GAN_LIBTORCH_ROOT ${CMAKE_SOURCE_DIR}/.deps/libtorch CACHE PATH "Folder with LibTorch's include and lib")
if(NOT EXISTS ${GAN_LIBTORCH_ROOT}/lib/libtorch_cpu.so)
  message(FATAL_ERROR "LibTorch is missing at ${GAN_LIBTORCH_ROOT}: run packaging/setup first")
endif()

add_library(gan_libtorch INTERFACE)
target_include_directories(gan_libtorch SYSTEM INTERFACE
  ${GAN_LIBTORCH_ROOT}/include ${GAN_LIBTORCH_ROOT}/include/torch/csrc/api/include)
target_compile_definitions(gan_libtorch INTERFACE USE_DISTRIBUTED USE_C10D_GLOO)
target_link_libraries(gan_libtorch INTERFACE
  ${GAN_LIBTORCH_ROOT}/lib/libtorch_cpu.so ${GAN_LIBTORCH_ROOT}/lib/libc10.so)
target_link_options(gan_libtorch INTERFACE -Wl,-rpath-link,${GAN_LIBTORCH_ROOT}/lib)
list(APPEND CMAKE_BUILD_RPATH ${GAN_LIBTORCH_ROOT}/lib)
