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
  const struct {
    const char* beginning;
    char* device;
  } all[] = {{"GPU-whole", &whole}, {"MIG-part", &part}, {"GPU-idle", &idle}, {"GPU-full", &full}};
  for (const auto& known : all) {
    if (std::strncmp(uuid, known.beginning, std::strlen(known.beginning)) != 0) continue;
    *device = known.device;
    return 0;
  }
  return 6;  // not found
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
