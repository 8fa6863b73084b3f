#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <QVector>
#include <functional>
#include <memory>

#include "core/message.h"
#include "link/background.h"
#include "run/run_glance.h"
#include "run_list/run_list_model.h"

namespace gan {

/// What a list shows of a run that stands so.
RunRow::State stateOf(const RunGlance& glance);

/// Looks through folders for runs, on a thread of its own, every two seconds while visible; what did not change on the
/// disk is not read again, but for the small file of a run's marks, and scalars are not read at all.
class RunScanner : public QObject {
  Q_OBJECT

 public:
  /// explain says on the scanner's thread why a run, or its marks, cannot be read.
  using Explain = std::function<QString(const Message& why)>;
  explicit RunScanner(Explain explain, QObject* parent = nullptr);

  void setFolders(const QStringList& folders);
  void setVisible(bool visible);
  void scanNow();

 signals:
  void scanned(const QVector<gan::RunRow>& runs);

 private:
  const Explain explain_;
  const std::shared_ptr<RunGlancer> glancer_;  ///< The thread's own.
  QStringList folders_;
  bool visible_ = true;
  QTimer again_;
  Background background_{QStringLiteral("run scanner")};
};

}  // namespace gan
