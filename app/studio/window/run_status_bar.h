#pragma once

#include <QLabel>
#include <QStatusBar>
#include <optional>

namespace gan {

class RunStore;
struct SamplerLoad;

/// What is true of the open run at this moment: connection, state, step, epoch, speed, time left, memory, load, disk;
/// and what making pictures for clients takes.
class RunStatusBar : public QStatusBar {
  Q_OBJECT

 public:
  explicit RunStatusBar(QWidget* parent = nullptr);

  /// Null: no run is open.
  void follow(RunStore* run);
  /// Nothing: no pictures are made.
  void setSampler(const std::optional<SamplerLoad>& load);

 private:
  QLabel* addField(const QString& name, const QString& title);
  void refresh();

  RunStore* run_ = nullptr;
  QLabel* link_;
  QLabel* progress_;
  QLabel* speed_;
  QLabel* remaining_;
  QLabel* load_;
  QLabel* sampler_;
};

}  // namespace gan
