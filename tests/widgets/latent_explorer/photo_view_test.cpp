#include "latent_explorer/photo_view.h"

#include <gtest/gtest.h>

#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QProgressBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include "latent_explorer/photo_model.h"
#include "latent_explorer/picture_label.h"

namespace gan {
namespace {

class PhotoViewTest : public testing::Test {
 protected:
  void SetUp() override {
    view.resize(700, 200);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  }
  template <typename T>
  T& part(const char* name) {
    return *view.findChild<T*>(QLatin1String(name));
  }
  static PhotoProgress progress(qint64 step) {
    QImage image(4, 4, QImage::Format_RGB888);
    image.fill(Qt::blue);
    return {.step = step, .steps = 200, .pixels = 0.0225, .best = {.line = QStringLiteral("z=1,2"), .image = image}};
  }

  PhotoModel model;
  PhotoView view{model};
};

TEST_F(PhotoViewTest, APhotographThatIsDroppedIsLookedFor) {
  const QSignalSpy wishes(&model, &PhotoModel::wishChanged);
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(QStringLiteral("/photo.jpg"))});
  QDragEnterEvent enters(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&view, &enters);
  EXPECT_TRUE(enters.isAccepted());
  QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&view, &drop);
  EXPECT_EQ(model.file(), QStringLiteral("/photo.jpg"));
  EXPECT_TRUE(model.isSearching());
  EXPECT_EQ(wishes.size(), 1);
}

TEST_F(PhotoViewTest, BothPicturesAreDraggedOutAtTheirOwnSize) {
  EXPECT_FALSE(part<PictureLabel>("photo").dragged());
  model.choose(QStringLiteral("/pictures/cat.jpg"));
  QImage photo(6, 6, QImage::Format_RGB888);
  photo.fill(Qt::red);
  model.setPhoto(photo);
  model.setProgress(progress(20));
  const auto of_photo = part<PictureLabel>("photo").dragged();
  ASSERT_TRUE(of_photo && of_photo->hasUrls());
  EXPECT_EQ(of_photo->imageData().value<QImage>().size(), QSize(6, 6));
  const auto of_best = part<PictureLabel>("photo_best").dragged();
  ASSERT_TRUE(of_best && of_best->hasUrls());
  const QImage read(of_best->urls().first().toLocalFile(), "PNG");
  EXPECT_EQ(read.size(), QSize(4, 4));
  EXPECT_EQ(read.text(QStringLiteral("Description")), QStringLiteral("z=1,2"));
}

TEST_F(PhotoViewTest, SaysHowFarItIsAndStopsWithWhatWasFound) {
  EXPECT_FALSE(part<QToolButton>("photo_search").isEnabled());
  EXPECT_FALSE(part<QToolButton>("photo_keep").isEnabled());
  model.choose(QStringLiteral("/photo.jpg"));
  auto& sentence = part<QLabel>("photo_sentence");
  EXPECT_EQ(sentence.text(), QStringLiteral("The search begins …"));
  model.setProgress(progress(50));
  EXPECT_EQ(sentence.text(), QStringLiteral("step 50 of 200 · pixels differ by 15.0 %")) << "the root of 0.0225";
  EXPECT_EQ(part<QProgressBar>("photo_progress").value(), 50);
  EXPECT_EQ(part<QToolButton>("photo_search").text(), QStringLiteral("Stop"));
  const QSignalSpy found(&model, &PhotoModel::found);
  part<QToolButton>("photo_search").click();
  EXPECT_FALSE(model.isSearching());
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found.first().first().toString(), QStringLiteral("z=1,2"));
  EXPECT_EQ(part<QToolButton>("photo_search").text(), QStringLiteral("Search"));
  EXPECT_TRUE(part<QToolButton>("photo_keep").isEnabled());
  model.setProgress(progress(51));
  EXPECT_EQ(model.progress().step, 50) << "it was stopped";
}

TEST_F(PhotoViewTest, AFailureSaysWhyAndTheNextSearchBeginsAnew) {
  model.choose(QStringLiteral("/photo.jpg"));
  model.end(QStringLiteral("It is no picture."));
  EXPECT_EQ(part<QLabel>("photo_sentence").text(), QStringLiteral("It is no picture."));
  part<QSpinBox>("photo_steps").setValue(500);
  part<QToolButton>("photo_search").click();
  EXPECT_TRUE(model.isSearching());
  EXPECT_EQ(model.steps(), 500);
  EXPECT_TRUE(model.problem().isEmpty());
}

}  // namespace
}  // namespace gan
