#pragma once

#include <QObject>
#include <QStringList>
#include <QVector>
#include <functional>
#include <memory>

#include "core/message.h"
#include "run_list/run_list_model.h"

namespace gan {

/// Looks through folders for runs, on a thread of its own, every two seconds while visible; what did not change on the
/// disk is not read again, and scalars are not read at all.
class RunScanner : public QObject {
  Q_OBJECT

 public:
  /// explain says on the scanner's thread why a run cannot be read.
  using Explain = std::function<QString(const Message& why)>;
  explicit RunScanner(Explain explain, QObject* parent = nullptr);
  /// Returns at once: what is being read ends aside (see ending.h).
  ~RunScanner() override;

  void setFolders(const QStringList& folders);
  void setVisible(bool visible);
  void scanNow();

 signals:
  void scanned(const QVector<gan::RunRow>& runs);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
