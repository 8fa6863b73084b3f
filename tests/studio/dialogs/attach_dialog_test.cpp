#include "dialogs/attach_dialog.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <memory>

namespace gan {
namespace {

class AttachDialogTest : public testing::Test {
 protected:
  AttachDialogTest() {
    dialog_.setAttribute(Qt::WA_DeleteOnClose, false);
    QObject::connect(&dialog_, &AttachDialog::chosen, &dialog_, [this](const RunPlace& place) { chosen_ = place; });
  }
  QLineEdit* line(const char* name) { return dialog_.findChild<QLineEdit*>(QLatin1String(name)); }
  QPushButton* go() { return dialog_.findChild<QPushButton*>(QStringLiteral("go")); }
  QString complaint() { return dialog_.findChild<QLabel*>(QStringLiteral("complaint"))->text(); }

  AttachDialog dialog_{{}};
  RunPlace chosen_;
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
