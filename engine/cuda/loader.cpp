#include "cuda/loader.h"

#include <dlfcn.h>

#include <cstdint>
#include <string_view>
#include <system_error>

#include "core/error.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

struct Opened {
  void* handle = nullptr;
  std::string reason;  // where handle is null
};

// Never closed: libraries like these do not survive being unloaded.
Opened open(const std::string& name, int scope) {
  Opened opened{.handle = dlopen(name.c_str(), RTLD_NOW | scope), .reason = {}};
  if (!opened.handle) {
    const char* reason = dlerror();
    opened.reason = reason ? reason : "unknown reason";
  }
  return opened;
}

/// The first that exists; empty, and places filled, where none does.
fs::path findModule(const std::vector<fs::path>& candidates, std::string& places) {
  for (const fs::path& path : candidates) {
    std::error_code unreadable;
    if (fs::exists(path, unreadable)) return path;
    places += (places.empty() ? "" : ", ") + path.string();
  }
  return {};
}

fs::path findCudaModule(const CudaLibraries& libraries) {
  std::string places;
  if (fs::path path = findModule(libraries.modules, places); !path.empty()) return path;
  throw Error(ErrorCode::kFailedPrecondition, "cuda_module_missing",
              "there is a driver, but the engine's CUDA module is missing; expected one of: {places}. Build the target "
              "gan_cuda, or install the program again.",
              {{"places", places}});
}

/// What a module exports, after its version was found to be ours.
template <typename Entry>
const Entry& entryOf(const Entry* (*function)(), const fs::path& path, std::uint32_t expected,
                     std::string_view error_id) {
  const Entry* entry = function ? function() : nullptr;
  if (entry && entry->version == expected) return *entry;
  throw Error(ErrorCode::kFailedPrecondition, error_id,
              "{path} belongs to another version of the engine: expected module version {expected}, found {found}. "
              "Build both together.",
              {{"path", path.string()},
               {"expected", std::to_string(expected)},
               {"found", entry ? std::to_string(entry->version) : "none"}});
}

const CudaModule& openModule(const fs::path& path) {
  const Opened opened = open(path.string(), RTLD_LOCAL);
  if (!opened.handle) {
    throw Error(
        ErrorCode::kFailedPrecondition, "cuda_module_unusable",
        "there is a driver, but the engine's CUDA module does not load: {reason}. Run packaging/setup --cuda and "
        "build again.",
        {{"reason", opened.reason}});
  }
  const auto function = reinterpret_cast<CudaEntryFunction>(dlsym(opened.handle, kCudaEntrySymbol));
  return *entryOf(function, path, kCudaModuleVersion, "cuda_module_other_version").module;
}

void requireDevices(const CudaModule& module) {
  const CudaStatus status = module.status();
  switch (status.state) {
    case CudaStatus::State::kReady:
      return;
    case CudaStatus::State::kDriverTooOld:
      throw Error(ErrorCode::kFailedPrecondition, "cuda_driver_too_old",
                  "NVIDIA's driver is too old: {detail}. Install a newer driver.", {{"detail", status.detail}});
    case CudaStatus::State::kNoDevices:
      throw Error(ErrorCode::kFailedPrecondition, "cuda_no_devices",
                  "there is a driver, but no GPU that this process may use; look at nvidia-smi and at the variable "
                  "CUDA_VISIBLE_DEVICES.");
    case CudaStatus::State::kFailed:
      break;
  }
  throw Error(
      ErrorCode::kFailedPrecondition, "cuda_failed",
      "there is a driver, but CUDA does not start: {detail}. Look at nvidia-smi; after an update of the driver, "
      "start the machine again.",
      {{"detail", status.detail}});
}

}  // namespace

CudaLibraries cudaLibraries() {
  CudaLibraries libraries;
  std::error_code unreadable;
  const fs::path folder = fs::read_symlink("/proc/self/exe", unreadable).parent_path();
  for (const fs::path& place : {folder.parent_path() / "lib", folder}) {
    libraries.modules.push_back(place / "libgan_cuda.so");
    libraries.nccl_modules.push_back(place / "libgan_nccl.so");
  }
  return libraries;
}

const CudaModule& openCuda(const CudaLibraries& libraries) {
  if (const Opened driver = open(libraries.driver, RTLD_LOCAL); !driver.handle) {
    throw Error(
        ErrorCode::kFailedPrecondition, "cuda_no_driver",
        "no driver found: {reason}. To compute on a GPU, install NVIDIA's driver and run packaging/setup --cuda.",
        {{"reason", driver.reason}});
  }
  // Global: its constructors register CUDA with LibTorch, and the module takes symbols from it that it does not link.
  if (const Opened libtorch = open(libraries.libtorch, RTLD_GLOBAL); !libtorch.handle) {
    throw Error(ErrorCode::kFailedPrecondition, "cuda_libtorch_missing",
                "there is a driver, but the CUDA parts of LibTorch are missing: {reason}. Run packaging/setup --cuda.",
                {{"reason", libtorch.reason}});
  }
  const CudaModule& module = openModule(findCudaModule(libraries));
  requireDevices(module);
  return module;
}

const NcclEntry& openNccl(const CudaLibraries& libraries) {
  std::string places;
  const fs::path path = findModule(libraries.nccl_modules, places);
  if (path.empty()) {
    throw Error(ErrorCode::kFailedPrecondition, "nccl_module_missing",
                "Several processes on GPUs compute together over NCCL, but the engine's NCCL module is missing; "
                "expected one of: {places}. Run packaging/setup --cuda and build again.",
                {{"places", places}});
  }
  const Opened opened = open(path.string(), RTLD_LOCAL);
  if (!opened.handle) {
    throw Error(ErrorCode::kFailedPrecondition, "nccl_module_unusable",
                "Several processes on GPUs compute together over NCCL, but the engine's NCCL module does not load: "
                "{reason}. Run packaging/setup --cuda and build again.",
                {{"reason", opened.reason}});
  }
  const auto function = reinterpret_cast<NcclEntryFunction>(dlsym(opened.handle, kNcclEntrySymbol));
  return entryOf(function, path, kNcclModuleVersion, "nccl_module_other_version");
}

}  // namespace gan
