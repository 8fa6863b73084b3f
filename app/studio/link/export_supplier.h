#pragma once

#include <QString>
#include <QVector>
#include <functional>

#include "core/message.h"
#include "latent_explorer/export_wish.h"
#include "latent_explorer/exports_model.h"

namespace gan {

/// One of the two is called, once.
template <class Reply>
struct Answers {
  std::function<void(const Reply&)> done = [](const Reply&) {};
  std::function<void(const Message& why)> failed = [](const Message&) {};
};

/// How far the files of an export are on their way to this machine.
struct ExportFetch {
  qint64 files = 0;
  qint64 total_files = 0;
  qint64 bytes = 0;
  qint64 total_bytes = 0;
};

/// An export, and why it failed, if it did, in place of ExportRow::problem.
struct ListedExport {
  ExportRow row;
  Message why = {};
};

/// The exports of a run. Calls return at once; answers come from threads of the source, which must not be kept waiting,
/// and none once it is destroyed.
class ExportSupplier {
 public:
  /// Ends whatever is under way here; exports go on.
  virtual ~ExportSupplier() = default;

  /// What it would take; nothing is begun.
  virtual void estimate(const ExportWish& wish, Answers<ExportForecast> answers) = 0;
  virtual void start(const ExportWish& wish, Answers<ListedExport> answers) = 0;
  /// Of one that was broken off.
  virtual void goOn(const QString& id, Answers<ListedExport> answers) = 0;
  virtual void list(Answers<QVector<ListedExport>> answers) = 0;
  virtual void cancel(const QString& id, Answers<ListedExport> answers) = 0;
  /// Of one that is over, with its files.
  virtual void remove(const QString& id, Answers<ListedExport> answers) = 0;
  /// Brings its files into a folder of this machine; progress is called now and then. Is done when all are there, or
  /// when it was stopped: then with those that are.
  virtual void fetch(const QString& id, const QString& folder, std::function<void(const ExportFetch&)> progress,
                     Answers<ExportFetch> answers) = 0;
  /// Whatever is being fetched of it, or waits to be.
  virtual void stopFetching(const QString& id) = 0;
};

}  // namespace gan
