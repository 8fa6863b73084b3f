#include "state/film_preview.h"

#include <QLocale>
#include <algorithm>
#include <utility>

#include "core/error.h"
#include "latent_explorer/explorer_model.h"
#include "latent_explorer/timeline_model.h"
#include "state/texts.h"
#include "state/waiting.h"

namespace gan {
namespace {

constexpr int kPicturesAtOnce = 32;
constexpr qsizetype kPicturesAhead = 64;
constexpr qint64 kPixelsAtOnce = 16'000'000;  // as an engine makes them

/// What of a refused walk means something here: its keyframes.
Message problemOf(const Error& error) {
  for (const ErrorArgument& argument : error.arguments()) {
    if (argument.name == "problem") return {"film_impossible", "No film: {problem}.", {argument}};
  }
  return messageOf(error);
}

}  // namespace

FilmPreview::FilmPreview(TimelineModel& timeline, ExplorerModel& explorer, PictureRowLink& pictures, QObject* parent)
    : QObject(parent), timeline_(timeline), explorer_(explorer), pictures_(pictures) {
  clock_.setTimerType(Qt::PreciseTimer);
  connect(&timeline_, &TimelineModel::changed, this, &FilmPreview::check);
  connect(&timeline_, &TimelineModel::wishChanged, this, &FilmPreview::onWish);
  connect(&explorer_, &ExplorerModel::wishChanged, this, [this] {
    if (std::exchange(explored_, explorer_.line()) != explorer_.line()) timeline_.stopShowing();
  });
  connect(&pictures_, &PictureRowLink::drawn, this, &FilmPreview::onDrawn);
  connect(&pictures_, &PictureRowLink::ended, this, &FilmPreview::onEnded);
  connect(&clock_, &QTimer::timeout, this, &FilmPreview::showNext);
  again_.setSingleShot(true);
  connect(&again_, &QTimer::timeout, this, [this] { ask(first_asked_, count_asked_); });
}

void FilmPreview::check() {
  if (timeline_.rowCount() < 2) return timeline_.setProblem({});
  try {
    checkWalk(timeline_.walk());
    timeline_.setProblem({});
  } catch (const Error& error) {
    timeline_.setProblem(translated(problemOf(error)));
  }
}

void FilmPreview::onWish() {
  ready_.clear();
  clock_.stop();
  if (again_.isActive()) asking_ = false;
  again_.stop();
  if (!timeline_.isShown()) {
    pictures_.stop();
    asking_ = false;
  } else if (timeline_.isPlaying()) {
    next_to_ask_ = timeline_.frame();
    clock_.start(std::max(1, qRound(1000 / timeline_.walk().frames_per_second)));
    askForMore();
  } else if (!asking_ || count_asked_ > 1) {
    ask(timeline_.frame(), 1);
  }  // else when that one is there: asked for anew at each move, none would ever be
}

void FilmPreview::askForMore() {
  if (next_to_ask_ >= timeline_.frames()) {
    if (timeline_.walk().ends == PathEnds::kOpen) return;
    next_to_ask_ = 0;
  }
  const auto count = static_cast<int>(std::min<qint64>(picturesAtOnce(), timeline_.frames() - next_to_ask_));
  const qint64 first = next_to_ask_;
  next_to_ask_ += count;
  ask(first, count);
}

int FilmPreview::picturesAtOnce() const {
  const qint64 largest = explorer_.facts().resolution;
  const qint64 room = explorer_.side();
  const qint64 side = std::max<qint64>(1, largest > 0 && room > 0 ? std::min(largest, room) : std::max(largest, room));
  return static_cast<int>(std::clamp<qint64>(kPixelsAtOnce / (side * side), 1, kPicturesAtOnce));
}

void FilmPreview::ask(qint64 first, int count) {
  asking_ = true;
  first_asked_ = first;
  count_asked_ = count;
  const int side = timeline_.isPlaying() ? explorer_.side() : 0;  // where it stands, at the picture's own size
  pictures_.draw({FilmPart{timeline_.walk(), first, count}, side});
}

void FilmPreview::onDrawn(int index, const ExploredPicture& picture) {
  const qint64 frame = first_asked_ + index;
  ExploredPicture named = picture;
  named.line =
      tr("Picture %1 of %2 of the film").arg(QLocale().toString(frame + 1), QLocale().toString(timeline_.frames()));
  if (timeline_.isPlaying()) {
    ready_.push_back({frame, named});
  } else {
    timeline_.takePicture(frame, named);
  }
}

void FilmPreview::onEnded(const Message& why) {
  const auto say = [this, &why] {
    timeline_.takePicture(timeline_.frame(), {.line = {}, .image = {}, .step = -1, .problem = translated(why)});
  };
  if (isTurn(why)) {
    say();
    return again_.start(kAskAgain);
  }
  asking_ = false;
  if (!why.empty()) {
    timeline_.pause();
    say();
  } else if (!timeline_.isPlaying()) {
    if (timeline_.frame() != first_asked_) ask(timeline_.frame(), 1);
  } else if (ready_.size() < kPicturesAhead) {
    askForMore();
  }
}

void FilmPreview::showNext() {
  if (ready_.isEmpty()) {
    if (!asking_) timeline_.pause();  // the last one is shown
    return;
  }
  const Ready next = ready_.takeFirst();
  timeline_.takePicture(next.frame, next.picture);
  if (!asking_ && ready_.size() < kPicturesAhead) askForMore();
}

}  // namespace gan
