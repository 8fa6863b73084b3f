#pragma once

#include <QPointer>
#include <QTabWidget>
#include <QVector>
#include <optional>

#include "link/background.h"
#include "window/saved_file.h"

namespace gan {

class Actions;
class EvaluateDialog;
class EvaluationPanel;
class EvaluationsStore;
class ConfusionPanel;
class DividedParts;
class ExplorerStore;
class ExportDialogs;
class ExportsStore;
class LatentExplorer;
class LogView;
class LossChart;
class Preferences;
class ProcessesPanel;
class RunBar;
class RunStore;
class SampleGallery;
class SteerPanel;
class TestsStore;
struct OtherRun;

/// How good a run is found to be: the pictures of a generator, or what a classifier says of images.
struct JudgedRun {
  EvaluationsStore& evaluations;
  TestsStore& tests;
};

/// The panels of one open run: losses and samples together on the first tab, in a wide window side by side, else one
/// above the other; one each on the others; the run's commands beside the tabs. One cursor for all.
class RunPage : public QTabWidget {
  Q_OBJECT

 public:
  RunPage(RunStore& run, ExplorerStore& explorer, ExportsStore& exports, const JudgedRun& judged,
          const Actions& actions, Preferences& preferences, QWidget* parent = nullptr);
  ~RunPage() override;

  LossChart& chart() { return *chart_; }
  SampleGallery& gallery() { return *gallery_; }
  LatentExplorer& explorer() { return *explorer_; }
  EvaluationPanel& evaluation() { return *evaluation_; }
  /// Between the samples and the log.
  void addData(QWidget* panel);
  void showLosses();
  enum class Part { kChart, kSamples };
  /// What of the first tab has all its room; nothing: both share it.
  std::optional<Part> enlarged() const { return enlarged_; }
  void enlarge(std::optional<Part> part);
  /// The one that a person works in.
  Part currentPart() const;
  void showData();
  void showExplorer();
  void showExports();
  void showEvaluation();
  void showProcesses();
  /// Runs that the same computer trains.
  void showOthers(const QVector<OtherRun>& others);
  void showLog();
  void setCursorStep(std::optional<qint64> step);
  /// By dialogs; what goes wrong comes as complained().
  void exportChart();
  /// As a picture, to the clipboard.
  void copyChart();
  void saveSamples();
  ExportDialogs& exportDialogs() { return *export_dialogs_; }
  /// Of the step that the evaluations show, or the newest.
  void evaluate();

 signals:
  /// about: a later success of the same kind settles it.
  void complained(const QString& about, const QString& sentence);
  void settled(const QString& about);
  void reported(const QString& sentence);
  /// What is under the pointer, or chosen by keys; empty: nothing.
  void pointedAt(const QString& text);
  void enlargeAsked(gan::RunPage::Part part);
  /// From a step that scores are known of.
  void goOnWished(qint64 step);
  void branchWished(qint64 step);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  /// Passes on what a part of the page says of what it does.
  template <class Part>
  void listenTo(const Part& part, const QString& about) {
    connect(&part, &Part::complained, this, [this, about](const QString& why) { emit complained(about, why); });
    connect(&part, &Part::settled, this, [this, about] { emit settled(about); });
  }
  void connectRun();
  void connectExplorer();
  void rememberExplored();
  void connectEvaluations();
  void planEvaluation(qint64 step);
  void exploreStep(qint64 step);
  void choosePhoto();
  /// A classifier makes no pictures: its curves have all the room.
  void arrange();
  /// Chart and samples for the window's shape, shared as was chosen for this shape, else so that the samples fill
  /// theirs.
  void arrangeParts();
  void shareRoom();
  void saveLayout();
  void onSummary();
  qint64 firstStep() const;
  QString runId() const;
  QString proposedFile(const QString& purpose, const QString& name) const;
  /// Writes a file that the person named, on a thread of its own, and reports `done`.
  void write(const QString& file, const FileContent& content, const QString& done);

  RunStore& run_;
  ExplorerStore& explorer_store_;
  EvaluationsStore& evaluations_;
  TestsStore& tests_;
  QPointer<EvaluateDialog> evaluate_dialog_;
  Preferences& preferences_;
  DividedParts* splitter_;
  LossChart* chart_;
  SampleGallery* gallery_;
  LatentExplorer* explorer_;
  EvaluationPanel* evaluation_;
  ConfusionPanel* confusion_;
  ExportDialogs* export_dialogs_;
  ProcessesPanel* processes_;
  LogView* log_;
  QWidget* data_ = nullptr;
  RunBar* bar_;
  std::optional<Part> enlarged_;
  bool is_shared_by_choice_ = false;  ///< By the person, now or in an earlier session.
  bool shows_samples_ = true;
  bool knows_real_images_ = false;
  Background writing_{QStringLiteral("write")};
};

}  // namespace gan
