// libhdf5 1.10.8 loses some memory of its own when H5Fopen refuses a damaged file, and when a disk is full. Where such
// a file names a size that nobody has, it asks for that much and bears being refused.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }

extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
