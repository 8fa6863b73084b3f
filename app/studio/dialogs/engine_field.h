#pragma once

#include <QLineEdit>

namespace gan {

/// Where gan-engine is on another computer: a path there, or a name. Empty: a login finds it by its name.
class EngineField : public QLineEdit {
  Q_OBJECT

 public:
  /// name: of the object.
  explicit EngineField(const char* name, QWidget* parent = nullptr);

  /// What a form calls it, with its key.
  static QString title();
  QString engine() const;
};

}  // namespace gan
