#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

#include "run_list/run_place.h"

class QPlainTextEdit;
class QPushButton;

namespace gan {

/// A command as a person types it into a POSIX shell: words are quoted where they must be.
QString shellText(const QStringList& words);

/// The words of a command that has another one done over ssh, on the host of a place. A path that begins with /~/ is of
/// the home folder there.
QStringList overSsh(const RunPlace& place, const QStringList& words);

/// A command for a shell, to be read and copied.
class CommandField : public QWidget {
  Q_OBJECT

 public:
  explicit CommandField(QWidget* parent = nullptr);

  void setCommand(const QStringList& words);

 private:
  void copy();

  QPlainTextEdit* text_;
  QPushButton* copy_;
};

}  // namespace gan
