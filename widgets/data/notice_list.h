#pragma once

#include <QWidget>

class QVBoxLayout;

namespace gan {

/// Sentences that must not be overlooked, below each other, each with the sign of a warning or an error. Hidden while
/// there is none.
class NoticeList : public QWidget {
  Q_OBJECT

 public:
  enum class Severity { kWarning, kError };
  explicit NoticeList(Severity severity, QWidget* parent = nullptr);

  /// New ones are told to screen readers.
  void setNotices(const QStringList& notices);

 private:
  QWidget* makeStrip(const QString& notice);

  Severity severity_;
  QVBoxLayout* layout_;
  QStringList notices_;
};

}  // namespace gan
