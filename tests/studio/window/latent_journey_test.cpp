#include <QAbstractItemView>
#include <QSlider>
#include <QTabWidget>
#include <QToolButton>

#include "latent_explorer/directions_view.h"
#include "latent_explorer/nearest_model.h"
#include "latent_explorer/photo_view.h"
#include "latent_explorer/picture_view.h"
#include "studio/window/journey.h"

namespace gan::test {
namespace {

TEST_F(Journey, MovesAPointAlongDirectionsFindsAPhotographAndWhatWasLearnedByHeart) {
  startRun(QStringLiteral("moved"));
  ASSERT_TRUE(until([&] { return summary().step > 5; }));
  trigger("checkpoint");
  ASSERT_TRUE(waitApplied(CommandKind::kCheckpoint));
  trigger("show_explorer");
  const auto* view = find<PictureView>("explored_picture");
  ASSERT_TRUE(until([&] { return view->isWhole(); }));
  const auto* caption = find<QLabel>("explorer_caption");
  auto* tabs = find<QTabWidget>("explorer_tabs");

  // A slider moves the point; the line says so, and goes to the shelf.
  tabs->setCurrentWidget(find<DirectionsView>("directions_page"));
  auto* slider = find<QSlider>("direction_0");
  ASSERT_TRUE(until([&] { return slider->isVisible(); })) << find<QLabel>("directions_sentence")->text().toStdString();
  const QImage before = view->image();
  slider->setFocus();
  for (int i = 0; i < 3; ++i) QTest::keyClick(slider, Qt::Key_PageUp);
  ASSERT_TRUE(until([&] { return caption->text().contains(QStringLiteral("move=sefa/0*3")); }));
  EXPECT_NE(view->image(), before);
  picture(QStringLiteral("directions"));
  trigger("explore_keep");
  auto* shelf = find<QAbstractItemView>("shelf");
  EXPECT_TRUE(shelf->model()->index(0, 0).data().toString().contains(QStringLiteral("move=sefa/0*3")));
  find<QToolButton>("direction_reset")->click();
  ASSERT_TRUE(until([&] { return !caption->text().contains(QStringLiteral("move=")); }));

  // A photograph: here, a picture of another point.
  const QString photograph = QString::fromStdString((folder_.path() / "photo.png").string());
  ASSERT_TRUE(view->image().save(photograph));
  trigger("explore_seed");
  auto* page = find<PhotoView>("photo_page");
  tabs->setCurrentWidget(page);
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(photograph)});
  QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(page, &enter);
  ASSERT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(page, &drop);
  const auto* best = find<QLabel>("photo_best");
  ASSERT_TRUE(until([&] { return !best->pixmap(Qt::ReturnByValue).isNull(); }))
      << find<QLabel>("photo_sentence")->text().toStdString();
  QTest::qWait(1000);
  picture(QStringLiteral("photograph"));
  auto* search = find<QToolButton>("photo_search");
  if (!find("photo_progress")->isHidden()) search->click();
  ASSERT_TRUE(until([&] { return find("photo_progress")->isHidden(); }, 120'000));
  ASSERT_TRUE(until([&] { return caption->text().startsWith(QStringLiteral("z=")); })) << caption->text().toStdString();
  find<QToolButton>("photo_keep")->click();
  EXPECT_EQ(shelf->model()->rowCount(), 2);

  // What it was learned from.
  tabs->setCurrentWidget(find("nearest_page"));
  auto* nearest = find<QAbstractItemView>("nearest");
  ASSERT_TRUE(until([&] { return nearest->model()->rowCount() == NearestModel::kCount; }, 120'000))
      << find<QLabel>("nearest_sentence")->text().toStdString();
  picture(QStringLiteral("nearest"));
}

}  // namespace
}  // namespace gan::test
