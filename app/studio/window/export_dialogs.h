#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <functional>

class QWidget;

namespace gan {

class ExportDialog;
class ExportsPanel;
class ExportsStore;
class LatentExplorer;
class Preferences;

/// What a person is asked about the exports of the open run, by dialogs over a window. GUI thread.
class ExportDialogs : public QObject {
  Q_OBJECT

 public:
  /// What is wished in the panel is asked for and done. over: the dialogs' parent.
  ExportDialogs(ExportsStore& exports, LatentExplorer& explorer, Preferences& preferences, QWidget& over);

  void exportSamples();
  void exportPoints();
  void makeFilm();
  void makeSheet();

 signals:
  void begun();
  void complained(const QString& sentence);
  void settled();
  void reported(const QString& sentence);

 private:
  void connectPanel(const ExportsPanel& panel);
  /// open: of the store's plans.
  void plan(bool (ExportsStore::*open)());
  /// One that has worked for long only if the person means it.
  void cancel(const QString& id);
  void remove(const QString& id);
  struct Question {
    const char* name;  ///< For tests.
    QString title;
    QString text;
    QString consequence;
    QString yes;
  };
  void ask(const Question& question, const std::function<void()>& then);
  void openFolder(const QString& folder);
  void fetch(const QString& id);

  ExportsStore& exports_;
  Preferences& preferences_;
  QWidget& over_;
  QPointer<ExportDialog> dialog_;
};

}  // namespace gan
