#include "session/ranks.h"

#include <ATen/ops/full.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <thread>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/host_name.h"
#include "core/log.h"
#include "core/message.h"
#include "core/random_hex.h"
#include "distributed/collective.h"
#include "distributed/rendezvous.h"
#include "distributed/stage_group.h"
#include "launch/network_address.h"
#include "run/error_json.h"
#include "run/event.h"

namespace gan {
namespace {

// A network file system may show a new folder late: clients keep what they know of its parent for up to a minute.
constexpr std::chrono::milliseconds kFolderTimeout = std::chrono::minutes(1);

/// An empty file in a run's folder while it lives. Of two copies of a folder, one has it.
class Mark {
 public:
  explicit Mark(const std::filesystem::path& folder) : name_(".seen-by-" + randomHex(8)), file_(folder / name_) {
    writeFileAtomically(file_, "");
  }
  ~Mark() {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
  }
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;

  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::filesystem::path file_;
};

/// The run in that folder once the mark is there, too; nothing when it did not come in time.
std::optional<RunFolder> waitForFolder(const std::filesystem::path& path, const std::string& mark,
                                       std::chrono::milliseconds limit) {
  constexpr std::chrono::milliseconds kTick{200};
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (true) {
    std::error_code absent;
    try {
      if (std::filesystem::exists(path / mark, absent)) return RunFolder::open(path);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kNotFound) throw;  // its files may show later than the mark
    }
    if (std::chrono::steady_clock::now() > deadline) return std::nullopt;
    std::this_thread::sleep_for(std::min(kTick, limit));
  }
}

Error asError(const std::exception& failure) {
  if (const auto* known = dynamic_cast<const Error*>(&failure)) return *known;
  const Message message = messageOf(failure);
  return {ErrorCode::kInternal, message.id, message.text, message.arguments};
}

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

Ranks::Ranks(const World& world, const RanksOptions& options)
    : world_(world), silence_timeout_(options.silence_timeout) {
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
                      .device = options.device,
                      .given_up = options.given_up},
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

void Ranks::divide(int stages) {
  if (!collective_ || stages == 1) return;
  checkStages(stages, size());
  stages_ = stages;
  using Carries = Collective::Carries;
  const auto every = [](int first, int step, int count) {
    std::vector<int> ranks;
    for (int i = 0; i < count; ++i) ranks.push_back(first + i * step);
    return ranks;
  };
  of_replica_ = std::make_unique<StageGroup>(collective_->part(
      "replica-" + std::to_string(replica()), every(replica() * stages, 1, stages), Carries::kHostTensors));
  if (replicas() == 1) return;
  of_stage_ = collective_->part("stage-" + std::to_string(stage()), every(stage(), stages, replicas()), Carries::kAll);
}

TrainingProcesses Ranks::processes() {
  if (!of_replica_) return {collective_.get()};
  return {collective_.get(), of_stage_.get(), of_replica_.get()};
}

void Ranks::goOn() {
  if (of_replica_) of_replica_->goOn();
}

bool Ranks::any(bool yes) {
  if (!collective_) return yes;
  goOn();
  at::Tensor votes = at::full({1}, yes ? 1 : 0, at::kLong);
  collective_->sum(votes);
  return votes.item<std::int64_t>() > 0;
}

bool Ranks::decide(bool yes) { return any(leads() && yes); }

std::string Ranks::share(const std::string& text) {
  if (!collective_) return text;
  goOn();
  return collective_->broadcastText(text);
}

std::vector<std::string> Ranks::gather(const std::string& text) {
  if (!collective_) return {text};
  goOn();
  return collective_->gatherTexts(text);
}

std::vector<CommandQueue::Item> Ranks::share(std::vector<CommandQueue::Item> items) {
  if (!collective_) return items;
  goOn();
  const std::string text = collective_->broadcastText(leads() ? toText(items) : std::string());
  return leads() ? std::move(items) : fromText(text);
}

void Ranks::leadThrough(const std::function<void()>& work) {
  if (!collective_) return work();
  std::exception_ptr failure;
  std::string told;
  if (leads()) {
    try {
      work();
    } catch (const std::exception& error) {
      failure = std::current_exception();
      told = toJson(asError(error));
    }
  }
  if (!any(failure != nullptr)) return;
  try {
    told = share(told);
    collective_->barrier();  // nobody leaves before all know why
  } catch (const Error&) {
    if (told.empty()) throw;
    log::warning("a process of the run was lost while rank 0 told all what it failed at");
  }
  if (failure) std::rethrow_exception(failure);
  throw RankZeroError(errorFromJson(told, "What rank 0 failed at"));
}

void Ranks::onAll(const std::function<void()>& work) {
  if (!collective_) return work();
  std::exception_ptr failure;
  std::string told;
  try {
    work();
  } catch (const std::exception& error) {
    failure = std::current_exception();
    told = toJson(asError(error));
  }
  const std::vector<std::string> all = gather(told);
  const auto first = std::ranges::find_if(all, [](const std::string& text) { return !text.empty(); });
  if (first == all.end()) return;
  try {
    collective_->barrier();  // nobody leaves before all know why
  } catch (const Error&) {
    log::warning("a process of the run was lost while all were told what one of them failed at");
  }
  const auto rank = static_cast<std::size_t>(first - all.begin());
  if (rank == 0 && leads()) std::rethrow_exception(failure);
  const Error error = errorFromJson(*first, "What a rank failed at");
  if (rank == 0) throw RankZeroError(error);
  throw Error(error.code(), "rank_failed",
              "Rank {rank} on {host} fails at what rank 0 can do. All must see the same files. {why}",
              {{"rank", std::to_string(rank)},
               {"host", hosts_[rank]},
               {"why", error.message(), error.text(), error.arguments()}});
}

RunFolder Ranks::openFolder(const std::function<RunFolder()>& make) {
  if (!collective_) return make();
  std::optional<RunFolder> folder;
  std::optional<Mark> mark;
  leadThrough([&] {
    folder = make();
    mark.emplace(folder->path());
  });
  const std::string path = share(folder ? folder->path().string() : std::string());
  const std::string name = share(mark ? mark->name() : std::string());
  // Rank 0 hears nothing of the others meanwhile.
  if (!folder) folder = waitForFolder(path, name, std::min(kFolderTimeout, silence_timeout_ / 2));
  requireOnAll(path, folder.has_value());
  return std::move(*folder);
}

void Ranks::requireOnAll(const std::string& path, bool found) {
  std::set<std::string> without;
  for (const std::string& host : collective_->gatherTexts(found ? std::string() : hostName())) {
    if (!host.empty()) without.insert(host);
  }
  if (without.empty()) return;
  std::string hosts;
  for (const std::string& host : without) hosts += (hosts.empty() ? "" : ", ") + host;
  throw Error(ErrorCode::kFailedPrecondition, "run_folder_not_shared",
              "The run's folder {path}, which rank 0 uses on {host}, is not seen by every process of the run: on "
              "{hosts} it is missing, or another folder is there. Put it on a file system that all hosts share.",
              {{"path", path}, {"host", hosts_.front()}, {"hosts", hosts}});
}

}  // namespace gan
