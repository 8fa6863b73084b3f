#include "device.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "cuda/device_load.h"
#include "fake_gpus.h"
#include "support/expect_error.h"

namespace gan::app {
namespace {

using test::FakeGpus;
using test::kGiB;
using test::localRank;
using test::noDriver;

std::string choose(const std::string& wish, const FakeGpus& gpus, const World& world = {}) {
  return chooseDevice(parseDevices(wish), world, gpus.access()).name;
}

TEST(ChooseDevice, AutoTakesTheFirstGpuThatComputesAndHasMemory) {
  const FakeGpus gpus({0, kGiB / 2, 8 * kGiB, 80 * kGiB});
  const RankDevice device = chooseDevice({}, {}, gpus.access());
  EXPECT_EQ(device.name, "cuda:2");
  EXPECT_EQ(device.index, 2);
  EXPECT_EQ(device.uuid, gpus.uuid(2));
  EXPECT_EQ(gpus.used(), 2);
}

TEST(ChooseDevice, AutoFallsBackToTheCpu) {
  EXPECT_EQ(chooseDevice({}, {}, noDriver()).name, "cpu");
  EXPECT_EQ(choose("auto", FakeGpus({0, kGiB / 2})), "cpu");
}

TEST(ChooseDevice, CpuAsksForNoGpu) {
  const GpuAccess none{.open = []() -> const CudaModule& { throw std::logic_error("asked for GPUs"); },
                       .why_taken = {}};
  EXPECT_FALSE(chooseDevice(parseDevices("cpu"), localRank(1, 2), none).onGpu());
}

TEST(ChooseDevice, ANumberAndALibTorchNameMeanTheSameGpu) {
  const FakeGpus gpus({kGiB, kGiB});
  EXPECT_EQ(choose("1", gpus), "cuda:1");
  EXPECT_EQ(choose("cuda:1", gpus), "cuda:1");
}

TEST(ChooseDevice, OfARankIsTheOneWithItsNumberOnItsMachine) {
  const FakeGpus gpus({kGiB, kGiB, kGiB});
  EXPECT_EQ(choose("auto", gpus, localRank(2, 3)), "cuda:2");
  EXPECT_EQ(choose("all", gpus, localRank(1, 3)), "cuda:1");
  EXPECT_EQ(choose("2,0", gpus, localRank(0, 2)), "cuda:2");
  EXPECT_EQ(choose("2,0", gpus, localRank(1, 2)), "cuda:0");
}

TEST(ChooseDevice, OfARankThatSeesOneGpuOnlyIsThatOne) {
  const FakeGpus one({kGiB});
  for (const char* wish : {"auto", "all", "0"}) {
    EXPECT_EQ(chooseDevice(parseDevices(wish), localRank(3, 4), one.access(/*restricted=*/true)).name, "cuda:0")
        << wish;
  }
}

TEST(ChooseDevice, AutoLeavesAllRanksOnTheCpuWhereAMachineHasFewerGpusThanRanks) {
  const FakeGpus two({kGiB, kGiB});
  for (int rank = 0; rank < 3; ++rank) EXPECT_EQ(choose("auto", two, localRank(rank, 3)), "cpu") << rank;
}

TEST(ChooseDevice, AGpuNamedTwiceIsToBeShared) {
  const FakeGpus gpus({kGiB, kGiB});
  const auto sharing = [&](const std::string& wish) {
    return chooseDevice(parseDevices(wish), localRank(1, 2), gpus.access()).sharing;
  };
  EXPECT_EQ(sharing("0,0"), GpuSharing::kWanted);
  EXPECT_EQ(sharing("0,1"), GpuSharing::kRefused);
  EXPECT_EQ(sharing("all"), GpuSharing::kRefused);
}

TEST(ChooseGroup, IsThatOfTheProcessWhereAllOfItsGpusAreThere) {
  const FakeGpus gpus({kGiB, kGiB, kGiB});
  const auto group = [&](const std::string& wish, const World& world = {}) {
    return chooseGroup(parseDevices(wish), world, gpus.access());
  };
  EXPECT_EQ(group("1"), "");
  EXPECT_EQ(group("0+cuda:2"), "0+2");
  EXPECT_EQ(group("0+1,1+cpu", localRank(1, 2)), "1+cpu");
  const auto error = expectError(ErrorCode::kFailedPrecondition, "device_unavailable", [&] { group("0+3"); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("cuda:3 cannot be used"), std::string::npos) << error->message();
  expectError(ErrorCode::kFailedPrecondition, "devices_too_few", [&] { group("0+1,1+2", localRank(2, 3)); });
  EXPECT_EQ(chooseGroup(parseDevices("cpu+cpu"), {}, noDriver()), "cpu+cpu");
}

TEST(ChooseDevice, SaysWhyAGpuCannotBeUsed) {
  const auto why = [](auto&& action) {
    const auto error = expectError(ErrorCode::kFailedPrecondition, "device_unavailable", action);
    return error ? error->message() : std::string();
  };
  const FakeGpus gpus({kGiB, 0});
  EXPECT_NE(why([] { chooseDevice(parseDevices("0"), {}, noDriver()); }).find("no driver found"), std::string::npos);
  EXPECT_NE(why([] { chooseDevice(parseDevices("all"), {}, noDriver()); }).find("no driver found"), std::string::npos);
  EXPECT_NE(why([&] { choose("2", gpus); }).find("sees 2 GPU(s)"), std::string::npos);
  EXPECT_NE(why([&] { choose("1", gpus); }).find("no kernel image"), std::string::npos);
  EXPECT_NE(why([&] { choose("all", gpus, localRank(2, 3)); }).find("sees 2 GPU(s)"), std::string::npos);
}

TEST(ChooseDevice, AdvisesWhoeverComputesAndNotWhoeverTrainsAlone) {
  const auto error = expectError(ErrorCode::kFailedPrecondition, "device_unavailable",
                                 [] { chooseDevice(parseDevices("0"), {}, noDriver()); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message().find("train"), std::string::npos) << error->message();
  EXPECT_EQ(error->message().find("--devices"), std::string::npos) << "others have --device: " << error->message();
}

TEST(ChooseDevice, RefusesFewerNamesThanRanks) {
  const auto error = expectError(ErrorCode::kFailedPrecondition, "devices_too_few", [] {
    choose("0,1", FakeGpus({kGiB, kGiB}), localRank(2, 3));
  });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("0,1 names 2 GPUs, but this is process 2"), std::string::npos) << error->message();
}

TEST(ParseDevices, ReadsWhatAPersonMayWrite) {
  using Kind = DeviceWish::Kind;
  EXPECT_EQ(parseDevices("auto").kind, Kind::kAuto);
  EXPECT_EQ(parseDevices("cpu").kind, Kind::kCpu);
  EXPECT_EQ(parseDevices("all").kind, Kind::kAll);
  EXPECT_EQ(parseDevices("free").count, 0);
  EXPECT_EQ(parseDevices("free:3").count, 3);
  EXPECT_EQ(parseDevices("0").gpus, std::vector<int>({0}));
  EXPECT_EQ(parseDevices("cuda:1,3,cuda:1").gpus, std::vector<int>({1, 3, 1}));
  EXPECT_TRUE(parseDevices("cuda:1,3,cuda:1").shares());
  EXPECT_FALSE(parseDevices("1,3").shares());
}

TEST(ParseDevices, RefusesWhatIsNoDevice) {
  for (const char* const wish : {"", "gpu", "-1", "cuda:", "cuda:1x", "0,", ",0", "0,,1", "0,cpu", "0 1", "99999999999",
                                 "4096", "free:", "free:0", "free:-1", "free:x", "All"}) {
    expectError(ErrorCode::kInvalidArgument, "device_unknown", [&] { parseDevices(wish); });
  }
}

TEST(WhyTaken, NamesTheProcessesThatComputeThere) {
  const std::string nvml = std::string(GAN_FAKE_MODULES) + "/libfake_nvml.so";
  EXPECT_EQ(whyTaken(DeviceLoadMeter("GPU-whole", nvml)), "2 process(es) compute there");
  EXPECT_EQ(whyTaken(DeviceLoadMeter("GPU-idle", nvml)), "");
  EXPECT_EQ(whyTaken(DeviceLoadMeter("GPU-full", nvml)), "50.0 GiB of its 80.0 GiB are taken");
  EXPECT_NE(whyTaken(DeviceLoadMeter("GPU-whole", "libgan_no_such_library.so.1")).find("does not say"),
            std::string::npos);
}

}  // namespace
}  // namespace gan::app
