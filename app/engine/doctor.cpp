#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "command.h"
#include "config/preset.h"
#include "console.h"
#include "core/error.h"
#include "core/units.h"
#include "cuda/device_load.h"
#include "cuda/loader.h"
#include "device.h"
#include "run/memory_room.h"
#include "service/socket_place.h"
#include "session/environment.h"
#include "training/bench.h"

namespace gan::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// One line of the answer.
struct Finding {
  enum class State {
    kOk,
    kMissing,  ///< Training works without it.
    kWarning,  ///< Training works, but perhaps not for long or not fast.
    kFailed,   ///< Training does not work.
  };
  State state = State::kOk;
  std::string part;
  std::string text;
};

const char* name(Finding::State state) {
  switch (state) {
    case Finding::State::kOk:
      return "ok";
    case Finding::State::kMissing:
      return "missing";
    case Finding::State::kWarning:
      return "warning";
    case Finding::State::kFailed:
      return "failed";
  }
  return "";
}

// A checkpoint of the largest preset with its optimiser states takes some hundred MiB, and several are kept.
constexpr std::uint64_t kComfortableBytes = 2ULL << 30;
constexpr std::uint64_t kComfortableTemporaryBytes = 256ULL << 20;

Finding checkEngine(json& facts) {
  facts["engine_version"] = engineVersion();
  facts["torch_version"] = torchVersion();
  return {.part = "engine", .text = engineVersion() + ", LibTorch " + torchVersion()};
}

Finding checkProcessor(json& facts) {
  const std::string instructions = instructionSet();
  const int cores = availableCores();
  facts["instruction_set"] = instructions;
  facts["cores"] = cores;
  Finding finding{.part = "processor",
                  .text = instructions + ", " + std::to_string(cores) + (cores == 1 ? " core" : " cores")};
  if (instructions == "DEFAULT") {
    finding.state = Finding::State::kWarning;
    finding.text += "; without AVX2 training on the CPU is several times slower";
  }
  return finding;
}

Finding checkMemory(json& facts) {
  const MemoryRoom room = memoryRoom();
  const std::uint64_t total = room.total_bytes;
  const std::uint64_t free = std::min(room.left_bytes, total);
  facts["memory_bytes"] = total;
  facts["memory_free_bytes"] = free;
  Finding finding{.part = "memory", .text = formatBytes(free) + " free of " + formatBytes(total)};
  if (free < kComfortableBytes) {
    finding.state = Finding::State::kWarning;
    finding.text += "; larger presets want " + formatBytes(kComfortableBytes);
  }
  return finding;
}

Finding checkFolder(const std::string& part, const fs::path& folder, std::uint64_t wanted, Finding::State unusable,
                    json& facts) {
  std::error_code failure;
  const fs::space_info space = fs::space(folder, failure);
  const bool writable = !failure && ::access(folder.c_str(), W_OK | X_OK) == 0;
  facts[part] = {{"path", folder.string()}, {"free_bytes", failure ? 0 : space.available}, {"writable", writable}};
  if (!writable) return {.state = unusable, .part = part, .text = "nothing can be written in " + folder.string()};
  Finding finding{.part = part, .text = formatBytes(space.available) + " free in " + folder.string()};
  if (space.available < wanted) {
    finding.state = Finding::State::kWarning;
    finding.text += ", which may fill up; " + formatBytes(wanted) + " is comfortable";
  }
  return finding;
}

Finding checkTemporary(json& facts) {
  std::error_code failure;
  const fs::path folder = fs::temp_directory_path(failure);
  if (failure) return {.state = Finding::State::kWarning, .part = "temporary", .text = "TMPDIR does not name a folder"};
  return checkFolder("temporary", folder, kComfortableTemporaryBytes, Finding::State::kWarning, facts);
}

Finding checkSockets(json& facts) {
  try {
    const SocketPlace place("doctor");
    const std::string folder = place.socket().parent_path().parent_path().string();
    facts["socket_folder"] = folder;
    return {.part = "sockets", .text = folder};
  } catch (const std::exception& error) {
    return {.state = Finding::State::kFailed, .part = "sockets", .text = error.what()};
  }
}

