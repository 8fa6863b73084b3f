# Five runs of 1,000,000 steps of 20 series beside one another, from their folders.
if(GAN_WITH_STUDIO)
  gan_add_qt_test(comparison_benchmark LABELS benchmark TIMEOUT 600 SOURCES comparison_benchmark.cpp
    LIBRARIES gan_studio_window gan_run)
endif()
