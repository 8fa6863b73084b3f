#include "link/run_link.h"

#include <QThreadPool>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>

#include "core/error.h"
#include "core/log.h"
#include "core/random_hex.h"
#include "link/ending.h"

namespace gan {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kVisibleInterval(100);
constexpr std::chrono::milliseconds kHiddenInterval(1000);
constexpr std::chrono::milliseconds kRetryInterval(1000);
/// The GUI thread takes history in pieces, so that it stays responsive.
constexpr std::size_t kMaxEvents = 2'000;
/// As many as there are kinds of commands: a pause must not wait behind a checkpoint.
constexpr int kCommandThreads = 10;

std::vector<std::shared_ptr<const RunUpdate>> slices(RunUpdate update) {
  std::vector<std::shared_ptr<const RunUpdate>> parts;
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
    parts.push_back(std::move(part));
  } while (done < update.events.size());
  return parts;
}

}  // namespace

/// What the threads share is guarded by `mutex`. Everything that is emitted runs on the GUI thread, as an event of the
/// link, while there is one: the rest may take longer to end.
struct RunLink::Impl {
  Impl(RunLink& owner, Open open_source) : link(&owner), open(std::move(open_source)) {
    commands.setMaxThreadCount(kCommandThreads);
    pictures.setMaxThreadCount(1);
  }
  /// Waits for the threads.
  ~Impl();
  /// From now on nothing is emitted.
  void leave() {
    change([this] {
      link = nullptr;
      stopping = true;
    });
  }

  using Task = std::function<void()>;
  void read();
  void openSource();
  Task nextTask(Clock::time_point now, Clock::time_point& due);
  void deliver();
  void refresh();
  void answerQuery(const ChartQuery& query);
  void loadSample();
  void listCheckpoints();

  void execute(const Command& command, std::uint64_t number);
  std::shared_ptr<RunSource> waitForSource();

  void emitLater(Task signal) {
    const std::lock_guard lock(mutex);
    if (link != nullptr) QMetaObject::invokeMethod(link, std::move(signal), Qt::QueuedConnection);
  }
  /// Sets something under the mutex and wakes the reading thread.
  template <class Change>
  void change(const Change& what) {
    {
      const std::lock_guard lock(mutex);
      what();
    }
    wake.notify_all();
  }

  RunLink* link;  ///< Null once it is gone; the GUI thread alone may look without the mutex.
  const Open open;

  std::mutex mutex;
  std::condition_variable wake;
  bool stopping = false;
  bool visible = true;
  bool news = true;         ///< There may be something to refresh: at first, history.
  bool delivering = false;  ///< An update is on its way to the GUI thread, which gets no other one meanwhile.
  std::optional<ChartQuery> query;
  Clock::time_point query_not_before;
  std::uint64_t next_command = 0;  ///< Number of the one that may be sent; those before it are with the engine.
  std::vector<QString> samples;  ///< The newest wish is the last one, and is served first. One task each in `pictures`.
  bool checkpoints = false;
  std::optional<Message> failure;                          ///< Why there will be no source.
  std::optional<std::pair<LinkState, Message>> state;      ///< What the source said last.
  std::optional<std::pair<LinkState, Message>> new_state;  ///< The same, until a refresh has taken it along.
  std::shared_ptr<RunSource> source;

  // The reading thread's own.
  Clock::time_point refreshed;
  bool is_history = true;
  bool refresh_failed = false;
  std::deque<Task> outgoing;  ///< Updates and states, in the order in which they are to be seen.

  std::uint64_t commands_sent = 0;  ///< The GUI thread's own.
  QThreadPool commands;
  QThreadPool pictures;
  std::thread thread;
};

RunLink::Impl::~Impl() {
  std::shared_ptr<RunSource> open_source;
  change([&] { open_source = source; });
  if (open_source) open_source->close();
  if (thread.joinable()) thread.join();
  for (QThreadPool* pool : {&commands, &pictures}) pool->clear();
  for (QThreadPool* pool : {&commands, &pictures}) pool->waitForDone();
  // While the rest is still there: the source's threads may be calling back.
  open_source.reset();
  source.reset();
}

void RunLink::Impl::read() {
  try {
    openSource();
  } catch (const std::exception& error) {
    const Message why = messageOf(error);
    change([&] { failure = why; });
    return emitLater([this, why] { emit link->failed(why); });
  }
  std::unique_lock lock(mutex);
  while (!stopping) {
    Clock::time_point due = Clock::time_point::max();
    if (const Task task = nextTask(Clock::now(), due)) {
      lock.unlock();
      task();
      lock.lock();
    } else if (due == Clock::time_point::max()) {
      wake.wait(lock);
    } else {
      wake.wait_until(lock, due);
    }
  }
}

void RunLink::Impl::openSource() {
  std::shared_ptr<RunSource> opened = open();
  bool closed = false;
  change([&] {
    source = opened;  // before anything that may take long, so that it can be closed
    closed = stopping;
  });
  if (closed) return;
  const auto facts = std::make_shared<const RunFacts>(opened->facts());
  const auto schema = std::make_shared<const Schema>(opened->schema());
  emitLater([this, facts, schema] { emit link->opened(facts, schema); });
  const auto on_new = [this] {
    const std::lock_guard lock(mutex);
    if (!std::exchange(news, true)) wake.notify_all();
  };
  const auto on_state = [this](LinkState now, const Message& why) {
    change([&] { new_state = state = std::pair(now, why); });
  };
  opened->watch({.on_new = on_new, .on_state = on_state});
}

