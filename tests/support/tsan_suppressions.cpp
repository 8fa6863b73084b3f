// Libraries that Debian compiled without ThreadSanitizer: it sees their memory accesses, but not what orders them.
// protobuf copies what gRPC received value by value. Each of these copies would be a race to be suppressed, which takes
// so long that a stream of scalars stands still; it locks nothing that others rely on, so its calls are not looked at.
// The part of gRPC's headers that hands a call back to the library, and reads what that made or received on other
// threads, is compiled into our programs. Errors are handed from thread to thread by std::exception_ptr, whose count of
// owners lies in the C++ library.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "called_from_lib:libprotobuf.so\n"
         "race:libupb.so\n"
         "race:libgrpc.so\n"
         "race:libgrpc++.so\n"
         "race:libgpr.so\n"
         "race:grpc::internal::Call::PerformOps\n"
         "race:grpc::SerializationTraits\n"
         "race:libabsl_\n"
         "race:libssl.so\n"
         "race:libcrypto.so\n"
         "race:grpc::internal::MetadataMap\n"
         "race:std::__exception_ptr::\n";
}
