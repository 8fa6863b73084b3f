#include "link/run_link.h"

#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/log.h"
#include "core/random_hex.h"

namespace gan {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kVisibleInterval(50);
constexpr milliseconds kHiddenInterval(1000);
constexpr milliseconds kRetryInterval(1000);
/// In which an answer is not brought up to date, as many times as long as it took.
constexpr int kRestAfterAnswer = 2;
/// Of sheets that take long to come, those that are waited for besides the one that comes.
constexpr std::size_t kMostSlowSheets = 3;
constexpr int kPreviewSide = 256;
/// The GUI thread takes history in pieces, so that it stays responsive.
constexpr std::size_t kMaxEvents = 2'000;

/// What goes to the GUI thread together.
struct Parcel {
  std::shared_ptr<const RunUpdate> update;
  std::optional<std::pair<LinkState, Message>> state;
  std::optional<ChartReply> chart;
};

std::deque<Parcel> slices(RunUpdate update) {
  std::deque<Parcel> parts;
  std::size_t done = 0;
  do {
    const std::size_t count = std::min(kMaxEvents, update.events.size() - done);
    const auto first = update.events.begin() + static_cast<std::ptrdiff_t>(done);
    auto part = std::make_shared<RunUpdate>();
    part->events.assign(std::move_iterator(first), std::move_iterator(first + static_cast<std::ptrdiff_t>(count)));
    part->summary = update.summary;
    part->series = update.series;
    part->history = update.history;
    done += count;
    part->more = done < update.events.size();
    parts.push_back({std::move(part), {}, {}});
  } while (done < update.events.size());
  return parts;
}

}  // namespace

/// Where the source is found by all threads once it is open.
class RunLink::Place {
 public:
  void put(std::unique_ptr<RunSource> source) {
    const std::lock_guard lock(mutex_);
    source_ = std::move(source);
    if (left_) source_->close();
    changed_.notify_all();
  }
  void fail(const Message& why) {
    const std::lock_guard lock(mutex_);
    failure_ = why;
    changed_.notify_all();
  }
  /// Waits for the source. Throws why there will be none.
  template <class Use>
  auto with(const Use& use) {
    RunSource* source = nullptr;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return left_ || failure_ || source_; });
      if (left_) throw Error(ErrorCode::kCancelled, "link_closed", "The run was closed before its engine answered.");
      if (failure_) throw Error(ErrorCode::kFailedPrecondition, failure_->id, failure_->text, failure_->arguments);
      source = source_.get();
      ++users_;
    }
    const Leaving leaving(*this);
    return use(*source);
  }
  /// Nobody waits for the source, or for anything of it, any more.
  void leave() {
    const std::lock_guard lock(mutex_);
    left_ = true;
    changed_.notify_all();
  }
  /// What waits for an engine ends: the opening of the source, or the source's own calls.
  void close() {
    opening_.request_stop();
    const std::lock_guard lock(mutex_);
    if (source_) source_->close();
  }
  std::stop_token opening() const { return opening_.get_token(); }
  bool isLeft() const {
    const std::lock_guard lock(mutex_);
    return left_;
  }
  /// Ends the source, on the thread that opened it, once nobody uses it any more.
  void end() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return users_ == 0; });
    const std::unique_ptr<RunSource> source = std::move(source_);
    lock.unlock();
    if (source) source->close();
  }

 private:
  class Leaving {
   public:
    explicit Leaving(Place& place) : place_(place) {}
    ~Leaving() {
      const std::lock_guard lock(place_.mutex_);
      --place_.users_;
      place_.changed_.notify_all();
    }
    Leaving(const Leaving&) = delete;
    Leaving& operator=(const Leaving&) = delete;

   private:
    Place& place_;
  };

  std::stop_source opening_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<RunSource> source_;
  std::optional<Message> failure_;
  int users_ = 0;
  bool left_ = false;
};

/// The newest is the last one, and is served first. One piece of work each: some find that theirs was dropped.
struct RunLink::Wishes {
  std::mutex mutex;
  std::vector<QString> samples;
  std::vector<QString> previews;
  bool newest_win = false;  ///< Whole sheets take long: more than a few of them are not waited for.
};