Finding describeDevice(const CudaModule& module, int index, json& devices) {
  const std::string part = "cuda:" + std::to_string(index);
  try {
    const CudaDevice device = module.device(index);
    const std::string capability =
        std::to_string(device.capability_major) + "." + std::to_string(device.capability_minor);
    devices.push_back({{"index", index},
                       {"name", device.name},
                       {"uuid", device.uuid},
                       {"compute_capability", capability},
                       {"memory_bytes", device.memory_total_bytes},
                       {"memory_free_bytes", device.memory_free_bytes}});
    std::string text = device.name + ", compute capability " + capability + ", " +
                       formatBytes(device.memory_free_bytes) + " free of " + formatBytes(device.memory_total_bytes);
    if (const auto load = DeviceLoadMeter(device.uuid).measure(); load && load->busy_percent) {
      devices.back()["busy_percent"] = *load->busy_percent;
      text += ", " + std::to_string(std::lround(*load->busy_percent)) + " % busy";
    }
    return {.part = part, .text = text};
  } catch (const std::exception& error) {
    devices.push_back({{"index", index}, {"error", error.what()}});
    return {.state = Finding::State::kWarning, .part = part, .text = error.what()};
  }
}

std::vector<Finding> checkCuda(json& facts) {
  json& cuda = facts["cuda"];
  cuda = {{"devices", json::array()}};
  try {
    const CudaModule& module = openCuda(cudaLibraries());
    std::vector<Finding> findings;
    const int count = module.status().devices;
    for (int index = 0; index < count; ++index) findings.push_back(describeDevice(module, index, cuda["devices"]));
    return findings;
  } catch (const Error& error) {
    cuda["error"] = {{"id", error.id()}, {"message", error.message()}};
    const bool expected = error.id() == "cuda_no_driver";
    return {{.state = expected ? Finding::State::kMissing : Finding::State::kWarning,
             .part = "cuda",
             .text = error.message()}};
  }
}

Finding checkTraining(json& facts) {
  try {
    const RankDevice chosen = chooseDevice({}, {}, gpuAccess());
    const std::string& device = chosen.name;
    const BenchResult measured = benchmarkTraining(
        configFromPreset("simple-gan"), {.warmup = 2, .steps = 10, .device = device, .cuda = cudaModule(chosen)});
    facts["training"] = {{"device", device}, {"step_ms_median", measured.step_ms_median}};
    char time[32];
    std::snprintf(time, sizeof(time), "%.1f ms", measured.step_ms_median);
    return {.part = "training", .text = std::string("an iteration of simple-gan on ") + device + " takes " + time};
  } catch (const std::exception& error) {
    facts["training"] = {{"error", error.what()}};
    return {.state = Finding::State::kFailed, .part = "training", .text = error.what()};
  }
}

Result examine(const fs::path& folder) {
  Result result;
  json& facts = result.facts;
  // CUDA first: LibTorch decides once whether it has it.
  const std::vector<Finding> cuda = checkCuda(facts);
  std::vector<Finding> findings = {
      checkEngine(facts),    checkProcessor(facts),
      checkMemory(facts),    checkFolder("runs", folder, kComfortableBytes, Finding::State::kFailed, facts),
      checkTemporary(facts), checkSockets(facts)};
  findings.insert(findings.end(), cuda.begin(), cuda.end());
  findings.push_back(checkTraining(facts));

  std::vector<std::vector<std::string>> rows;
  facts["findings"] = json::array();
  for (const Finding& finding : findings) {
    rows.push_back({name(finding.state), finding.part, printable(finding.text)});
    facts["findings"].push_back({{"state", name(finding.state)}, {"part", finding.part}, {"text", finding.text}});
  }
  const bool works =
      std::ranges::none_of(findings, [](const Finding& f) { return f.state == Finding::State::kFailed; });
  facts["training_works"] = works;
  result.text =
      formatTable(rows) + (works ? "\nTraining works here." : "\nTraining does not work here: see what failed.");
  if (!works) result.code = ExitCode::kFailed;
  return result;
}

}  // namespace

void addDoctor(CLI::App& app, Invocation& invocation) {
  const auto folder = std::make_shared<std::string>(".");
  CLI::App* command =
      addCommand(app, invocation, "doctor", "Says what works on this machine; ends with 0 when training does",
                 [folder] { return examine(fs::absolute(*folder).lexically_normal()); });
  command->add_option("--runs", *folder, "Folder where runs are to lie")->capture_default_str();
}

}  // namespace gan::app
