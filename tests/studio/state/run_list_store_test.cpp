#include "state/run_list_store.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QTest>

#include "run/run_folder.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

class RunListStoreTest : public testing::Test {
 protected:
  RunListStoreTest() {
    RunManifest manifest;
    manifest.id = "0123456789abcdef";
    RunFolder::create(folder_ / "runs/first", RunConfig(), manifest);
  }
  ~RunListStoreTest() override { qunsetenv("GAN_STUDIO_SETTINGS"); }

  TemporaryFolder folder_;
  const bool settings_named_ =
      qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
  Preferences preferences_;
  QString runs_ = QString::fromStdString((folder_ / "runs").string());
};

TEST_F(RunListStoreTest, ShowsTheRunsOfAChosenFolderAndRemembersIt) {
  {
    RunListStore store(preferences_);
    const QAbstractItemModelTester tester(&store.model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    store.addFolder(runs_ + QStringLiteral("/"));
    store.addFolder(runs_);
    EXPECT_EQ(store.folders(), QStringList(runs_));
    const QString run = runs_ + QStringLiteral("/first");
    EXPECT_TRUE(QTest::qWaitFor([&] { return store.model().indexOf(run).isValid(); }, 10'000));
  }
  RunListStore again(preferences_);
  EXPECT_EQ(again.folders(), QStringList(runs_));
  again.removeFolder(runs_);
  EXPECT_TRUE(again.folders().isEmpty());
  EXPECT_TRUE(RunListStore(preferences_).folders().isEmpty());
}

}  // namespace
}  // namespace gan
