#include "device_plan.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <numeric>
#include <optional>
#include <utility>

#include "config/run_config.h"
#include "core/error.h"
#include "core/log.h"
#include "cuda/cuda_module.h"

namespace gan::app {
namespace {

using Kind = DeviceWish::Kind;

// To look at all GPUs takes a moment; who takes longer hangs, and the next one goes on.
constexpr std::chrono::seconds kTurn{10};

void requireWorld(const DeviceWish& wish, int asked, const World& world) {
  const std::string size = std::to_string(world.size);
  if (asked > 1 && asked != world.size) {
    throw Error(ErrorCode::kInvalidArgument, "processes_conflict",
                "--processes {asked}, but {found} says that this is one of {size} processes already. Leave --processes "
                "out, or start a single process.",
                {{"asked", std::to_string(asked)}, {"found", world.found}, {"size", size}});
  }
  if (wish.kind != Kind::kFree) return;
  throw Error(ErrorCode::kInvalidArgument, "devices_free_of_one_rank",
              "--devices {devices}, but {found} says that this is one of {size} processes: each would choose without "
              "the others. Leave it out to take the GPU with the process's number, or start a single process.",
              {{"devices", wish.text}, {"found", world.found}, {"size", size}});
}

/// As many as processes, the same ones again where there are fewer.
std::string example(std::vector<int> gpus, int processes) {
  std::vector<int> each;
  for (int i = 0; i < processes; ++i) each.push_back(gpus[static_cast<std::size_t>(i) % gpus.size()]);
  return nameGpus(each);
}

/// The numbers of the GPUs that the wish means: of those that it names, else of so many.
std::vector<int> numbersOf(const DeviceWish& wish, int count) {
  if (!wish.gpus.empty()) return wish.gpus;
  std::vector<int> gpus(static_cast<std::size_t>(count));
  std::iota(gpus.begin(), gpus.end(), 0);
  return gpus;
}

void requireOneEach(const DeviceWish& wish, int asked, int count) {
  if (asked == 0 || asked == count) return;
  throw Error(ErrorCode::kInvalidArgument, "devices_conflict",
              "--processes {asked}, but --devices {devices} means {count} GPU(s), and each process computes on one. "
              "Leave --processes out, or name one for each process, the same one again where they are to share it, as "
              "in --devices {example}.",
              {{"asked", std::to_string(asked)},
               {"devices", wish.text},
               {"count", std::to_string(count)},
               {"example", example(numbersOf(wish, count), asked)}});
}

void requireGroupEach(const DeviceWish& wish, int asked) {
  const std::size_t count = wish.groups.size();
  if (asked == 0 || count == 0 || std::cmp_equal(asked, count)) return;
  throw Error(
      ErrorCode::kInvalidArgument, "devices_conflict",
      "--processes {asked}, but --devices {devices} names the devices of {count} process(es). Leave --processes "
      "out, or name as many groups.",
      {{"asked", std::to_string(asked)}, {"devices", wish.text}, {"count", std::to_string(count)}});
}

/// What keeps others from the GPU; nothing, and why, when it is not free.
std::optional<DeviceMark> markFree(const CudaModule& module, int index, const GpuAccess& gpus, std::string& why) {
  try {
    const std::string uuid = module.uuid(index);
    std::optional<DeviceMark> mark = DeviceMark::take(uuid);
    why = mark ? gpus.why_taken(uuid) : "another run uses it";
    if (why.empty()) return mark;
  } catch (const std::exception& error) {
    why = error.what();
  }
  return std::nullopt;
}

std::vector<int> takeFree(const DeviceWish& wish, int count, const GpuAccess& gpus, std::vector<DeviceMark>& marks) {
  const int all = countGpus(wish.text, 1, gpus);
  const CudaModule& module = gpus.open();
  // One looks at a time: of two that need two each, each might take one.
  const std::optional<DeviceMark> turn = DeviceMark::take("choosing", kTurn);
  std::vector<int> taken;
  std::string passed_over;
  for (int index = 0; index < all && static_cast<int>(taken.size()) < count; ++index) {
    std::string why;
    if (auto mark = markFree(module, index, gpus, why)) {
      marks.push_back(*std::move(mark));
      taken.push_back(index);
    } else {
      passed_over += (passed_over.empty() ? "" : "; ") + ("cuda:" + std::to_string(index)) + ": " + why;
    }
  }
  if (static_cast<int>(taken.size()) == count) return taken;
  throw Error(ErrorCode::kResourceExhausted, "devices_not_free",
              "--devices {devices} needs {count} GPU(s) that are free, and of {all} there are {found}. Passed over: "
              "{why}. Wait until they are free, or name GPUs by their numbers to compute there all the same.",
              {{"devices", wish.text},
               {"count", std::to_string(count)},
               {"all", std::to_string(all)},
               {"found", std::to_string(taken.size())},
               {"why", passed_over.empty() ? std::string("none") : passed_over}});
}

/// How many GPUs the wish means; 0 where it leaves the number to others.
int gpusOf(const DeviceWish& wish, int asked, const GpuAccess& gpus) {
  switch (wish.kind) {
    case Kind::kAuto:
    case Kind::kCpu:
      return 0;
    case Kind::kAll:
      return countGpus(wish.text, 1, gpus);
    case Kind::kFree:
      return wish.count > 0 ? wish.count : std::max(asked, 1);
    case Kind::kNamed:
      break;
  }
  return static_cast<int>(wish.gpus.size());
}

/// Who looks for a free one is to see this run on the GPU before it computes. Another run's mark does as well.
void markTaken(const std::string& uuid, std::vector<DeviceMark>& marks) {
  if (auto mark = DeviceMark::take(uuid)) marks.push_back(*std::move(mark));
}

void computeHere(DevicePlan& plan, const DeviceWish& wish, const World& world, GpuAccess gpus) {
  const bool marked = !plan.marks.empty();
  gpus.before_use = [&plan, marked](const std::string& uuid) {
    if (marked) return;
    plan.marks.clear();  // on one that was passed over
    markTaken(uuid, plan.marks);
  };
  plan.device = chooseDevice(wish, world, gpus);
  if (!plan.device.onGpu()) plan.marks.clear();
}

/// The processes' GPUs, which they reach only after they have started.
void markForProcesses(DevicePlan& plan, const std::vector<int>& numbers, const GpuAccess& gpus) {
  for (const int index : numbers) {
    countGpus("cuda:" + std::to_string(index), index + 1, gpus);
    try {
      markTaken(gpus.open().uuid(index), plan.marks);
    } catch (const std::exception& error) {
      log::warning("cuda:" + std::to_string(index) + " does not say which GPU it is: " + error.what());
    }
  }
}

}  // namespace

DevicePlan planDevices(const std::string& devices, int asked, const World& world, const GpuAccess& gpus) {
  DeviceWish wish = parseDevices(devices);
  DevicePlan plan;
  if (!world.alone()) {
    requireWorld(wish, asked, world);
    computeHere(plan, wish, world, gpus);
    plan.placement = groupOf(wish, world);
    return plan;
  }
  const int count = gpusOf(wish, asked, gpus);
  if (!wish.groups.empty()) {
    requireGroupEach(wish, asked);
  } else if (count > 0) {
    requireOneEach(wish, asked, count);
  }
  plan.processes = std::max({asked, count, static_cast<int>(wish.groups.size()), 1});
  if (wish.kind == Kind::kFree) {
    plan.for_processes = nameGpus(takeFree(wish, count, gpus, plan.marks));
    wish = parseDevices(plan.for_processes);
  }
  if (plan.starts()) {
    markForProcesses(plan, numbersOf(wish, count), gpus);
  } else {
    computeHere(plan, wish, world, gpus);
    plan.placement = groupOf(wish, world);
  }
  return plan;
}

void placeOn(RunConfig& config, const DevicePlan& plan) {
  if (plan.placement.empty()) return;
  if (const std::string& own = config.text("distributed.placement"); !own.empty()) {
    throw Error(
        ErrorCode::kInvalidArgument, "devices_placement",
        "--devices names {devices} for a process, but distributed.placement is {placement}. Name one device for "
        "each process, or leave distributed.placement empty.",
        {{"devices", plan.placement}, {"placement", own}});
  }
  config.setText("distributed.placement", plan.placement);
}

void requireOneDevice(const std::string& devices) {
  if (parseDevices(devices).groups.empty()) return;
  throw Error(ErrorCode::kInvalidArgument, "devices_in_one_piece",
              "{devices} names several devices for a process, but only training and a generator that makes pictures "
              "are cut into stages: classifiers and networks of features compute in one piece. Name one device for "
              "each process.",
              {{"devices", devices}});
}

}  // namespace gan::app