/// What is done on the reading thread, one thing after the other. What is posted to that thread while the source is
/// being closed may come after the reader has gone.
class RunLink::Reader : public std::enable_shared_from_this<RunLink::Reader> {
 public:
  Reader(RunLink& link, std::shared_ptr<Place> place, std::shared_ptr<Wishes> pictures, Open open)
      : link_(link), place_(std::move(place)), pictures_(std::move(pictures)), open_(std::move(open)) {}

  const Open& opener() const { return open_; }
  void open(Background::Tell tell, QObject* there);
  void setVisible(bool visible) {
    visible_ = visible;
    soon();
  }
  void setQuery(const ChartQuery& query) {
    query_ = query.isEmpty() ? std::nullopt : std::optional(query);
    query_due_ = Clock::now();
    soon();
  }
  void wantCheckpoints() {
    checkpoints_ = true;
    soon();
  }
  void end() { place_->end(); }

 private:
  using State = std::pair<LinkState, Message>;

  void openSource();
  void post(std::function<void(Reader&)> work);
  void onNew();
  void onState(LinkState state, const Message& why);
  void soon(milliseconds wait = milliseconds(0));
  void pass();
  void refresh();
  void answerQuery();
  void listCheckpoints();
  void deliver();

  RunLink& link_;  ///< The GUI thread's: for what it is told.
  const std::shared_ptr<Place> place_;
  const std::shared_ptr<Wishes> pictures_;
  const Open open_;
  Background::Tell tell_;
  QObject* there_ = nullptr;
  RunSource* source_ = nullptr;
  QTimer* timer_ = nullptr;  ///< For the next pass.

  std::atomic<bool> news_{true};  ///< There may be something to refresh: at first, history.
  bool visible_ = true;
  bool history_ = true;
  bool refresh_failed_ = false;
  bool unread_ = false;      ///< The source goes on reading what was there already.
  bool delivering_ = false;  ///< A parcel is on its way to the GUI thread, which gets no other one meanwhile.
  bool checkpoints_ = false;
  Clock::time_point refreshed_;
  std::optional<ChartQuery> query_;  ///< That stands.
  std::optional<Clock::time_point> query_due_;
  Clock::time_point answer_again_;  ///< Not before this for news alone.
  std::optional<State> state_;      ///< What the source said last.
  std::optional<State> new_state_;  ///< The same, until a refresh has taken it along.
  std::deque<Parcel> outgoing_;     ///< In the order in which it is to be seen.
};

void RunLink::Reader::open(Background::Tell tell, QObject* there) try {
  if (place_->isLeft()) return;
  tell_ = std::move(tell);
  there_ = there;
  timer_ = new QTimer(there);
  timer_->setSingleShot(true);
  timer_->setTimerType(Qt::PreciseTimer);  // a coarse one may fire early
  QObject::connect(timer_, &QTimer::timeout, there, [weak = weak_from_this()] {
    if (const auto reader = weak.lock()) reader->pass();
  });
  openSource();
  soon();
} catch (const std::exception& error) {
  const Message why = messageOf(error);
  source_ = nullptr;
  place_->fail(why);
  tell_([this, why] { emit link_.failed(why); });
}

void RunLink::Reader::openSource() {
  std::unique_ptr<RunSource> opened = open_(place_->opening());
  source_ = opened.get();
  place_->put(std::move(opened));  // before anything that may take long, so that it can be closed
  if (place_->isLeft()) return;
  const auto facts = std::make_shared<const RunFacts>(source_->facts());
  {
    const std::lock_guard lock(pictures_->mutex);
    pictures_->newest_win = facts->has_previews;
  }
  const auto schema = std::make_shared<const Schema>(source_->schema());
  tell_([this, facts, schema] { emit link_.opened(facts, schema); });
  source_->watch({.on_new = [this] { onNew(); },
                  .on_state = [this](LinkState state, const Message& why) { onState(state, why); }});
}

