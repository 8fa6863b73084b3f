# What reading images takes of a training step, and of memory over many epochs and many files.
if(GAN_WITH_LIBTORCH)
  gan_add_test(data_cost_benchmark LABELS benchmark TIMEOUT 1200 SOURCES data_cost_benchmark.cpp
    LIBRARIES gan_system_support gan_data)
  add_dependencies(data_cost_benchmark gan-engine)
endif()
