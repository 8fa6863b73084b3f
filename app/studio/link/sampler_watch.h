#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>

#include "link/background.h"
#include "link/run_source.h"

namespace gan {

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

}  // namespace gan
