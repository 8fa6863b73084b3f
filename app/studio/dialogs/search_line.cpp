#include "dialogs/search_line.h"

#include <QKeyEvent>

namespace gan {

void SearchLine::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  const bool clears = event->key() == Qt::Key_Escape && !text().isEmpty();
  if (clears) clear();
  if (!enter && !clears) QLineEdit::keyPressEvent(event);
}

}  // namespace gan
