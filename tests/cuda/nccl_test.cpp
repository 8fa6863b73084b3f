// What of NCCL shows without a GPU: that its module fits LibTorch's CUDA parts, and that every way to fail has its
// sentence.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include "cuda/loader.h"
#include "cuda/nccl_backend.h"
#include "distributed/rendezvous.h"
#include "support/expect_error.h"

namespace gan {
namespace {

TEST(Nccl, WithoutADriverTheRanksAreToldSoInOneSentence) {
  CudaLibraries libraries = cudaLibraries();
  libraries.driver = "libgan_no_such_driver.so.1";
  const BackendFactory nccl = ncclBackend(0, libraries)->connect;
  const auto store = c10::make_intrusive<c10d::HashStore>();
  const auto error = expectError(ErrorCode::kFailedPrecondition, "cuda_no_driver",
                                 [&] { nccl(store, World{}, "127.0.0.1", std::chrono::seconds(1)); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message().find('\n'), std::string::npos) << error->message();
}

TEST(Nccl, TheModulesOpenBesideLibTorchsCudaPartsAndNcclsSaysThatThereIsNoGpu) {
  if (!std::filesystem::exists(GAN_PEER_LIBTORCH_CUDA)) {
    GTEST_SKIP() << GAN_PEER_LIBTORCH_CUDA << " is missing: packaging/setup --peers installs it";
  }
  try {
    openCuda(cudaLibraries());
    GTEST_SKIP() << "there is a GPU here: what connects it shows in cuda_gpu_test";
  } catch (const Error&) {
  }
  ASSERT_TRUE(dlopen(GAN_PEER_LIBTORCH_CUDA, RTLD_NOW | RTLD_GLOBAL)) << dlerror();
  const std::filesystem::path cuda = cudaLibraries().modules.front();
  EXPECT_TRUE(dlopen(cuda.c_str(), RTLD_NOW | RTLD_LOCAL)) << dlerror();
  const NcclEntry& nccl = openNccl(cudaLibraries());
  const auto store = c10::make_intrusive<c10d::HashStore>();
  try {
    nccl.connect(*store, {.rank = 0, .size = 1, .device = 4711, .timeout = std::chrono::seconds(1)});
    FAIL() << "no machine has so many GPUs";
  } catch (const std::runtime_error& error) {
    const std::string reason = error.what();
    EXPECT_NE(reason.find("GPU"), std::string::npos) << reason;
    EXPECT_EQ(reason.find('\n'), std::string::npos) << reason;
  }
}

}  // namespace
}  // namespace gan
