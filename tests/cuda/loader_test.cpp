#include "cuda/loader.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "support/expect_error.h"

namespace gan {
namespace {

constexpr const char* kPresent = "libm.so.6";  // stands for a library that loads
constexpr const char* kAbsent = "libgan_no_such_library.so.1";

CudaLibraries librariesWith(const std::filesystem::path& module) {
  return {.driver = kPresent, .libtorch = kPresent, .modules = {module}, .nccl_modules = {}};
}

CudaLibraries librariesWithNccl(const std::filesystem::path& module) {
  return {.driver = kPresent, .libtorch = kPresent, .modules = {}, .nccl_modules = {module}};
}

std::filesystem::path fake(const std::string& name) {
  return std::filesystem::path(GAN_FAKE_MODULES) / ("lib" + name + ".so");
}

TEST(CudaLoader, SaysThatThereIsNoDriver) {
  const auto error = expectError(ErrorCode::kFailedPrecondition, "cuda_no_driver", [] {
    openCuda({.driver = kAbsent, .libtorch = kPresent, .modules = {}, .nccl_modules = {}});
  });
  ASSERT_TRUE(error);
  EXPECT_TRUE(error->message().starts_with("no driver found: ")) << error->message();
}

TEST(CudaLoader, SaysHowToGetTheCudaPartsOfLibTorch) {
  const auto error = expectError(ErrorCode::kFailedPrecondition, "cuda_libtorch_missing", [] {
    openCuda({.driver = kPresent, .libtorch = kAbsent, .modules = {}, .nccl_modules = {}});
  });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("packaging/setup --cuda"), std::string::npos) << error->message();
}

TEST(CudaLoader, NamesThePlacesWhereItLookedForItsModule) {
  const auto error = expectError(ErrorCode::kFailedPrecondition, "cuda_module_missing",
                                 [] { openCuda(librariesWith("/no/such/folder/libgan_cuda.so")); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("/no/such/folder/libgan_cuda.so"), std::string::npos) << error->message();
}

TEST(CudaLoader, RefusesAFileThatIsNoLibrary) {
  expectError(ErrorCode::kFailedPrecondition, "cuda_module_unusable",
              [] { openCuda(librariesWith("/proc/self/status")); });
}

TEST(CudaLoader, RefusesALibraryWithoutItsEntry) {
  expectError(ErrorCode::kFailedPrecondition, "cuda_module_other_version",
              [] { openCuda(librariesWith(fake("fake_cuda_no_entry"))); });
}

TEST(CudaLoader, RefusesAModuleOfAnotherVersionNamingBoth) {
  const auto error = expectError(ErrorCode::kFailedPrecondition, "cuda_module_other_version",
                                 [] { openCuda(librariesWith(fake("fake_cuda_other_version"))); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("found 4711"), std::string::npos) << error->message();
}

TEST(CudaLoader, TellsAnOldDriverFromMissingGpus) {
  expectError(ErrorCode::kFailedPrecondition, "cuda_driver_too_old",
              [] { openCuda(librariesWith(fake("fake_cuda_old_driver"))); });
  expectError(ErrorCode::kFailedPrecondition, "cuda_no_devices",
              [] { openCuda(librariesWith(fake("fake_cuda_no_devices"))); });
}

TEST(NcclLoader, NamesThePlacesWhereItLookedForItsModule) {
  const auto error = expectError(ErrorCode::kFailedPrecondition, "nccl_module_missing",
                                 [] { openNccl(librariesWithNccl("/no/such/folder/libgan_nccl.so")); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("/no/such/folder/libgan_nccl.so"), std::string::npos) << error->message();
}

TEST(NcclLoader, RefusesWhatIsNoModuleOfThisVersion) {
  expectError(ErrorCode::kFailedPrecondition, "nccl_module_unusable",
              [] { openNccl(librariesWithNccl("/proc/self/status")); });
  expectError(ErrorCode::kFailedPrecondition, "nccl_module_other_version",
              [] { openNccl(librariesWithNccl(fake("fake_cuda_no_entry"))); });
}

// The module links libraries that are there without a driver, so it must load, and must answer rather than crash.
TEST(CudaModule, LoadsOnAnyMachineAndSaysWhatItFound) {
  const std::filesystem::path path = cudaLibraries().modules.front();
  ASSERT_TRUE(std::filesystem::exists(path)) << path;
  // What captures graphs is in libtorch_cuda.so, which is not everywhere; nothing here calls it.
  void* const handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  ASSERT_TRUE(handle) << dlerror();
  const auto entry = reinterpret_cast<CudaEntryFunction>(dlsym(handle, kCudaEntrySymbol));
  ASSERT_TRUE(entry);
  ASSERT_EQ(entry()->version, kCudaModuleVersion);
  const CudaStatus status = entry()->module->status();
  EXPECT_EQ(status.devices > 0, status.state == CudaStatus::State::kReady);
  EXPECT_EQ(status.detail.empty(), status.state == CudaStatus::State::kReady);
}

}  // namespace
}  // namespace gan
