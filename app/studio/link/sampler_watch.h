#pragma once

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "link/background.h"

namespace gan {

/// What the process that makes pictures for clients takes of its host.
struct SamplerLoad {
  double cpu_percent = 0;  ///< 100 is one core.
  std::uint64_t memory_bytes = 0;

  friend bool operator==(const SamplerLoad&, const SamplerLoad&) = default;
};

/// Asks an engine now and then what its sampler takes. GUI thread.
class SamplerWatch : public QObject {
  Q_OBJECT

 public:
  /// Nothing while there is no such process; called on the watch's thread, may block and throw gan::Error.
  using Ask = std::function<std::optional<SamplerLoad>()>;
  explicit SamplerWatch(Ask ask, QObject* parent = nullptr);

  void start();
  void stop();

 signals:
  /// Nothing: there is none, or nobody says so; also behind stop().
  void measured(const std::optional<gan::SamplerLoad>& load);

 private:
  void ask();

  const Ask ask_;
  QTimer timer_;
  Background asking_{QStringLiteral("sampler load")};
};

/// Asks the engine that trains or serves the run of a folder.
SamplerWatch::Ask askForSampler(const std::filesystem::path& folder);

}  // namespace gan
