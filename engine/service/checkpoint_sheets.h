#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "run/run_reader.h"
#include "service/sampler_host.h"

namespace gan {

/// Has sheets drawn of each checkpoint that a training writes from now on, and of those of the current line that are
/// there already and lack them because an engine ended before their turn, one after the other, by the process that
/// makes pictures: sampling.with_checkpoint says which, as it is when the checkpoint is written. Each becomes
/// samples/sheets/step-00001500.s1.KIND.png, with a JSON file beside it; those of more than 50 classes several, of 50
/// each: KIND is classes-01, classes-02, ... then. Those of classes are left out where the networks know none. What
/// fails is logged, and tried again by the next engine. The journal says nothing of them. Thread-safe.
class CheckpointSheets {
 public:
  /// The reader must outlive this object, and that the sampler, which answers it until it ends.
  CheckpointSheets(RunReader& reader, SamplerHost& sampler);

  /// Looks for new checkpoints, as far as the reader knows of them, and goes on. Called about once a second.
  void attend();
  /// Whether there is something to draw, as attend() has seen it.
  bool isDrawing() const;

 private:
  struct WantedSheet {
    std::int64_t step = 0;
    std::string checkpoint;
    std::string kind;
    std::string name;     ///< The kind, or of one of several sheets its own.
    std::string classes;  ///< That it shows, as sampling.classes has them.
  };

  void collect();
  /// Those that an earlier engine has left undone, as far as they go into the queue.
  void wantMissing();
  /// Of a checkpoint all of these kinds that are not there and not wanted yet.
  void want(std::int64_t step, const std::string& checkpoint, const std::string& kinds, const RunSummary& summary);
  std::filesystem::path fileOf(const WantedSheet& sheet) const;
  bool isWanted(const WantedSheet& sheet) const;
  void submitNext();
  /// Throws errors of files.
  ganstudio::v1::SheetTask taskFor(const WantedSheet& sheet) const;
  /// A piece of a sheet; when it is done, the next one.
  void submitPiece(SamplerPiece piece);
  static void tellMissing(const WantedSheet& sheet, const std::exception_ptr& why);

  RunReader& reader_;
  SamplerHost& sampler_;
  mutable std::mutex mutex_;
  RunReader::Cursor seen_;
  std::deque<WantedSheet> waiting_;
  std::optional<WantedSheet> drawn_;  ///< That the sampler has.
};

}  // namespace gan
