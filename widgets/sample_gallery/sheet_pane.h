#pragma once

#include <QWidget>
#include <optional>

#include "sample_gallery/sheet_view.h"

class QLabel;

namespace gan {

/// A picture under its caption. Says at every moment what it shows: while another picture is being fetched, the old one
/// stays with its own caption, and a note names the one to come.
class SheetPane : public QWidget {
  Q_OBJECT

 public:
  explicit SheetPane(QWidget* parent = nullptr);

  /// Before the caption, to tell two panes apart: "Newest"; empty: none.
  void setTitle(const QString& title);
  void showSheet(const SampleSheet& sheet, const QImage& image, const SheetGrid& grid);
  void showFetching(const SampleSheet& wanted);
  /// A small picture of what is waited for, as large as usual; empty: as it is.
  void showPreview(const SampleSheet& wanted, const QImage& preview, QSize usual);
  bool showsPreview() const { return !preview_of_.isEmpty(); }
  void showFailed(const SampleSheet& wanted);
  /// A picture that is no sheet of the run.
  void showPicture(const QString& caption, const QImage& image, const SheetGrid& grid);
  void showMessage(const QString& message);
  /// What is shown came to be superseded, or the language changed.
  void updateSheet(const SampleSheet& sheet);

  SheetView& view() { return *view_; }
  const SheetView& view() const { return *view_; }
  /// What is shown, not what is waited for.
  const std::optional<SampleSheet>& sheet() const { return sheet_; }
  QString caption() const;

 private:
  void setCaption(const QString& caption, const QString& description);
  void showCaption();
  void describe();

  QLabel* title_;
  QLabel* caption_;
  QString caption_text_;
  QString description_;  ///< For screen readers, without the image that is pointed at.
  SheetView* view_;
  std::optional<SampleSheet> sheet_;
  QString preview_of_;  ///< Name of a sheet; empty: what is shown is whole.
};

}  // namespace gan
