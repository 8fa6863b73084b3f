#include "link/picture_link.h"

#include <iterator>
#include <map>
#include <mutex>
#include <utility>

#include "core/error.h"

namespace gan {

/// What lives on the link's thread.
class PictureLink::Work {
 public:
  Work(PictureLink& link, Open open) : link_(link), open_(std::move(open)) {}

  void start(const Background::Tell& tell) try {
    source_ = open_();
    source_->explore({.on_answer =
                          [this, tell](const PictureSupplier::Answer& answer) {
                            const QString line = takeLine(answer.stamp);
                            if (line.isEmpty()) return;
                            tell([this,
                                  picture = ExploredPicture{.line = line,
                                                            .image = answer.image,
                                                            .step = answer.step,
                                                            .is_exact = answer.is_exact,
                                                            .taken_over = answer.taken_over},
                                  why = answer.problem] { emit link_.answered(picture, why); });
                          },
                      .on_supply =
                          [this, tell](PictureSupply supply, const Message& why) {
                            setReached(supply == PictureSupply::kReady);
                            tell([this, supply, why] { emit link_.supplyChanged(supply, why); });
                          }});
  } catch (const std::exception& error) {
    source_.reset();
    tell([this, why = messageOf(error)] { emit link_.supplyChanged(PictureSupply::kLost, why); });
  }

  void stop() {
    source_.reset();
    const std::lock_guard lock(mutex_);
    lines_.clear();
    reached_ = true;
  }

  void wish(const QString& line, int side) {
    if (!source_) return;
    const std::lock_guard lock(mutex_);  // an answer may come before its stamp is known
    lines_.emplace(source_->wish(line.toStdString(), side), line);
    if (!reached_) forgetOlder();
  }

 private:
  /// Of the wish that was stamped so; older ones have no answer any more.
  QString takeLine(std::uint64_t stamp) {
    const std::lock_guard lock(mutex_);
    const auto found = lines_.find(stamp);
    if (found == lines_.end()) return {};
    QString line = found->second;
    // It stays: where the connection is made again the newest wish has another answer.
    lines_.erase(lines_.begin(), found);
    return line;
  }

  void setReached(bool reached) {
    const std::lock_guard lock(mutex_);
    reached_ = reached;
    if (!reached_) forgetOlder();
  }
  /// Of a connection that is made again the newest wish alone is asked for. Under the lock.
  void forgetOlder() {
    if (lines_.size() > 1) lines_.erase(lines_.begin(), std::prev(lines_.end()));
  }

  PictureLink& link_;  ///< The GUI thread's: for what it is told.
  const Open open_;
  std::unique_ptr<PictureSupplier> source_;
  std::mutex mutex_;
  bool reached_ = true;                     ///< The engine, as far as is known.
  std::map<std::uint64_t, QString> lines_;  ///< Of the wishes that may still have an answer.
};

PictureLink::PictureLink(Open open, QObject* parent)
    : QObject(parent), work_(std::make_shared<Work>(*this, std::move(open))) {}

PictureLink::~PictureLink() { stop(); }

void PictureLink::start() {
  if (std::exchange(started_, true)) return;
  pictures_.post([work = work_, tell = pictures_.newest()] { work->start(tell); });
}

void PictureLink::stop() {
  if (!std::exchange(started_, false)) return;
  pictures_.cancel();
  pictures_.post([work = work_] { work->stop(); });
}

void PictureLink::wish(const QString& line, int side) {
  if (!started_) return;
  pictures_.post([work = work_, line, side] { work->wish(line, side); });
}

}  // namespace gan
