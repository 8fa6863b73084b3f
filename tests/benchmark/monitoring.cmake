gan_add_test(monitoring_benchmark LABELS benchmark TIMEOUT 900 SOURCES monitoring_benchmark.cpp
  LIBRARIES gan_system_support gan_protocol)
add_dependencies(monitoring_benchmark gan-engine)