/// From any thread of the source's.
void RunLink::Reader::post(std::function<void(Reader&)> work) {
  QMetaObject::invokeMethod(
      there_,
      [weak = weak_from_this(), work = std::move(work)] {
        if (const auto reader = weak.lock()) work(*reader);
      },
      Qt::QueuedConnection);
}

void RunLink::Reader::onNew() {
  if (!news_.exchange(true)) post([](Reader& reader) { reader.soon(); });
}

void RunLink::Reader::onState(LinkState state, const Message& why) {
  post([now = State(state, why)](Reader& reader) {
    reader.new_state_ = reader.state_ = now;
    reader.soon();
  });
}

void RunLink::Reader::soon(milliseconds wait) {
  if (source_ == nullptr) return;
  if (!timer_->isActive() || timer_->remainingTimeAsDuration() > wait) timer_->start(wait);
}

void RunLink::Reader::pass() {
  if (place_->isLeft()) return;
  const auto due = [this](Clock::time_point at) {
    const auto wait = std::chrono::ceil<milliseconds>(at - Clock::now());
    if (wait > milliseconds(0)) soon(wait);
    return wait <= milliseconds(0);
  };
  if (outgoing_.empty() && !delivering_ && (news_ || new_state_)) {
    const auto interval = refresh_failed_ ? kRetryInterval
                          : unread_       ? milliseconds(0)
                          : visible_      ? kVisibleInterval
                                          : kHiddenInterval;
    if (new_state_ || due(refreshed_ + interval)) refresh();
  }
  if (query_ && query_due_ && due(*query_due_)) answerQuery();
  if (std::exchange(checkpoints_, false)) listCheckpoints();
  deliver();
}

/// A change of state goes out with what the source said before it.
void RunLink::Reader::refresh() {
  news_ = false;
  refreshed_ = Clock::now();
  std::optional<State> told = std::exchange(new_state_, std::nullopt);
  try {
    RunUpdate update = source_->refresh();
    update.history = std::exchange(history_, false);
    unread_ = update.unread;
    if (unread_) news_ = true;
    outgoing_ = slices(std::move(update));
    if (std::exchange(refresh_failed_, false)) told = state_;
    query_due_ = std::max(refreshed_, answer_again_);
  } catch (const std::exception& error) {
    if (!refresh_failed_) log::warning(error.what());
    refresh_failed_ = true;
    told = State(LinkState::kLost, messageOf(error));
    outgoing_.push_back({});
    news_ = true;
    soon(kRetryInterval);
  }
  outgoing_.back().state = told;
}

/// A query that fails is tried again: the chart keeps what it has.
void RunLink::Reader::answerQuery() {
  query_due_.reset();
  try {
    const Clock::time_point begun = Clock::now();
    ChartReply reply = source_->query(*query_);
    // Hundreds of series may take as long as news need to come: the thread, and the disk, are not theirs alone.
    answer_again_ = Clock::now() + kRestAfterAnswer * (Clock::now() - begun);
    if (outgoing_.empty()) outgoing_.push_back({});
    outgoing_.back().chart = std::move(reply);
  } catch (const std::exception& error) {
    log::warning(error.what());
    query_due_ = Clock::now() + kRetryInterval;
    soon(kRetryInterval);
  }
}

void RunLink::Reader::listCheckpoints() {
  try {
    tell_([this, entries = source_->checkpoints()] { emit link_.checkpointsListed(entries); });
  } catch (const std::exception& error) {
    log::warning(error.what());
  }
}

void RunLink::Reader::deliver() {
  if (outgoing_.empty() || delivering_) return;
  delivering_ = true;
  tell_([this, parcel = std::move(outgoing_.front())] {
    const QPointer<RunLink> link(&link_);
    // Whoever hears it may let the link go.
    if (parcel.update) emit link->updated(parcel.update);
    if (link && parcel.state) emit link->connectionChanged(parcel.state->first, parcel.state->second);
    if (link && parcel.chart) emit link->charted(*parcel.chart);
    if (!link) return;
    link->reading_.post([reader = link->reader_] {
      reader->delivering_ = false;
      reader->soon();
    });
  });
  outgoing_.pop_front();
}

