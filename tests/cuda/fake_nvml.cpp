// NVML as a machine with one GPU and one part of a GPU has it; no test machine needs either.
#include <cstring>

namespace {

char whole = 0;
char part = 0;

}  // namespace

extern "C" {

int nvmlInit_v2() { return 0; }

int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
  if (std::strcmp(uuid, "GPU-whole") == 0)
    *device = &whole;
  else if (std::strcmp(uuid, "MIG-part") == 0)
    *device = &part;
  else
    return 6;  // not found
  return 0;
}

int nvmlDeviceGetUtilizationRates(void* device, unsigned int* rates) {
  if (device == &part) return 3;  // not supported
  rates[0] = 87;
  rates[1] = 12;
  return 0;
}

int nvmlDeviceGetMemoryInfo(void*, unsigned long long* bytes) {
  bytes[0] = 80ULL << 30U;
  bytes[1] = 50ULL << 30U;
  bytes[2] = 30ULL << 30U;
  return 0;
}
}
