#pragma once

#include <QImage>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/run_config.h"
#include "core/message.h"
#include "loss_chart/chart_data.h"
#include "run/checkpoint_store.h"
#include "run/command.h"
#include "run/event.h"
#include "run/kept_evaluations.h"
#include "run/run_reader.h"
#include "run/sample_info.h"

namespace gan {

/// What does not change while a run is open.
struct RunFacts {
  std::string id;
  std::string name;
  std::string path;    ///< Of its folder, on the computer where it lies.
  std::string folder;  ///< The same where this computer is that; empty: it is another one.
  std::string preset;
  std::string parent_path;
  std::int64_t parent_step = -1;
  std::string engine_version;
  std::string data_fingerprint;      ///< Of the images that it began with.
  std::string config_yaml;           ///< What the run began with.
  int world_size = 1;                ///< Processes that began it.
  std::vector<std::string> devices;  ///< Where each of them was, as RunManifest says.
  bool has_previews = false;         ///< A whole sheet of samples may take long to come, and a small one can be had.
};

/// What a refresh found: together, all updates since the first say everything about the run but scalars, pictures and
/// old measurements.
struct RunUpdate {
  std::vector<Event> events;  ///< None of them a measurement, of which the summary has the newest.
  RunSummary summary;
  std::vector<std::string> series;
  bool unread = false;   ///< Scalars may be left that are there already: the next refresh goes on reading them.
  bool history = false;  ///< Set by RunLink: part of what was there when the run was opened.
  bool more = false;     ///< Set by RunLink: the rest of the same refresh follows.
};

enum class LinkState {
  kFinished,  ///< Nobody trains the run; its folder is read.
  kConnecting,
  kConnected,  ///< An engine answers commands.
  kLost,       ///< An engine trained it and cannot be reached; why is told along.
  kRefused,    ///< Whoever answers there lets nobody in who comes so; why is told along. Waiting mends nothing.
};

/// A sheet of samples.
struct SheetContent {
  QImage image;
  SampleInfo info{};  ///< Of no images: nothing is known.
  Message problem{};  ///< Why nothing is known of the single images; empty: nothing went wrong.
};

/// What the process that makes pictures for clients takes of its host.
struct SamplerLoad {
  double cpu_percent = 0;  ///< 100 is one core.
  std::uint64_t memory_bytes = 0;

  friend bool operator==(const SamplerLoad&, const SamplerLoad&) = default;
};

/// What somebody had evaluated of a run.
struct ToldEvaluations {
  std::vector<KeptEvaluation> kept;
  std::string mark;        ///< Of the list; empty: it may be another one at once.
  bool unchanged = false;  ///< It is the list of the mark that was said, and not told again.
};

/// Where everything that a window knows of a run comes from: its folder and, while one trains it, its engine. Calls
/// block and throw gan::Error. One thread, with an event loop from watch() on, except sample(), preview(),
/// evaluations(), samplerLoad(), command() and close(), which any thread may call at any time.
class RunSource {
 public:
  virtual ~RunSource() = default;

  virtual RunFacts facts() = 0;
  /// Of the engine that trains the run; of this build when there is none.
  virtual Schema schema() = 0;
  /// What happened since the last call; scalars that were there already may come in several calls.
  virtual RunUpdate refresh() = 0;
  virtual ChartReply query(const ChartQuery& query) = 0;
  virtual SheetContent sample(const std::string& name) = 0;
  /// A sheet made small, of at most so many pixels each way. Null: it cannot be had.
  virtual QImage preview(const std::string& /*name*/, int /*side*/) { return {}; }
  virtual std::vector<CheckpointStore::Entry> checkpoints() = 0;
  /// Of a run of another computer; those of a folder of this one are its files. mark: of the list that is known; empty:
  /// none is.
  virtual ToldEvaluations evaluations(const std::string& /*mark*/) { return {}; }
  /// Of the engine that trains or serves the run; nothing while it has no such process.
  virtual std::optional<SamplerLoad> samplerLoad() = 0;
  /// Returns at once; answered is called exactly once, from a thread of the source. Commands are done in the order in
  /// which they are given, and none waits for another's answer.
  using Answered = std::function<void(const CommandAnswer&)>;
  virtual void command(const Command& command, Answered answered) = 0;

  /// From now on calls on_new when refresh() would find something, and on_state at each change; from threads of the
  /// source, which must not be kept waiting. Reconnects by itself, also to another engine that takes the run over.
  struct Callbacks {
    std::function<void()> on_new;
    std::function<void(LinkState, const Message& why)> on_state;
  };
  virtual void watch(Callbacks callbacks) = 0;

  /// Nobody waits for answers any more: what is under way with the engine ends, and later commands are refused.
  virtual void close() = 0;
};

}  // namespace gan
