#include "latent_explorer/exports_panel.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "latent_explorer/exports_model.h"

namespace gan {
namespace {

class ExportsPanelTest : public testing::Test {
 protected:
  void SetUp() override {
    panel.resize(700, 250);
    panel.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel));
    panel.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&panel));
  }
  void list(ExportRow::Phase phase, const QString& folder = {}, bool is_here = true) {
    model.setExports({{.id = QStringLiteral("e1"),
                       .wish = {},
                       .phase = phase,
                       .created_unix_seconds = 1,
                       .is_here = is_here,
                       .folder = folder}});
    view().setFocus();
    view().setCurrentIndex(model.index(0, 0));
  }
  QTreeView& view() { return *panel.findChild<QTreeView*>(QStringLiteral("exports")); }
  QToolButton& button(const char* name) { return *panel.findChild<QToolButton*>(QLatin1String(name)); }
  QLabel& sentence() { return *panel.findChild<QLabel*>(QStringLiteral("exports_sentence")); }

  ExportsModel model;
  ExportsPanel panel{model};
};

TEST_F(ExportsPanelTest, IsListedWhileItIsSeen) {
  EXPECT_TRUE(model.isWatched());
  panel.hide();
  EXPECT_FALSE(model.isWatched());
}

TEST_F(ExportsPanelTest, SaysHowToFillItAndWhyItCannotBe) {
  EXPECT_TRUE(sentence().text().startsWith(QStringLiteral("The exports are being listed")));
  model.setExports({});
  EXPECT_TRUE(sentence().text().startsWith(QStringLiteral("No exports yet")));
  model.setProblem(QStringLiteral("Nobody answers."));
  EXPECT_EQ(sentence().text(), QStringLiteral("Nobody answers."));
  EXPECT_TRUE(button("export_samples").isEnabled());
  model.setRefusal(QStringLiteral("Weights alone."));
  EXPECT_EQ(sentence().text(), QStringLiteral("Weights alone."));
  EXPECT_FALSE(button("export_samples").isEnabled());
  EXPECT_FALSE(button("export_film").isEnabled());
  EXPECT_FALSE(button("export_sheet").isEnabled());
}

TEST_F(ExportsPanelTest, WhatIsBeingFetchedCanBeStopped) {
  const QSignalSpy stopped(&panel, &ExportsPanel::fetchStopWished);
  const QSignalSpy cancelled(&panel, &ExportsPanel::cancelWished);
  list(ExportRow::Phase::kDone, {}, /*is_here=*/false);
  model.setFetched(QStringLiteral("e1"), 0.25);
  EXPECT_EQ(button("export_cancel").text(), QStringLiteral("Stop fetching"));
  EXPECT_FALSE(button("export_open").isEnabled());
  QTest::keyClick(&view(), Qt::Key_Delete);
  ASSERT_EQ(stopped.size(), 1);
  EXPECT_EQ(stopped.first().first().toString(), QStringLiteral("e1"));
  EXPECT_EQ(cancelled.size(), 0);
  model.setFetched(QStringLiteral("e1"), {});
  EXPECT_EQ(button("export_cancel").text(), QStringLiteral("Remove …"));
  EXPECT_TRUE(button("export_open").isEnabled());
}

TEST_F(ExportsPanelTest, OffersWhatCanBeDoneWithTheChosenOne) {
  EXPECT_FALSE(button("export_open").isEnabled());
  EXPECT_FALSE(button("export_cancel").isEnabled());
  list(ExportRow::Phase::kRunning, QStringLiteral("/here"));
  EXPECT_TRUE(button("export_cancel").isEnabled());
  EXPECT_FALSE(button("export_continue").isEnabled());
  list(ExportRow::Phase::kInterrupted, QStringLiteral("/here"));
  EXPECT_TRUE(button("export_cancel").isEnabled());
  EXPECT_TRUE(button("export_continue").isEnabled());
  EXPECT_EQ(button("export_cancel").text(), QStringLiteral("Cancel"));
  list(ExportRow::Phase::kDone, QStringLiteral("/here"));
  EXPECT_EQ(button("export_cancel").text(), QStringLiteral("Remove …"));
  EXPECT_FALSE(button("export_continue").isEnabled());
  EXPECT_TRUE(button("export_open").isEnabled());
}

TEST_F(ExportsPanelTest, SaysWhyTheChosenOneFailed) {
  model.setExports({{.id = QStringLiteral("e1"),
                     .wish = {},
                     .phase = ExportRow::Phase::kFailed,
                     .problem = QStringLiteral("The disk is full.")}});
  EXPECT_TRUE(sentence().text().isEmpty());
  view().setCurrentIndex(model.index(0, 0));
  EXPECT_EQ(sentence().text(), QStringLiteral("The disk is full."));
}

TEST_F(ExportsPanelTest, KeysOpenFilesThatAreHereAndFetchOthers) {
  const QSignalSpy opened(&panel, &ExportsPanel::openWished);
  const QSignalSpy fetched(&panel, &ExportsPanel::fetchWished);
  list(ExportRow::Phase::kDone, QStringLiteral("/here"));
  QTest::keyClick(&view(), Qt::Key_Return);
  ASSERT_EQ(opened.size(), 1);
  EXPECT_EQ(opened.first().first().toString(), QStringLiteral("/here"));
  list(ExportRow::Phase::kRunning, {}, /*is_here=*/false);
  EXPECT_FALSE(button("export_open").isEnabled()) << "it is not whole";
  list(ExportRow::Phase::kWaiting);
  EXPECT_FALSE(button("export_open").isEnabled()) << "there is no folder yet";
  list(ExportRow::Phase::kDone, {}, /*is_here=*/false);
  EXPECT_EQ(button("export_open").text(), QStringLiteral("Fetch …"));
  QTest::keyClick(&view(), Qt::Key_Return);
  ASSERT_EQ(fetched.size(), 1);
  EXPECT_EQ(fetched.first().first().toString(), QStringLiteral("e1"));
  EXPECT_EQ(opened.size(), 1);
}

TEST_F(ExportsPanelTest, DeleteCancelsWhatIsNotDoneAndRemovesWhatIs) {
  const QSignalSpy cancelled(&panel, &ExportsPanel::cancelWished);
  const QSignalSpy removed(&panel, &ExportsPanel::removeWished);
  list(ExportRow::Phase::kDone);
  QTest::keyClick(&view(), Qt::Key_Delete);
  EXPECT_EQ(cancelled.size(), 0);
  ASSERT_EQ(removed.size(), 1);
  EXPECT_EQ(removed.first().first().toString(), QStringLiteral("e1"));
  list(ExportRow::Phase::kFailed);
  QTest::keyClick(&view(), Qt::Key_Delete);
  ASSERT_EQ(cancelled.size(), 1) << "what was made of it is in the way";
  EXPECT_EQ(cancelled.first().first().toString(), QStringLiteral("e1"));
}

}  // namespace
}  // namespace gan