/// What to do now; when nothing, `due` says when something will be. The mutex is held.
RunLink::Impl::Task RunLink::Impl::nextTask(Clock::time_point now, Clock::time_point& due) {
  if (!outgoing.empty() && !delivering) return [this] { deliver(); };
  if (outgoing.empty() && !delivering && (news || new_state)) {
    const auto interval = refresh_failed ? kRetryInterval : visible ? kVisibleInterval : kHiddenInterval;
    const auto next = new_state ? now : refreshed + interval;
    if (next <= now) return [this] { refresh(); };
    due = next;
  }
  if (query && query_not_before <= now) {
    return [this, wanted = *std::exchange(query, std::nullopt)] { answerQuery(wanted); };
  }
  if (query) due = std::min(due, query_not_before);
  if (std::exchange(checkpoints, false)) return [this] { listCheckpoints(); };
  return {};
}

void RunLink::Impl::deliver() {
  Task signal = std::move(outgoing.front());
  outgoing.pop_front();
  change([&] { delivering = true; });
  emitLater([this, signal = std::move(signal)] {
    signal();
    change([&] { delivering = false; });
  });
}

/// A state is told after what the files said when it was seen: of an engine that ended, the end is known by then.
void RunLink::Impl::refresh() {
  std::optional<std::pair<LinkState, Message>> told;
  change([&] {
    news = false;
    told.swap(new_state);
  });
  refreshed = Clock::now();
  try {
    RunUpdate update = source->refresh();
    update.history = std::exchange(is_history, false);
    for (auto& part : slices(std::move(update))) {
      outgoing.emplace_back([this, part] { emit link->updated(part); });
    }
    const std::lock_guard lock(mutex);
    if (std::exchange(refresh_failed, false)) told = state;
  } catch (const std::exception& error) {
    if (!refresh_failed) log::warning(error.what());
    refresh_failed = true;
    told = std::pair(LinkState::kLost, messageOf(error));
    change([&] { news = true; });
  }
  if (told) outgoing.emplace_back([this, told] { emit link->connectionChanged(told->first, told->second); });
}

/// A query that fails is tried again until a newer one takes its place: the chart keeps what it has.
void RunLink::Impl::answerQuery(const ChartQuery& wanted) {
  try {
    const ChartReply reply = source->query(wanted);
    emitLater([this, reply] { emit link->charted(reply); });
  } catch (const std::exception& error) {
    log::warning(error.what());
    const std::lock_guard lock(mutex);
    if (query) return;
    query = wanted;
    query_not_before = Clock::now() + kRetryInterval;
  }
}

void RunLink::Impl::loadSample() {
  QString name;
  change([&] {
    name = samples.back();
    samples.pop_back();
  });
  QImage image;
  try {
    image = waitForSource()->sample(name.toStdString());
  } catch (const std::exception& error) {
    log::warning(error.what());
  }
  emitLater([this, name, image] { emit link->sampleLoaded(name, image); });
}

void RunLink::Impl::listCheckpoints() {
  try {
    const auto entries = source->checkpoints();
    emitLater([this, entries] { emit link->checkpointsListed(entries); });
  } catch (const std::exception& error) {
    log::warning(error.what());
  }
}

std::shared_ptr<RunSource> RunLink::Impl::waitForSource() {
  std::unique_lock lock(mutex);
  wake.wait(lock, [this] { return stopping || failure || source; });
  if (stopping) throw Error(ErrorCode::kCancelled, "link_closed", "The run was closed before its engine answered.");
  if (failure) throw Error(ErrorCode::kFailedPrecondition, failure->id, failure->text, failure->arguments);
  return source;
}

/// Commands go out in the order in which they were given, but none waits for another's answer.
void RunLink::Impl::execute(const Command& command, std::uint64_t number) {
  const auto accepted = [&] { change([&] { next_command = std::max(next_command, number + 1); }); };
  CommandAnswer answer{CommandResult::kRefused, 0, {}};
  try {
    const std::shared_ptr<RunSource> to = waitForSource();
    {
      std::unique_lock lock(mutex);
      wake.wait(lock, [&] { return stopping || next_command == number; });
    }
    answer = to->command(command, accepted);
  } catch (const std::exception& error) {
    answer.reason = messageOf(error);
  }
  accepted();
  emitLater([this, command, answer] { emit link->answered(command, answer); });
}

RunLink::RunLink(Open open, QObject* parent) : QObject(parent), impl_(std::make_unique<Impl>(*this, std::move(open))) {}

RunLink::~RunLink() {
  impl_->leave();
  endAside([impl = std::shared_ptr<Impl>(std::move(impl_))]() mutable { impl.reset(); });
}

void RunLink::start() {
  if (!impl_->thread.joinable()) impl_->thread = std::thread([impl = impl_.get()] { impl->read(); });
}

void RunLink::setVisible(bool visible) {
  impl_->change([&] { impl_->visible = visible; });
}

void RunLink::query(const ChartQuery& query) {
  impl_->change([&] {
    impl_->query = query;
    impl_->query_not_before = {};
  });
}

void RunLink::requestSample(const QString& name) {
  impl_->change([&] { impl_->samples.push_back(name); });
  impl_->pictures.start([impl = impl_.get()] { impl->loadSample(); });
}

void RunLink::requestCheckpoints() {
  impl_->change([&] { impl_->checkpoints = true; });
}

QString RunLink::send(Command command) {
  if (command.id.empty()) command.id = randomHex(16);
  QString id = QString::fromStdString(command.id);
  impl_->commands.start([impl = impl_.get(), command = std::move(command), number = impl_->commands_sent++] {
    impl->execute(command, number);
  });
  return id;
}

}  // namespace gan