RunLink::RunLink(Open open, QObject* parent)
    : QObject(parent),
      place_(std::make_shared<Place>()),
      pictures_wanted_(std::make_shared<Wishes>()),
      reader_(std::make_shared<Reader>(*this, place_, pictures_wanted_, std::move(open))) {}

RunLink::~RunLink() {
  place_->leave();
  commands_.post([place = place_] { place->close(); });  // what is being read may wait for it
  reading_.post([reader = reader_] { reader->end(); });
}

const RunLink::Open& RunLink::opener() const { return reader_->opener(); }

void RunLink::start() {
  reading_.post([reader = reader_, tell = reading_.teller(), there = reading_.there()] { reader->open(tell, there); });
}

void RunLink::setVisible(bool visible) {
  reading_.post([reader = reader_, visible] { reader->setVisible(visible); });
}

void RunLink::query(const ChartQuery& query) {
  reading_.post([reader = reader_, query] { reader->setQuery(query); });
}

void RunLink::requestCheckpoints() {
  reading_.post([reader = reader_] { reader->wantCheckpoints(); });
}

void RunLink::requestSample(const QString& name) {
  QString dropped;
  {
    const std::lock_guard lock(pictures_wanted_->mutex);
    std::vector<QString>& wanted = pictures_wanted_->samples;
    wanted.push_back(name);
    if (pictures_wanted_->newest_win && wanted.size() > kMostSlowSheets) {
      dropped = wanted.front();
      wanted.erase(wanted.begin());
    }
  }
  // Not from inside the wish for another one.
  if (!dropped.isEmpty()) {
    QMetaObject::invokeMethod(
        this, [this, dropped] { emit sampleDropped(dropped); }, Qt::QueuedConnection);
  }
  loadPicture();
}

void RunLink::requestPreview(const QString& name) {
  {
    const std::lock_guard lock(pictures_wanted_->mutex);
    pictures_wanted_->previews.push_back(name);
  }
  loadPicture();
}

void RunLink::loadPicture() {
  pictures_.post([this, tell = pictures_.teller(), place = place_, wanted = pictures_wanted_] {
    QString newest;
    bool small = false;
    {
      const std::lock_guard lock(wanted->mutex);
      small = !wanted->previews.empty();
      std::vector<QString>& names = small ? wanted->previews : wanted->samples;
      if (names.empty()) return;
      newest = std::move(names.back());
      names.pop_back();
    }
    SheetContent content;
    try {
      content = place->with([&](RunSource& source) {
        return small ? SheetContent{source.preview(newest.toStdString(), kPreviewSide)}
                     : source.sample(newest.toStdString());
      });
    } catch (const std::exception& error) {
      log::warning(error.what());
    }
    tell([this, newest, content, small] {
      small ? emit previewLoaded(newest, content.image) : emit sampleLoaded(newest, content);
    });
  });
}

std::function<std::optional<SamplerLoad>()> RunLink::samplerLoadAsked() const {
  return [place = place_] { return place->with([](RunSource& source) { return source.samplerLoad(); }); };
}

std::function<ToldEvaluations(const std::string& mark)> RunLink::evaluationsAsked() const {
  return [place = place_](const std::string& mark) {
    return place->with([&mark](RunSource& source) { return source.evaluations(mark); });
  };
}

QString RunLink::send(Command command) {
  if (command.id.empty()) command.id = randomHex(16);
  QString id = QString::fromStdString(command.id);
  commands_.post([this, tell = commands_.teller(), place = place_, command = std::move(command)] {
    const auto answer = [this, tell, command](const CommandAnswer& said) {
      tell([this, command, said] { emit answered(command, said); });
    };
    try {
      place->with([&](RunSource& source) { source.command(command, answer); });
    } catch (const std::exception& error) {
      answer({CommandResult::kRefused, 0, messageOf(error)});
    }
  });
  return id;
}

}  // namespace gan
