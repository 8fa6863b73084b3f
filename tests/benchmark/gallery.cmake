# 10,000 sample sheets scrolled through one after the other: memory stays what the gallery's model may keep.
if(GAN_WITH_STUDIO)
  gan_add_qt_test(gallery_benchmark LABELS benchmark TIMEOUT 600 SOURCES gallery_benchmark.cpp LIBRARIES gan_sample_gallery)
endif()
