# 300 series of layers beside 8 of every step: bytes and time of their files.
gan_add_test(recording_benchmark LABELS benchmark TIMEOUT 300 SOURCES recording_benchmark.cpp LIBRARIES gan_run)
