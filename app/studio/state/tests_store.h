#pragma once

#include <QImage>
#include <QObject>
#include <QSet>
#include <QVector>

#include "evaluation/confusion_model.h"
#include "link/background.h"
#include "state/pending_exports.h"

namespace gan {

class RunStore;

/// The tests of the open run, a classifier's, as its folder has them, read again while somebody looks; and those that
/// are asked for here, which processes beside the run carry out. GUI thread.
class TestsStore : public QObject {
  Q_OBJECT

 public:
  TestsStore(RunStore& run, ExportLink& exports, LocalServer& server, QObject* parent = nullptr);

  ConfusionModel& model() { return model_; }
  void setWatched(bool watched);
  void loadSheet(const QString& test, const QString& sheet);
  /// Of this step's checkpoint, or the newest (-1), by the images of this split. What it finds is shown once it is
  /// there.
  void start(qint64 step, const QString& split);
  void cancel(const QString& id) { pending_.cancel(id); }
  void goOn(const QString& id);
  /// Why nothing can be tested from here; empty: it can.
  const QString& refusal() const { return refusal_; }

 signals:
  /// That which was asked for last; null: it cannot be read.
  void sheetLoaded(const QImage& sheet);
  void complained(const QString& sentence);
  /// What was wished last went well.
  void settled();
  void reported(const QString& sentence);
  void refusalChanged();

 private:
  void onOpened();
  void read();
  void onRead(const std::vector<KeptTest>& tests);
  void onServed();
  void onListed(const QVector<ListedExport>& listed);
  void await(const QString& id);
  void look();

  RunStore& run_;
  ExportLink& exports_;
  ConfusionModel model_;
  QString refusal_;
  bool is_watched_ = false;       ///< By a person; else what is awaited is listed, too.
  QVector<ExportWish> wished_;    ///< To be started once an engine answers.
  QSet<QString> awaited_;         ///< Asked for here, and not over yet, by the export's id,
  QHash<QString, QString> over_;  ///< or done, with the folder of its files, and not shown yet.
  PendingExports pending_;
  Background reading_{QStringLiteral("tests")};
  Background pictures_{QStringLiteral("pictures of tests")};
};

}  // namespace gan
