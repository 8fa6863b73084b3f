#pragma once

#include <QIcon>
#include <QString>
#include <QWidget>

namespace gan {

/// resources/icons/NAME.svg in the palette's text colour, at every size and scale; follows a change of theme. A name
/// that does not exist is a defect: an assertion in debug builds, an empty icon otherwise.
QIcon icon(const QString& name);

/// An icon as high as a line of text, drawn anew at each repaint, so that it follows a change of theme. Decoration: the
/// text beside it says what it means. Lives on the GUI thread.
class IconSign : public QWidget {
  Q_OBJECT

 public:
  IconSign(QIcon icon, QWidget* parent);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QIcon icon_;
};

}  // namespace gan
