# The chart following a run of 10,000,000 steps of 8 series, beside what drawing 4 x 10,000 points costs here.
if(GAN_WITH_STUDIO AND TARGET gan_loss_chart)
  gan_add_qt_test(chart_benchmark LABELS benchmark TIMEOUT 600 SOURCES chart_benchmark.cpp
    LIBRARIES gan_loss_chart gan_run)
  set_target_properties(chart_benchmark PROPERTIES AUTOMOC ON)
endif()
