#pragma once

#include <QObject>
#include <QTimer>
#include <QVector>
#include <functional>

#include "evaluation/evaluation_entry.h"
#include "link/export_link.h"
#include "link/local_server.h"

namespace gan {

/// Orders of one kind that processes beside the open run carry out: listed again and again while somebody looks, which
/// takes an engine that answers for the run. GUI thread.
class PendingExports : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    ExportLink& exports;
    LocalServer& server;
    std::function<bool(const ExportWish&)> takes;  ///< Whether it is of the kind.
    std::function<bool()> wants;                   ///< Whether somebody needs to answer at present.
  };
  explicit PendingExports(Parts parts, QObject* parent = nullptr);

  bool isWatched() const { return is_watched_; }
  void setWatched(bool watched);
  /// served() or serverFailed() comes for it, where somebody is wanted.
  void askServer();
  bool waitsForServer() const { return waits_for_server_; }
  void list();
  void cancel(const QString& id);
  /// Of one that was broken off.
  void goOn(const QString& id);

 signals:
  /// It is looked again: for what has ended meanwhile, too.
  void looked();
  void listed(const QVector<gan::ListedExport>& all);
  void served();
  void serverFailed(const gan::Message& why);
  void complained(const QString& sentence);
  /// What was wished last went well.
  void settled();

 private:
  void look();
  void onServed();
  void onListed(const QVector<ListedExport>& all);
  Answers<ListedExport> answers();

  const Parts parts_;
  bool is_watched_ = false;
  bool waits_for_server_ = false;
  QTimer again_;
};

/// How those stand that are not done with: of others what was found is shown, or nobody wants it.
QVector<PendingEvaluation> pendingOf(const QVector<ListedExport>& listed, PendingEvaluation::What what);
/// Whether any of these is waiting or being made.
bool goesOn(const QVector<PendingEvaluation>& pending);

}  // namespace gan
