#pragma once

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QString>
#include <QStringList>
#include <QTest>
#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "state/steering.h"
#include "studio/support/fake_run_source.h"

namespace gan {

inline constexpr int kPatience = 20'000;  // ms
inline const QString kRate = QStringLiteral("optimizer.generator.learning_rate");
inline const QString kTruncation = QStringLiteral("sampling.truncation");

/// An engine whose answers the test gives one by one.
class Desk {
 public:
  CommandAnswer take(const Command& command, const std::shared_ptr<test::FakeRun>& run) {
    std::unique_lock lock(mutex_);
    commands_.push_back(command);
    const auto own = [&] {
      return std::ranges::find_if(answers_, [&](const Given& given) { return !given.to || given.to == command.kind; });
    };
    changed_.wait(lock, [&] { return own() != answers_.end() || closed_; });
    if (own() == answers_.end()) return {CommandResult::kRefused, 0, {"closed", "closed", {}}};
    const CommandAnswer answer = own()->answer;
    answers_.erase(own());
    lock.unlock();
    if (answer.result == CommandResult::kApplied && command.kind == CommandKind::kSet) {
      run->changeSummary([&](RunSummary& summary) {
        for (const Assignment& value : command.values) summary.live_values[value.path] = value.value;
      });
    }
    return answer;
  }
  /// Of those that wait, one of this kind gets it; without a kind any of them.
  void answer(const CommandAnswer& answer, std::optional<CommandKind> to = {}) {
    {
      const std::lock_guard lock(mutex_);
      answers_.push_back({to, answer});
    }
    changed_.notify_all();
  }
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
  }
  std::vector<Command> commands() {
    const std::lock_guard lock(mutex_);
    return commands_;
  }

 private:
  struct Given {
    std::optional<CommandKind> to;
    CommandAnswer answer;
  };
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Command> commands_;
  std::deque<Given> answers_;
  bool closed_ = false;
};

/// A run that trains, and what a person steers it with.
class SteeringTest : public testing::Test {
 protected:
  SteeringTest() {
    run_->facts.config_yaml = "optimizer.generator.learning_rate: 7e-4\n";
    run_->on_command = [this](const Command& command) { return desk_.take(command, run_); };
    run_->changeSummary([](RunSummary& summary) {
      const RunConfig config;
      for (const Field& field : Schema::builtin().fields()) {
        if (field.change == Change::kLive) summary.live_values[field.path] = config.value(field.path);
      }
      summary.live_values["optimizer.generator.learning_rate"] = 1e-4;
      summary.live_values["sampling.truncation"] = 0.0;
    });
    QObject::connect(&steering_, &Steering::reported, [this](const QString& sentence, bool refused) {
      sentences_ << sentence;
      last_refused_ = refused;
    });
    link_.start();
    EXPECT_TRUE(QTest::qWaitFor([&] { return settings().value(kRate).isValid(); }, kPatience));
    run_->setState(LinkState::kConnected);
    EXPECT_TRUE(QTest::qWaitFor([&] { return store_.canSteer(); }, kPatience));
  }
  ~SteeringTest() override { desk_.close(); }

  SettingsModel& settings() { return steering_.settings(); }
  bool waitForCommands(std::size_t count) {
    return QTest::qWaitFor([&] { return desk_.commands().size() >= count; }, kPatience);
  }
  bool waitForState(const QString& path, SettingsModel::State state) {
    return QTest::qWaitFor([&] { return settings().state(path) == state; }, kPatience);
  }
  void applyAt(std::int64_t step) { desk_.answer({CommandResult::kApplied, step, {}}); }
  /// Answers a command of this kind, and waits until that is told.
  void answer(CommandKind kind, const CommandAnswer& answer) {
    const qsizetype told = sentences_.size();
    desk_.answer(answer, kind);
    ASSERT_TRUE(QTest::qWaitFor([&] { return sentences_.size() > told; }, kPatience));
  }
  /// The first, second ... command of this kind that was sent.
  Command sent(CommandKind kind, std::size_t number = 0) {
    std::vector<Command> commands = desk_.commands();
    std::erase_if(commands, [kind](const Command& command) { return command.kind != kind; });
    return commands.at(number);
  }
  /// What the run's files say of a command, behind what was added before, with the rate that is then in force.
  void journal(const Command& command, const CommandAnswer& answer, double rate, double rate_before = 0) {
    CommandHandled handled{command, answer, {}};
    if (rate_before > 0) handled.previous = {{kRate.toStdString(), rate_before}};
    run_->add(answer.step, handled);
    run_->changeSummary([rate](RunSummary& summary) { summary.live_values[kRate.toStdString()] = rate; });
  }
  /// What was added is read.
  void arrive() {
    QSignalSpy changed(&store_, &RunStore::summaryChanged);
    run_->announce();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !changed.isEmpty(); }, kPatience));
  }
  double rate() { return settings().value(kRate).toDouble(); }
  /// A change that was wished and applied.
  void change(const QString& path, double value) {
    const std::size_t before = desk_.commands().size();
    const qsizetype told = sentences_.size();
    settings().wish(path, value);
    ASSERT_TRUE(waitForCommands(before + 1));
    applyAt(100);
    ASSERT_TRUE(QTest::qWaitFor([&] { return sentences_.size() > told; }, kPatience));
  }

  std::shared_ptr<test::FakeRun> run_ = std::make_shared<test::FakeRun>();
  Desk desk_;
  test::EndingsAwaited endings_;
  RunLink link_{test::opening(run_)};
  RunStore store_{link_};
  Steering steering_{store_};
  QAbstractItemModelTester tester_{&steering_.settings(), QAbstractItemModelTester::FailureReportingMode::Fatal};
  QStringList sentences_;
  bool last_refused_ = false;
};

}  // namespace gan
