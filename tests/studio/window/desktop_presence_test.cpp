#include "window/desktop_presence.h"

#include <gtest/gtest.h>

#include <QSet>
#include <array>

#include "style/icons.h"

namespace gan {
namespace {

constexpr std::array kAll = {RunStatus::kStarting, RunStatus::kRunning,  RunStatus::kPaused, RunStatus::kFinished,
                             RunStatus::kStopped,  RunStatus::kDiverged, RunStatus::kFailed};

TEST(TraySign, EachStateHasItsOwnThatIsThere) {
  QSet<QString> signs;
  for (const RunStatus status : kAll) {
    const QString sign = traySign(status, false, false);
    EXPECT_FALSE(signs.contains(sign)) << sign.toStdString();
    EXPECT_FALSE(icon(sign).isNull()) << sign.toStdString();
    signs << sign;
  }
  EXPECT_EQ(traySign(RunStatus::kStopped, false, false), QStringLiteral("state-stopped")) << "nobody trains it";
}

TEST(TraySign, ATroubleIsSeenWhileTheTrainingGoesOnAndAnEngineThatIsGoneAlways) {
  EXPECT_EQ(traySign(RunStatus::kRunning, false, true), QStringLiteral("warning"));
  EXPECT_EQ(traySign(RunStatus::kPaused, false, true), QStringLiteral("warning"));
  EXPECT_EQ(traySign(RunStatus::kFailed, false, true), QStringLiteral("state-failed"));
  for (const RunStatus status : kAll) EXPECT_EQ(traySign(status, true, true), QStringLiteral("state-lost"));
}

}  // namespace
}  // namespace gan
