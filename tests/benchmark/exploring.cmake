# What exploring a training run costs it, and how soon its pictures come.
gan_add_test(exploring_benchmark LABELS benchmark TIMEOUT 1800 SOURCES exploring_benchmark.cpp
  LIBRARIES gan_system_support gan_protocol)
add_dependencies(exploring_benchmark gan-engine)
