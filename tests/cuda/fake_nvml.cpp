// NVML as a machine has it with a GPU that computes, a part of one, one that idles, and one whose memory another holds;
// no test machine needs either.
#include <cstring>

namespace {

char whole = 0;
char part = 0;
char idle = 0;
char full = 0;

}  // namespace

extern "C" {

int nvmlInit_v2() { return 0; }

int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
  if (std::strcmp(uuid, "GPU-whole") == 0)
    *device = &whole;
  else if (std::strcmp(uuid, "MIG-part") == 0)
    *device = &part;
  else if (std::strcmp(uuid, "GPU-idle") == 0)
    *device = &idle;
  else if (std::strcmp(uuid, "GPU-full") == 0)
    *device = &full;
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

int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned int* count, void* list) {
  if (device == &part) return 3;  // not supported
  const unsigned int room = list == nullptr ? 0 : *count;
  *count = device == &whole ? 2 : 0;
  return room < *count ? 7 : 0;  // 7: the list is too short, and count says how long it must be
}

int nvmlDeviceGetMemoryInfo(void* device, unsigned long long* bytes) {
  const unsigned long long used = device == &idle ? 1 : device == &full ? 50 : 30;
  bytes[0] = 80ULL << 30U;
  bytes[1] = (80 - used) << 30U;
  bytes[2] = used << 30U;
  return 0;
}
}
