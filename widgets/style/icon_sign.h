#pragma once

#include <QIcon>
#include <QWidget>

namespace gan {

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
