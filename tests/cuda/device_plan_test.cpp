#include "device_plan.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "fake_gpus.h"
#include "support/expect_error.h"

namespace gan::app {
namespace {

using test::FakeGpus;
using test::kGiB;
using test::localRank;
using test::noDriver;

DevicePlan plan(const std::string& devices, const FakeGpus& gpus, int asked = 0, const World& world = {}) {
  return planDevices(devices, asked, world, gpus.access());
}

std::string refusal(ErrorCode code, const std::string& id, const std::function<void()>& action) {
  const auto error = expectError(code, id, action);
  return error ? error->message() : std::string();
}

TEST(PlanDevices, StartsAProcessForEachOfSeveralGpus) {
  const FakeGpus gpus({kGiB, kGiB, kGiB});
  EXPECT_EQ(plan("0,2", gpus).processes, 2);
  EXPECT_EQ(plan("0,0", gpus).processes, 2);
  EXPECT_EQ(plan("all", gpus).processes, 3);
  EXPECT_EQ(plan("all", gpus, 3).processes, 3);
  EXPECT_EQ(gpus.used(), -1);  // their memory is for those processes
}

TEST(PlanDevices, StartsAProcessForEachGroupOfDevices) {
  const FakeGpus gpus({kGiB, kGiB, kGiB, kGiB});
  EXPECT_EQ(plan("0+1,2+3", gpus).processes, 2);
  EXPECT_EQ(plan("cpu+cpu,cpu+cpu", gpus).processes, 2);
  const DevicePlan one = plan("1+0", gpus);
  EXPECT_EQ(one.device.name, "cuda:1");
  EXPECT_EQ(one.placement, "1+0");
  const DevicePlan second = planDevices("0+1,cuda:2+3", 0, localRank(1, 2), gpus.access());
  EXPECT_EQ(second.device.name, "cuda:2");
  EXPECT_EQ(second.placement, "2+3");
  EXPECT_EQ(plan("cpu+cpu", gpus).device.name, "cpu");
  refusal(ErrorCode::kInvalidArgument, "devices_conflict", [&] { plan("0+1,2+3", gpus, 4); });
  for (const char* wrong : {"0+", "+1", "0+x", "0+1,cpu+cpu", "free+0"}) {
    refusal(ErrorCode::kInvalidArgument, "device_unknown", [&] { plan(wrong, gpus); });
  }
}

TEST(PlanDevices, ComputesHereOnOne) {
  const FakeGpus gpus({kGiB, kGiB});
  EXPECT_EQ(plan("1", gpus).device.name, "cuda:1");
  EXPECT_EQ(plan("auto", gpus).device.name, "cuda:0");
  EXPECT_EQ(plan("all", FakeGpus({kGiB})).device.name, "cuda:0");
  EXPECT_FALSE(plan("1", gpus).starts());
}

TEST(PlanDevices, LeavesTheNumberOfProcessesToWhoAsksForOneWithoutNamingGpus) {
  const FakeGpus gpus({kGiB, kGiB});
  EXPECT_EQ(plan("auto", gpus, 4).processes, 4);
  EXPECT_EQ(plan("cpu", gpus, 3).processes, 3);
  EXPECT_EQ(planDevices("auto", 0, {}, noDriver()).processes, 1);
}

TEST(PlanDevices, RefusesAnotherNumberOfProcessesThanGpusWithAnExample) {
  const FakeGpus gpus({kGiB, kGiB});
  const auto conflict = [&](const std::string& devices, int asked) {
    return refusal(ErrorCode::kInvalidArgument, "devices_conflict", [&] { plan(devices, gpus, asked); });
  };
  EXPECT_NE(conflict("0,1", 4).find("--devices 0,1,0,1."), std::string::npos) << conflict("0,1", 4);
  EXPECT_NE(conflict("1", 2).find("--devices 1,1."), std::string::npos);
  EXPECT_NE(conflict("all", 3).find("--devices 0,1,0."), std::string::npos);
  EXPECT_NE(conflict("0,1", 1).find("--devices 0."), std::string::npos);
  EXPECT_NE(conflict("free:2", 3).find("means 2 GPU(s)"), std::string::npos);
}

TEST(PlanDevices, RefusesGpusThatAreNotThereBeforeAnythingStarts) {
  const auto why = refusal(ErrorCode::kFailedPrecondition, "device_unavailable", [] {
    plan("0,7", FakeGpus({kGiB, kGiB}));
  });
  EXPECT_NE(why.find("cuda:7"), std::string::npos) << why;
  for (const char* devices : {"0,1", "all", "free"}) {
    const auto none =
        refusal(ErrorCode::kFailedPrecondition, "device_unavailable", [&] { planDevices(devices, 0, {}, noDriver()); });
    EXPECT_NE(none.find("no driver found"), std::string::npos) << none;
  }
}

TEST(PlanDevices, OfOneThatALauncherStartedIsItsOwnDevice) {
  const FakeGpus gpus({kGiB, kGiB});
  const DevicePlan own = plan("all", gpus, 0, localRank(1, 2));
  EXPECT_FALSE(own.starts());
  EXPECT_EQ(own.device.name, "cuda:1");
  EXPECT_EQ(plan("all", gpus, 2, localRank(0, 2)).device.name, "cuda:0");
  refusal(ErrorCode::kInvalidArgument, "processes_conflict", [&] { plan("all", gpus, 4, localRank(0, 2)); });
  const auto free =
      refusal(ErrorCode::kInvalidArgument, "devices_free_of_one_rank", [&] { plan("free", gpus, 0, localRank(0, 2)); });
  EXPECT_NE(free.find("a test says that this is one of 2"), std::string::npos) << free;
}

TEST(PlanDevices, FreeTakesThoseWhereNothingComputes) {
  FakeGpus gpus({kGiB, kGiB, kGiB, kGiB});
  gpus.taken = {{0, "1 process(es) compute there"}, {2, "70.0 GiB of its 80.0 GiB are taken"}};
  EXPECT_EQ(plan("free", gpus).device.name, "cuda:1");
  EXPECT_EQ(plan("free:2", gpus).for_processes, "1,3");
  EXPECT_EQ(plan("free", gpus, 2).for_processes, "1,3");
  const auto why = refusal(ErrorCode::kResourceExhausted, "devices_not_free", [&] { plan("free:3", gpus); });
  EXPECT_NE(why.find("cuda:0: 1 process(es) compute there; cuda:2: 70.0 GiB"), std::string::npos) << why;
}

TEST(PlanDevices, FreeNeverTakesWhatAnotherRunHasTaken) {
  const FakeGpus gpus({kGiB, kGiB, kGiB});
  const DevicePlan first = plan("free", gpus);
  const DevicePlan second = plan("free", gpus);
  const DevicePlan named = plan("2", gpus);
  EXPECT_EQ(first.device.name, "cuda:0");
  EXPECT_EQ(second.device.name, "cuda:1");
  EXPECT_EQ(plan("0", gpus).device.name, "cuda:0");  // who names a GPU shares it
  const auto why = refusal(ErrorCode::kResourceExhausted, "devices_not_free", [&] { plan("free", gpus); });
  EXPECT_NE(why.find("cuda:2: another run uses it"), std::string::npos) << why;
}

TEST(PlanDevices, FreeNeverTakesWhatProcessesThatWereJustPlannedWillTake) {
  const FakeGpus gpus({kGiB, kGiB, kGiB});
  {
    const DevicePlan named = plan("0,1", gpus);
    EXPECT_EQ(plan("free", gpus).device.name, "cuda:2");
    refusal(ErrorCode::kResourceExhausted, "devices_not_free", [&] { plan("free:2", gpus); });
    EXPECT_EQ(plan("1,1", gpus).processes, 2);  // who names a GPU shares it
  }
  const DevicePlan all = plan("all", gpus);
  refusal(ErrorCode::kResourceExhausted, "devices_not_free", [&] { plan("free", gpus); });
}

TEST(PlanDevices, AGpuIsMarkedBeforeAnythingIsComputedOnIt) {
  FakeGpus gpus({kGiB, kGiB});
  std::vector<int> unmarked;
  std::vector<int> computed;
  gpus.on_compute = [&](int index) {
    computed.push_back(index);
    if (DeviceMark::take(gpus.uuid(index))) unmarked.push_back(index);
  };
  plan("auto", gpus);
  plan("1", gpus);
  plan("free", gpus);
  plan("auto", gpus, 0, localRank(1, 2));
  EXPECT_EQ(computed, (std::vector<int>{0, 1, 0, 1}));
  EXPECT_EQ(unmarked, std::vector<int>());
}

TEST(PlanDevices, AGpuThatIsPassedOverStaysFreeForOthers) {
  const FakeGpus gpus({kGiB / 2, kGiB, kGiB / 2});
  const DevicePlan own = plan("auto", gpus);
  EXPECT_EQ(own.device.name, "cuda:1");
  EXPECT_TRUE(DeviceMark::take(gpus.uuid(0)));
  const FakeGpus small({kGiB / 2});
  const DevicePlan none = plan("auto", small);
  EXPECT_EQ(none.device.name, "cpu");
  EXPECT_TRUE(DeviceMark::take(small.uuid(0)));
}

TEST(PlanDevices, FreeTakesWhatAKilledRunHadTaken) {
  const FakeGpus gpus({kGiB});
  const std::string uuid = gpus.uuid(0);
  int ready[2] = {-1, -1};
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto mark = DeviceMark::take(uuid);
    const char marked = mark ? 'y' : 'n';
    if (write(ready[1], &marked, 1) != 1) _exit(1);
    while (true) pause();
  }
  char marked = '?';
  ASSERT_EQ(read(ready[0], &marked, 1), 1);
  EXPECT_EQ(marked, 'y');
  EXPECT_FALSE(DeviceMark::take(uuid));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(plan("free", gpus).device.name, "cuda:0");
  close(ready[0]);
  close(ready[1]);
}

}  // namespace
}  // namespace gan::app
