#include "window/export_dialogs.h"

#include <QDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeView>

#include "latent_explorer/exports_panel.h"
#include "latent_explorer/latent_explorer.h"
#include "state/preferences.h"
#include "studio/support/exports_fixture.h"

namespace gan::test {
namespace {

class ExportDialogsTest : public ExportsFixture {
 protected:
  ExportDialogsTest() {
    explorer_view_.show();
    explorer_view_.showExports();
  }
  /// Asks that the one that is listed be cancelled, or removed, as its button does.
  void endListed(ExportRow::Phase phase, double seconds) {
    ListedExport only = listed("a", phase);
    only.row.seconds = seconds;
    fake_->setListed({only});
    exports_.model().setExports({only.row});
    auto* list = explorer_view_.findChild<QTreeView*>(QStringLiteral("exports"));
    list->setCurrentIndex(list->model()->index(0, 0));
    explorer_view_.findChild<QToolButton*>(QStringLiteral("export_cancel"))->click();
  }
  QMessageBox* question() { return window_.findChild<QMessageBox*>(QStringLiteral("cancel_export_question")); }
  void sayYes() { window_.findChild<QPushButton*>(QStringLiteral("yes"))->click(); }
  QDialog* dialog() { return window_.findChild<QDialog*>(QStringLiteral("export_dialog")); }

  std::unique_ptr<Preferences> preferences_ = [this] {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_.path() / "settings.ini").string()));
    return std::make_unique<Preferences>();
  }();
  QWidget window_;
  LatentExplorer explorer_view_{{explorer_.model(), explorer_.shelf(), explorer_.timeline(), explorer_.strip(),
                                 exports_.model(), explorer_.photo(), explorer_.nearest()}};
  ExportDialogs dialogs_{exports_, explorer_view_, *preferences_, window_};
};

TEST_F(ExportDialogsTest, WhatHasJustBegunIsCancelledWithoutAQuestion) {
  endListed(ExportRow::Phase::kRunning, 5);
  EXPECT_EQ(question(), nullptr);
  EXPECT_TRUE(until([&] { return fake_->cancelled().size() == 1; }));
}

TEST_F(ExportDialogsTest, WhatHasWorkedForLongIsCancelledByWhoMeansIt) {
  endListed(ExportRow::Phase::kRunning, 3700);
  ASSERT_NE(question(), nullptr);
  EXPECT_TRUE(question()->text().contains(QStringLiteral("1 h"))) << question()->text().toStdString();
  EXPECT_EQ(question()->defaultButton()->text(), QStringLiteral("&Keep it"));
  question()->reject();
  QTest::qWait(100);
  EXPECT_TRUE(fake_->cancelled().empty());
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  endListed(ExportRow::Phase::kRunning, 3700);
  sayYes();
  EXPECT_TRUE(until([&] { return fake_->cancelled().size() == 1; }));
}

TEST_F(ExportDialogsTest, WhatIsDoneIsRemovedByWhoMeansIt) {
  endListed(ExportRow::Phase::kDone, 5);
  ASSERT_NE(window_.findChild<QMessageBox*>(QStringLiteral("remove_export_question")), nullptr);
  EXPECT_TRUE(fake_->removed().empty());
  sayYes();
  EXPECT_TRUE(until([&] { return fake_->removed() == std::vector<QString>{QStringLiteral("a")}; }));
  EXPECT_TRUE(fake_->cancelled().empty());
}

TEST_F(ExportDialogsTest, ButtonsOpenTheDialogForWhatTheySay) {
  const QSignalSpy complaints(&dialogs_, &ExportDialogs::complained);
  const QSignalSpy begun(&dialogs_, &ExportDialogs::begun);
  auto* kept = explorer_view_.findChild<QToolButton*>(QStringLiteral("explorer_export"));
  EXPECT_FALSE(kept->isEnabled()) << "the shelf is empty";
  dialogs_.exportPoints();
  EXPECT_EQ(complaints.size(), 1);
  EXPECT_EQ(dialog(), nullptr);
  explorer_.shelf().keep(QStringLiteral("seed=1 class=0"));
  kept->click();
  ASSERT_NE(dialog(), nullptr);
  EXPECT_EQ(dialog()->windowTitle(), QStringLiteral("Export the kept points"));
  explorer_view_.findChild<QToolButton*>(QStringLiteral("export_sheet"))->click();
  ASSERT_NE(dialog(), nullptr);
  EXPECT_EQ(dialog()->windowTitle(), QStringLiteral("Make a sheet"));
  auto* start = dialog()->findChild<QPushButton*>(QStringLiteral("export_start"));
  ASSERT_TRUE(until([&] { return start->isEnabled(); }));
  start->click();
  EXPECT_EQ(begun.size(), 1);
  ASSERT_TRUE(until([&] { return fake_->started().size() == 1; }));
  EXPECT_TRUE(std::holds_alternative<SheetWish>(fake_->started()[0].pictures));
}

}  // namespace
}  // namespace gan::test
