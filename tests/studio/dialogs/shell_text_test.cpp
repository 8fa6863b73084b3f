#include <gtest/gtest.h>

#include <QProcess>

#include "dialogs/command_field.h"

namespace gan {
namespace {

TEST(ShellText, IsWhatAShellReadsBackAsTheSameWords) {
  const QStringList words{QStringLiteral("plain"),        QStringLiteral("a b"),       QStringLiteral("it's"),
                          QStringLiteral("$HOME `x` \\"), QStringLiteral(""),          QStringLiteral("*.png"),
                          QStringLiteral("a\nb"),         QStringLiteral("图像 文件"), QStringLiteral("key=1e-4"),
                          QStringLiteral("~/x"),          QStringLiteral("#1;&|<>")};
  QProcess shell;
  shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QStringLiteral("printf '%s\\0' ") + shellText(words)});
  ASSERT_TRUE(shell.waitForFinished());
  QList<QByteArray> read = shell.readAllStandardOutput().split('\0');
  read.removeLast();
  ASSERT_EQ(read.size(), words.size());
  for (qsizetype i = 0; i < words.size(); ++i) EXPECT_EQ(QString::fromUtf8(read[i]), words[i]);
}

TEST(ShellText, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(shellText({QStringLiteral("gan-engine"), QStringLiteral("--set"), QStringLiteral("a.b=1e-4"),
                       QStringLiteral("/data/图像"), QStringLiteral("my run")}),
            QStringLiteral("gan-engine --set a.b=1e-4 /data/图像 'my run'"));
}

TEST(ShellText, OverSshIsReadByTwoShellsAndBeginsInTheHomeFolderThere) {
  const QStringList words = overSsh(RunPlace::ofTarget(QStringLiteral("ssh://ann@gpu1:2222/~/runs")),
                                    {QStringLiteral("~/bin/gan-engine"), QStringLiteral("it's"),
                                     QStringLiteral("/~/runs/my run"), QStringLiteral("/data/~")});
  EXPECT_EQ(words, (QStringList{QStringLiteral("ssh"), QStringLiteral("ssh://ann@gpu1:2222"),
                                QStringLiteral("bin/gan-engine 'it'\\''s' 'runs/my run' '/data/~'")}));
}

}  // namespace
}  // namespace gan
