#pragma once

#include <QImage>
#include <QWidget>
#include <memory>
#include <optional>

#include "sample_gallery/sheet_grid.h"

namespace gan {

class SampleModel;

/// The newest sheet large; every earlier one on a slider; two side by side; real images beside, or in its place while R
/// is held; actual size and whole zoom factors. Each picture says from which step it is. Owns no pictures.
class SampleGallery : public QWidget {
  Q_OBJECT

 public:
  explicit SampleGallery(SampleModel& model, QWidget* parent = nullptr);
  ~SampleGallery() override;

  /// A sheet of real images to compare with, and what is known of them; null: none known, and the choice is disabled
  /// with its reason.
  void setRealImages(const QImage& sheet, const SheetGrid& grid = {});
  /// The step that chart and samples share: shows the sheet nearest to it; nothing follows the newest.
  void setCursorStep(std::optional<qint64> step);
  void setEmptyText(const QString& text);

  enum class Beside { kNothing, kNewest, kReal };
  Beside beside() const;
  void setBeside(Beside what);
  /// 0 fits the window, 1 is actual size, 2, 3 … whole multiples.
  int zoom() const;
  void setZoom(int factor);
  /// The large picture, with its caption as description; null when there is none.
  QImage picture() const;
  /// The step of the picture shown large; nothing when there is none.
  std::optional<qint64> shownStep() const;

  /// One image of the large picture alone, the chosen one, else the first; or all of them again.
  void toggleSingle();
  /// The large picture, or its chosen image, to the clipboard.
  void copyPicture();

  /// What stands above and below the picture.
  int heightBesidePicture() const;

  QByteArray saveState() const;
  void restoreState(const QByteArray& state);

 signals:
  /// The person chose a sheet, or (nothing) the newest again.
  void cursorMoved(std::optional<qint64> step);
  void saveRequested();
  /// By a double click: all room for the pictures, or no longer.
  void enlargeAsked();
  /// Which image is under the pointer or chosen with Ctrl and the arrow keys: "Image 5: class 3, dress"; empty: none.
  void imagePointed(const QString& text);
  /// The point of this line of text, which an image shows, is to be explored.
  void lineWished(const QString& line);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
