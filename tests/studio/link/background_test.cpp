#include "link/background.h"

#include <gtest/gtest.h>

#include <QTest>
#include <QThread>
#include <atomic>
#include <future>

namespace gan {
namespace {

using std::chrono::milliseconds;

constexpr int kPatience = 20'000;  // ms

/// What is under way for as long as a test wants: a disk that does not answer.
class Hanging {
 public:
  void hang() {
    began_.set_value();
    opened_.get_future().wait();
  }
  void waitUntilItHangs() { began_.get_future().wait(); }
  void open() { opened_.set_value(); }

 private:
  std::promise<void> began_;
  std::promise<void> opened_;
};

TEST(Background, WorksElsewhereAndAnswersHere) {
  Background background(QStringLiteral("test"));
  QThread* worked = nullptr;
  QThread* answered = nullptr;
  int answer = 0;
  background.run(
      [&] {
        worked = QThread::currentThread();
        return 42;
      },
      [&](int result) {
        answered = QThread::currentThread();
        answer = result;
      });
  ASSERT_TRUE(QTest::qWaitFor([&] { return answer == 42; }, kPatience));
  EXPECT_NE(worked, QThread::currentThread());
  EXPECT_EQ(answered, QThread::currentThread());
}

TEST(Background, NewestWinsAndWhatWasNotBegunIsNotDone) {
  Background background(QStringLiteral("test"));
  Hanging first;
  std::vector<int> done;
  std::vector<int> answered;
  const auto ask = [&](int number) {
    background.run(
        [&, number] {
          if (number == 0) first.hang();
          done.push_back(number);
          return number;
        },
        [&](int result) { answered.push_back(result); });
  };
  ask(0);
  first.waitUntilItHangs();
  for (int number = 1; number < 5; ++number) ask(number);
  first.open();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !answered.empty(); }, kPatience));
  EXPECT_EQ(done, (std::vector{0, 4}));
  EXPECT_EQ(answered, std::vector{4});
}

TEST(Background, WhatIsCancelledIsNotAnsweredAlsoWhenItsAnswerIsOnTheWay) {
  Background background(QStringLiteral("test"));
  std::promise<void> told;
  bool answered = false;
  background.post([&, tell = background.newest()] {
    tell([&] { answered = true; });
    told.set_value();
  });
  told.get_future().wait();  // the answer waits for this thread's event loop
  background.cancel();
  bool later = false;
  background.run([] { return 1; }, [&](int) { later = true; });
  ASSERT_TRUE(QTest::qWaitFor([&] { return later; }, kPatience));
  EXPECT_FALSE(answered);
}

TEST(Background, WhatIsPostedIsDoneInOrderAlsoWhenItsOwnerGoes) {
  std::vector<int> done;
  {
    Background background(QStringLiteral("test"));
    for (int number = 0; number < 100; ++number) background.post([&done, number] { done.push_back(number); });
  }
  ASSERT_TRUE(waitForEndings(milliseconds(kPatience)));
  ASSERT_EQ(done.size(), 100U);
  EXPECT_TRUE(std::ranges::is_sorted(done));
}

TEST(Background, GoesWhileItsWorkHangsAndAnswersNobody) {
  Hanging disk;
  std::atomic<bool> answered{false};
  {
    Background background(QStringLiteral("test"));
    background.run(
        [&] {
          disk.hang();
          return 1;
        },
        [&](int) { answered = true; });
    disk.waitUntilItHangs();
  }  // comes back although the disk does not
  EXPECT_FALSE(waitForEndings(milliseconds(20))) << "who waits gets the time back that it gave";
  disk.open();
  EXPECT_TRUE(waitForEndings(milliseconds(kPatience)));
  QCoreApplication::processEvents();
  EXPECT_FALSE(answered);
}

TEST(Background, AnAnswerOnTheWayToAnOwnerThatWentIsDropped) {
  bool answered = false;
  auto background = std::make_unique<Background>(QStringLiteral("test"));
  std::promise<Background::Tell> given;
  background->post([&, tell = background->teller()] {
    tell([&] { answered = true; });
    given.set_value(tell);
  });
  const Background::Tell tell = given.get_future().get();
  background.reset();
  tell([&] { answered = true; });
  ASSERT_TRUE(waitForEndings(milliseconds(kPatience)));
  QCoreApplication::processEvents();
  EXPECT_FALSE(answered);
}

/// No thread is left behind: one that went has been joined, and with it went what lived on it.
TEST(Background, WhatLivesOnItsThreadGoesThereWithIt) {
  QThread* lived = nullptr;
  QThread* went = nullptr;
  {
    Background background(QStringLiteral("test"));
    background.post([&, there = background.there()] {
      auto* object = new QObject(there);
      lived = QThread::currentThread();
      QObject::connect(object, &QObject::destroyed, [&] { went = QThread::currentThread(); });
    });
  }
  ASSERT_TRUE(waitForEndings(milliseconds(kPatience)));
  EXPECT_NE(lived, nullptr);
  EXPECT_EQ(went, lived);
}

TEST(Background, WithoutWorkHasNoThread) {
  for (int i = 0; i < 10'000; ++i) const Background background(QStringLiteral("test"));
  EXPECT_TRUE(waitForEndings(milliseconds(0)));
}

}  // namespace
}  // namespace gan
