// Libraries that Debian compiled without ThreadSanitizer: it sees their memory accesses, but not what orders them.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:libgrpc.so\n"
         "race:libgrpc++.so\n"
         "race:libgpr.so\n"
         "race:libabsl_\n"
         "race:libprotobuf.so\n"
         "race:libssl.so\n"
         "race:libcrypto.so\n";
}
