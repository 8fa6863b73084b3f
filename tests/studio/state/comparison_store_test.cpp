#include "state/comparison_store.h"

#include <gtest/gtest.h>

#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <thread>

#include "config/yaml.h"
#include "studio/support/fake_run_source.h"

namespace gan {
namespace {

using test::FakeRun;

constexpr int kPatience = 20'000;  // ms

class ComparisonStoreTest : public testing::Test {
 protected:
  ComparisonStoreTest() {
    for (int i = 0; i < 4; ++i) {
      const auto run = std::make_shared<FakeRun>();
      const std::string path = "/runs/run-" + std::to_string(i);
      RunConfig config;
      config.setText("data.batch_size", std::to_string(16 * (1 + i % 2)));
      run->facts.path = path;
      run->facts.config_yaml = toYaml(config);
      run->setSeries({"loss/d", "loss/g"});
      run->changeSummary([](RunSummary& summary) { summary.step = 100; });
      runs_.push_back(run);
      paths_ << QString::fromStdString(path);
    }
  }
  std::unique_ptr<ComparisonStore> make(int count) {
    QVector<RunPlace> named;
    for (const QString& path : paths_.mid(0, count)) named << RunPlace{path, path.mid(6)};
    return std::make_unique<ComparisonStore>(named, [this](const RunPlace& place) -> RunLink::Open {
      return test::opening(runs_[static_cast<std::size_t>(paths_.indexOf(place.target))]);
    });
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatience); }

  test::EndingsAwaited endings_;
  std::vector<std::shared_ptr<FakeRun>> runs_;
  QStringList paths_;
};

TEST_F(ComparisonStoreTest, ReadsAllRunsAFewAtATime) {
  // The first two are held until a third would have been opened.
  struct Gate {
    std::atomic<bool> open = false;
    std::atomic<int> came = 0;
  };
  const auto gate = std::make_shared<Gate>();
  const auto opens_in_any_case = qScopeGuard([gate] { gate->open = true; });
  for (const auto& run : runs_) {
    run->on_schema = [gate] {
      ++gate->came;
      while (!gate->open) std::this_thread::yield();
    };
  }
  const auto store = make(4);
  store->start();
  ASSERT_TRUE(until([&] { return gate->came == 2; }));
  gate->open = true;
  ASSERT_TRUE(until([&] {
    for (int number = 0; number < 4; ++number) {
      if (!store->run(number).isOpen()) return false;
    }
    return true;
  }));
  EXPECT_EQ(gate->came, 4);
}

TEST_F(ComparisonStoreTest, SaysWhatDiffersOnceAllRunsAreKnown) {
  const auto store = make(2);
  EXPECT_FALSE(store->configuration().hasRows());
  store->start();
  ASSERT_TRUE(until([&] { return store->configuration().rowCount() > 0; }));
  ASSERT_EQ(store->configuration().rowCount(), 1);
  const auto cell = [&](int column) { return store->configuration().index(0, column).data().toString(); };
  EXPECT_EQ(cell(ConfigurationModel::kPath), QStringLiteral("data.batch_size"));
  EXPECT_EQ(cell(ConfigurationModel::kFirstRun), QStringLiteral("16"));
  EXPECT_EQ(cell(ConfigurationModel::kFirstRun + 1), QStringLiteral("32"));
}

TEST_F(ComparisonStoreTest, LeavesOutScoresOfRunsThatAreMeasuredByOtherImages) {
  const std::vector<std::string> scored = {"loss/d", "evaluation/inception-fid-0123abcd-2048/fid"};
  for (int i = 1; i < 4; ++i) {
    runs_[static_cast<std::size_t>(i)]->setSeries(scored);
    runs_[static_cast<std::size_t>(i)]->facts.data_fingerprint = i == 2 ? "other images" : "images";
  }
  const auto store = make(4);
  store->start();
  ASSERT_TRUE(until([&] {
    for (int number = 0; number < 4; ++number) {
      if (!store->run(number).isOpen() || store->run(number).series().names().isEmpty()) return false;
    }
    return true;
  }));
  EXPECT_EQ(store->scoredRun(), 1) << "the first has none";
  EXPECT_EQ(store->scoredByOtherImages(), QVector<int>({2}));
  EXPECT_EQ(store->comparableSeries(1).size(), 2);
  EXPECT_EQ(store->comparableSeries(2), QStringList({QStringLiteral("loss/d")}));
  EXPECT_EQ(store->comparableSeries(3).size(), 2);
}

TEST_F(ComparisonStoreTest, TellsWhatIsChangedWhileARunTrains) {
  runs_[1]->facts.config_yaml = runs_[0]->facts.config_yaml;
  runs_[1]->changeSummary([](RunSummary& summary) {
    summary.live_values = {{"optimizer.generator.learning_rate", 0.5}};
  });
  const auto store = make(2);
  store->start();
  ASSERT_TRUE(until([&] { return store->configuration().rowCount() == 1; }));
  const QString value = store->configuration().index(0, ConfigurationModel::kFirstRun + 1).data().toString();
  EXPECT_TRUE(value.endsWith(QStringLiteral(" → 0.5"))) << value.toStdString();
}

TEST_F(ComparisonStoreTest, KnowsWhereABranchLeftItsParent) {
  runs_[1]->facts.parent_path = runs_[0]->facts.path;
  runs_[1]->facts.parent_step = 60;
  const auto store = make(2);
  QSignalSpy changed(store.get(), &ComparisonStore::branchPointsChanged);
  store->start();
  ASSERT_TRUE(until([&] { return changed.size() == 2; }));
  EXPECT_EQ(store->branchPoints(), (std::vector<qint64>{60, 60}));
  EXPECT_EQ(store->firstStep(0), 1);
  EXPECT_EQ(store->firstStep(1), 61);
}

TEST_F(ComparisonStoreTest, ARunThatCannotBeReadKeepsTheOthersFromNothing) {
  runs_[0]->on_schema = [] { throw Error(ErrorCode::kDataLoss, "run_bad_manifest", "The manifest is damaged."); };
  const auto store = make(3);
  QSignalSpy failed(store.get(), &ComparisonStore::failed);
  store->start();
  ASSERT_TRUE(until([&] { return store->configuration().rowCount() == 1; }));
  ASSERT_EQ(failed.size(), 1);
  EXPECT_EQ(failed.first().first().toInt(), 0);
  EXPECT_TRUE(store->run(2).isOpen());
  EXPECT_EQ(store->configuration().index(0, ConfigurationModel::kFirstRun).data().toString(), QStringLiteral("–"));
}

TEST_F(ComparisonStoreTest, AQuestionIsAnsweredByItsRun) {
  for (std::size_t i = 0; i < 2; ++i) {
    runs_[i]->on_query = [i](const ChartQuery& query) {
      return ChartReply{.stamp = query.stamp, .first_step = 1, .last_step = static_cast<qint64>(100 + i), .curves = {}};
    };
  }
  const auto store = make(2);
  qint64 last = 0;
  QObject::connect(store.get(), &ComparisonStore::charted, store.get(), [&](int number, const ChartReply& reply) {
    if (number == 1) last = reply.last_step;
  });
  store->start();
  store->query(1, {.stamp = 7, .names = {QStringLiteral("loss/g")}});
  EXPECT_TRUE(until([&] { return last == 101; }));
}

}  // namespace
}  // namespace gan
