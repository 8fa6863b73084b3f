#include "dialogs/attach_dialog.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include "state/preferences.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

/// Those of the person who runs the test stay as they are.
struct OwnSettings {
  OwnSettings() { qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder / "settings.ini").string())); }
  ~OwnSettings() { qunsetenv("GAN_STUDIO_SETTINGS"); }
  OwnSettings(const OwnSettings&) = delete;
  OwnSettings& operator=(const OwnSettings&) = delete;

  TemporaryFolder folder;
};

class AttachDialogTest : public testing::Test {
 protected:
  AttachDialogTest() {
    preferences_.setHosts({{.folder = RunPlace::ofTarget(QStringLiteral("ssh://ann@node/elsewhere")),
                            .engine = QStringLiteral("~/gan/bin/gan-engine")}});
    dialog_.setAttribute(Qt::WA_DeleteOnClose, false);
    QObject::connect(&dialog_, &AttachDialog::chosen, &dialog_, [this](const RunPlace& place, const QString& engine) {
      chosen_ = place;
      engine_ = engine;
    });
  }
  QLineEdit* line(const char* name) { return dialog_.findChild<QLineEdit*>(QLatin1String(name)); }
  QPushButton* go() { return dialog_.findChild<QPushButton*>(QStringLiteral("go")); }
  QString complaint() { return dialog_.findChild<QLabel*>(QStringLiteral("complaint"))->text(); }

  OwnSettings settings_;
  Preferences preferences_;
  AttachDialog dialog_{preferences_};
  RunPlace chosen_;
  QString engine_;
};

TEST_F(AttachDialogTest, WithoutAnAddressThereIsNothingToAttachToAndNothingWrong) {
  EXPECT_FALSE(go()->isEnabled());
  EXPECT_EQ(complaint(), QString());
}

TEST_F(AttachDialogTest, NamesTheRunByItsAddressUnlessAPersonDoes) {
  line("attach_address")->setText(QStringLiteral(" ssh://gpu1/runs/flowers "));
  EXPECT_EQ(line("attach_name")->placeholderText(), QStringLiteral("flowers (gpu1)"));
  go()->click();
  EXPECT_EQ(chosen_.target, QStringLiteral("ssh://gpu1/runs/flowers"));
  EXPECT_EQ(chosen_.name, QStringLiteral("flowers (gpu1)"));
  line("attach_name")->setText(QStringLiteral("Roses"));
  go()->click();
  EXPECT_EQ(chosen_.name, QStringLiteral("Roses"));
}

TEST_F(AttachDialogTest, TakesTheEngineFromWhatIsKnownOfTheComputerUnlessAPersonNamesAnother) {
  line("attach_address")->setText(QStringLiteral("ssh://ann@node/runs/flowers"));
  EXPECT_EQ(line("attach_engine")->text(), QStringLiteral("~/gan/bin/gan-engine"));
  go()->click();
  EXPECT_EQ(engine_, QStringLiteral("~/gan/bin/gan-engine"));
  line("attach_address")->setText(QStringLiteral("ssh://bob@node/runs/flowers"));
  EXPECT_EQ(line("attach_engine")->text(), QString()) << "another person's is somewhere else";
  QTest::keyClicks(line("attach_engine"), QStringLiteral(" /opt/gan-engine "));
  line("attach_address")->setText(QStringLiteral("ssh://ann@node/runs/roses"));
  go()->click();
  EXPECT_EQ(engine_, QStringLiteral("/opt/gan-engine"));
}

TEST_F(AttachDialogTest, AsksForNoEngineWhereNobodyLogsIn) {
  QTest::keyClicks(line("attach_engine"), QStringLiteral("/opt/gan-engine"));
  line("attach_address")->setText(QStringLiteral("tls://node:7420"));
  EXPECT_FALSE(line("attach_engine")->isEnabled());
  go()->click();
  EXPECT_EQ(chosen_.target, QStringLiteral("tls://node:7420"));
  EXPECT_EQ(engine_, QString());
  line("attach_address")->clear();
  EXPECT_TRUE(line("attach_engine")->isEnabled());
}

TEST_F(AttachDialogTest, SaysWhatIsWrongWithAnAddress) {
  line("attach_address")->setText(QStringLiteral("/runs/flowers"));
  EXPECT_FALSE(go()->isEnabled());
  EXPECT_TRUE(complaint().contains(QStringLiteral("ssh://"))) << complaint().toStdString();
  line("attach_address")->setText(QStringLiteral("ssh://gpu1"));
  EXPECT_FALSE(go()->isEnabled());
  EXPECT_TRUE(complaint().contains(QStringLiteral("path"))) << complaint().toStdString();
}

}  // namespace
}  // namespace gan
