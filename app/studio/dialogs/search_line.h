#pragma once

#include <QLineEdit>

namespace gan {

/// Enter in a search means "find", never "start a training"; Escape empties it before it closes a window.
class SearchLine : public QLineEdit {
 public:
  using QLineEdit::QLineEdit;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace gan
