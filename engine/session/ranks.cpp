#include "session/ranks.h"

#include <ATen/ops/full.h>

#include <sstream>
#include <thread>
#include <utility>

#include "core/error.h"
#include "core/log.h"
#include "distributed/collective.h"
#include "distributed/network_address.h"
#include "distributed/rendezvous.h"
#include "run/event.h"

namespace gan {
namespace {

// A network file system may show a new folder late: clients keep what they know of its parent for up to a minute.
constexpr std::chrono::seconds kFolderTimeout{60};

/// One command a line, as the journal has it.
std::string toText(const std::vector<CommandQueue::Item>& items) {
  std::string text;
  for (const CommandQueue::Item& item : items) {
    Event event;
    event.what = CommandHandled{item.command, {}, {}};
    text += toJson(event) + "\n";
  }
  return text;
}

std::vector<CommandQueue::Item> fromText(const std::string& text) {
  std::vector<CommandQueue::Item> items;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const Event event = eventFromJson(line, "A command of rank 0");
    items.push_back({.number = 0, .command = std::get<CommandHandled>(event.what).command, .answer = {}});
  }
  return items;
}

}  // namespace

Ranks::Ranks() : Ranks(World{}, RanksOptions{}) {}

Ranks::Ranks(const World& world, const RanksOptions& options) : world_(world) {
  if (world.alone()) {
    hosts_ = {hostName()};
    devices_ = {gan::describe({hostName(), options.device})};
    return;
  }
  Meeting meeting;
  collective_ = meet(world,
                     {.arrival_timeout = options.arrival_timeout,
                      .collective_timeout = options.silence_timeout,
                      .interface = options.interface,
                      .cuda = options.gpu_backend ? options.gpu_backend->connect : BackendFactory(),
                      .device = options.device},
                     glooBackend(), &meeting);
  place_ = meeting.address + (meeting.interface.empty() ? "" : " (" + meeting.interface + ")");
  if (leads() && options.device.onGpu() && meeting.gpu_path == GpuPath::kThroughHosts) {
    log::warning(
        "processes of this run share a GPU, so what they exchange goes through the host: slower than one alone");
  }
  for (const RankPlace& place : meeting.places) {
    hosts_.push_back(place.host);
    devices_.push_back(gan::describe(place));
  }
}

Ranks::~Ranks() = default;

std::string Ranks::describe() const {
  return "rank " + std::to_string(world_.rank) + " of " + std::to_string(world_.size) +
         (place_.empty() ? "" : " at " + place_);
}

bool Ranks::any(bool yes) {
  if (!collective_) return yes;
  at::Tensor votes = at::full({1}, yes ? 1 : 0, at::kLong);
  collective_->sum(votes);
  return votes.item<std::int64_t>() > 0;
}

bool Ranks::decide(bool yes) { return any(leads() && yes); }

std::string Ranks::share(const std::string& text) { return collective_ ? collective_->broadcastText(text) : text; }

std::vector<CommandQueue::Item> Ranks::share(std::vector<CommandQueue::Item> items) {
  if (!collective_) return items;
  const std::string text = collective_->broadcastText(leads() ? toText(items) : std::string());
  return leads() ? std::move(items) : fromText(text);
}

void Ranks::leadThrough(const std::function<void()>& work) {
  std::exception_ptr failure;
  if (leads()) {
    try {
      work();
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
  }
  const bool failed = any(failure != nullptr);
  if (failure) std::rethrow_exception(failure);
  if (failed) {
    throw Error(ErrorCode::kFailedPrecondition, "rank_zero_failed",
                "Rank 0 failed at a step that all ranks wait for. Its own output says why.");
  }
}

RunFolder Ranks::openFolder(const std::function<RunFolder()>& make) {
  if (!collective_) return make();
  std::optional<RunFolder> folder;
  leadThrough([&] { folder = make(); });
  const std::string path = share(folder ? folder->path().string() : std::string());
  const auto deadline = std::chrono::steady_clock::now() + kFolderTimeout;
  while (!folder) {
    try {
      folder = RunFolder::open(path);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kNotFound) throw;
      if (std::chrono::steady_clock::now() > deadline) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  }
  if (any(!folder)) {
    throw Error(
        ErrorCode::kFailedPrecondition, "run_folder_not_shared",
        "The run's folder {path}, which rank 0 uses, is not seen by every process of the run: {state} on {host}. "
        "Put it on a file system that all hosts share.",
        {{"path", path}, {"state", folder ? "it is there" : "it is missing"}, {"host", hostName()}});
  }
  return std::move(*folder);
}

}  // namespace gan
