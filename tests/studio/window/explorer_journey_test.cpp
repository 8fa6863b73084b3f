#include <signal.h>

#include <QAbstractItemView>
#include <QComboBox>
#include <QCoreApplication>
#include <QSlider>
#include <QTabWidget>
#include <QToolButton>

#include "latent_explorer/explored_picture.h"
#include "latent_explorer/picture_view.h"
#include "protocol/endpoint.h"
#include "run/checkpoint_store.h"
#include "studio/window/journey.h"

namespace gan::test {
namespace {

TEST_F(Journey, ExploresARunWhileItTrainsAndAfterwards) {
  startRun(QStringLiteral("explored"));
  ASSERT_TRUE(until([&] { return summary().step > 5; }));
  trigger("checkpoint");
  ASSERT_TRUE(waitApplied(CommandKind::kCheckpoint));
  trigger("show_explorer");
  const auto* view = find<PictureView>("explored_picture");
  ASSERT_TRUE(until([&] { return !view->image().isNull(); }));
  picture(QStringLiteral("explore-live"));

  // Three points are kept, and sent to the timeline.
  auto* plane = find("latent_plane");
  auto* shelf = find<QAbstractItemView>("shelf");
  const auto settled = [&] { return view->message().isEmpty() && !view->image().isNull(); };
  for (int point = 1; point <= 3; ++point) {
    QTest::keyClick(plane, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(plane, Qt::Key_Down, Qt::ShiftModifier);
    ASSERT_TRUE(until(settled));
    QTest::qWait(300);
    trigger("explore_keep");
    ASSERT_EQ(shelf->model()->rowCount(), point);
    shelf->setCurrentIndex(shelf->model()->index(0, 0));
    find<QToolButton>("explorer_to_timeline")->click();
  }
  EXPECT_TRUE(until([&] { return find<QLabel>("status_sampler")->isVisible(); }));
  // Each gets a checkpoint that stays, and a picture made by it.
  const auto lasts = [&] {
    for (int row = 0; row < shelf->model()->rowCount(); ++row) {
      const QModelIndex kept = shelf->model()->index(row, 0);
      if (!kept.data(kLeavingRole).toString().contains(QLatin1String(" step="))) return false;
      if (kept.data(Qt::DecorationRole).value<QImage>().isNull()) return false;
    }
    return true;
  };
  EXPECT_TRUE(until(lasts));
  picture(QStringLiteral("explore-shelf"));

  // A film through them plays at once.
  auto* tabs = find<QTabWidget>("explorer_tabs");
  tabs->setCurrentIndex(1);
  ASSERT_EQ(find<QAbstractItemView>("keyframes")->model()->rowCount(), 3);
  auto* play = find<QToolButton>("timeline_play");
  ASSERT_TRUE(play->isEnabled()) << find<QLabel>("timeline_sentence")->text().toStdString();
  play->click();
  const auto* frame = find<QSlider>("timeline_frame");
  ASSERT_TRUE(until([&] { return frame->value() > 20; }));
  picture(QStringLiteral("explore-film"));
  play->click();
  const qint64 stood = frame->value();
  QTest::qWait(300);
  EXPECT_EQ(frame->value(), stood);

  // The same point by each checkpoint, and two of them under a divider.
  ASSERT_TRUE(until([&] { return summary().step > 60; }));
  trigger("checkpoint");
  ASSERT_TRUE(waitApplied(CommandKind::kCheckpoint, 2));
  tabs->setCurrentIndex(2);
  auto* strip = find<QAbstractItemView>("strip");
  const auto filled = [&] {
    const QAbstractItemModel& model = *strip->model();
    for (int row = 0; row < model.rowCount(); ++row) {
      if (model.index(row, 0).data(Qt::DecorationRole).value<QImage>().isNull()) return false;
    }
    return model.rowCount() >= 2;
  };
  ASSERT_TRUE(until(filled));
  auto* compared = find<QComboBox>("explorer_compared");
  compared->setFocus();
  QTest::keyClick(compared, Qt::Key_End);
  auto* divider = find("snapshot_divider");
  ASSERT_TRUE(until([&] { return divider->isVisible(); }));
  divider->setFocus();
  QTest::keyClick(divider, Qt::Key_Right, Qt::ShiftModifier);
  picture(QStringLiteral("explore-strip"));
  QTest::keyClick(compared, Qt::Key_Home);

  // The process that makes the pictures is killed: the panel says so and goes on.
  const pid_t sampler = samplerPid();
  ASSERT_GT(sampler, 0);
  kill(sampler, SIGKILL);
  const QString before = find<QLabel>("explorer_caption")->text();
  QTest::keyClick(plane, Qt::Key_Left, Qt::ShiftModifier);
  const QString notice = QCoreApplication::translate(
      "gan::ExplorerStore", "The process that made the pictures was lost; another one has taken over.");
  EXPECT_TRUE(until([&] { return view->message() == notice; }));
  picture(QStringLiteral("explore-taken-over"));
  EXPECT_TRUE(until([&] { return settled() && find<QLabel>("explorer_caption")->text() != before; }));

  // Once nobody trains it, an engine of the window's own answers, which ends with the window.
  const auto trainer = enginePid(window_->runPlace().target);
  ASSERT_TRUE(trainer);
  trigger("stop");
  ASSERT_TRUE(until([&] { return summary().status == RunStatus::kStopped && !window_->runGoesOn(); }));
  std::optional<Endpoint> endpoint;
  const auto served = [&] {
    endpoint = readEndpoint(runFolder());
    return endpoint && endpoint->pid != *trainer && mayBeAlive(*endpoint);
  };
  ASSERT_TRUE(until(served));
  const QString line = find<QLabel>("explorer_caption")->text();
  QTest::keyClick(plane, Qt::Key_Right, Qt::ShiftModifier);
  ASSERT_TRUE(until([&] { return settled() && find<QLabel>("explorer_caption")->text() != line; }));
  picture(QStringLiteral("explore-finished"));
  const fs::path weights = CheckpointStore(runFolder() / "checkpoints").list().back().path / "generator.safetensors";
  window_.reset();
  EXPECT_TRUE(until([&] { return !mayBeAlive(*endpoint); }));

  // Weights alone.
  makeWindow();
  window_->open(QString::fromStdString(weights.string()));
  ASSERT_TRUE(until([&] {
    const auto* large = window_->findChild<PictureView*>();
    return large && !large->image().isNull();
  }));
  picture(QStringLiteral("explore-weights"));
}

}  // namespace
}  // namespace gan::test
