#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace gan {

/// When a chart asks for data: at most ten times a second while data stream in and never before the last answer came,
/// so that a slow source is not asked for what it will have been too late for; sooner when the person moves the view.
class QueryPacer : public QObject {
  Q_OBJECT

 public:
  enum class Urgency { kData, kView };

  explicit QueryPacer(QObject* parent = nullptr);

  void request(Urgency urgency);
  /// The newest question was answered.
  void answered();
  /// Nothing is asked while paused; what was requested meanwhile is asked for afterwards.
  void setPaused(bool paused);
  /// Forgets what was requested and what is under way.
  void reset();

 signals:
  /// Ask now.
  void due();

 private:
  void schedule();
  void ask();

  QTimer timer_;
  QElapsedTimer since_asked_;
  bool is_paused_ = true;
  bool is_asking_ = false;
  bool wants_data_ = false;
  bool wants_view_ = false;
};

}  // namespace gan
