#pragma once

#include <QWidget>

#include "sample_gallery/sample_model.h"

class QCheckBox;
class QComboBox;
class QPushButton;
class QSpinBox;

namespace gan {

class PictureSide;
class SheetPane;

/// Samples of two runs, or of two steps of one: beside one another, one in the other's place by a key, or what they
/// differ in. Owns no pictures.
class PictureComparison : public QWidget {
  Q_OBJECT

 public:
  enum class View { kBeside, kFlip, kDifference };

  explicit PictureComparison(QWidget* parent = nullptr);

  /// A shows the first run and B the second, or where there is one only, another step of it. The models outlive it.
  void setRuns(const QStringList& names, const QVector<SampleModel*>& models);
  View view() const;
  void setView(View view);
  /// Where one is shown in the other's place: the other.
  void flip();
  PictureSide& a() { return *a_; }
  PictureSide& b() { return *b_; }
  /// What is large: A, where one is shown, the one that is, or the difference; null: nothing is.
  QImage picture() const;
  /// What stands above it.
  QString caption() const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void setTexts();
  void connectViews(SheetPane& from, SheetPane& to);
  void refresh();
  void showSide(PictureSide& side, SheetPane& pane);
  void showDifference();
  bool zoomBy(int key);

  PictureSide* a_;
  PictureSide* b_;
  QComboBox* views_;
  QCheckBox* same_step_;
  QPushButton* flip_;
  QSpinBox* strength_;
  SheetPane* first_;
  SheetPane* second_;
  bool shows_b_ = false;
};

}  // namespace gan
