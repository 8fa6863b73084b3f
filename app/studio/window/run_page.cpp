#include "window/run_page.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QTabBar>
#include <algorithm>

#include "evaluation/confusion_panel.h"
#include "evaluation/evaluation_panel.h"
#include "latent_explorer/latent_explorer.h"
#include "log/log_view.h"
#include "loss_chart/loss_chart.h"
#include "loss_chart/readings.h"
#include "processes/processes_model.h"
#include "processes/processes_panel.h"
#include "sample_gallery/sample_gallery.h"
#include "state/evaluations_store.h"
#include "state/explorer_store.h"
#include "state/exports_store.h"
#include "state/preferences.h"
#include "state/run_store.h"
#include "state/tests_store.h"
#include "state/texts.h"
#include "style/divided_parts.h"
#include "window/export_dialogs.h"
#include "window/run_bar.h"
#include "window/window_place.h"

namespace gan {
namespace {

/// The sheet of real images that an engine writes beside its samples.
const QString kRealImages = QStringLiteral("real");

/// What can go wrong with files, or with the clipboard, in their place.
const QString kFile = QStringLiteral("file");

/// What is remembered of each run.
const QString kShelf = QStringLiteral("shelf");
const QString kTimeline = QStringLiteral("timeline");

/// Of the splitter, as its state is remembered: for each shape of the window its own.
QString splitterName(Qt::Orientation orientation) {
  return orientation == Qt::Horizontal ? QStringLiteral("losses_beside_samples") : QStringLiteral("losses_and_samples");
}

/// What samples leave unless somebody wishes more: a share of the room, and enough for the chart's tools.
constexpr double kMostForSamples = 0.66;
constexpr int kChartLetters = 62;

}  // namespace

RunPage::RunPage(RunStore& run, ExplorerStore& explorer, ExportsStore& exports, const JudgedRun& judged,
                 const Actions& actions, Preferences& preferences, QWidget* parent)
    : QTabWidget(parent),
      run_(run),
      explorer_store_(explorer),
      evaluations_(judged.evaluations),
      tests_(judged.tests),
      preferences_(preferences),
      splitter_(new DividedParts),
      chart_(new LossChart(run.series())),
      gallery_(new SampleGallery(run.samples())),
      explorer_(new LatentExplorer({explorer.model(), explorer.shelf(), explorer.timeline(), explorer.strip(),
                                    exports.model(), explorer.photo(), explorer.nearest()})),
      evaluation_(new EvaluationPanel(judged.evaluations.model())),
      confusion_(new ConfusionPanel(judged.tests.model())),
      export_dialogs_(new ExportDialogs(exports, *explorer_, preferences, *this)),
      processes_(new ProcessesPanel(run.processes())),
      log_(new LogView(run.log())),
      bar_(new RunBar(run, actions)) {
  setObjectName(QStringLiteral("run_page"));
  setDocumentMode(true);
  splitter_->setObjectName(QStringLiteral("losses_and_samples"));
  gallery_->setObjectName(QStringLiteral("sample_gallery"));
  log_->setObjectName(QStringLiteral("log_view"));
  splitter_->setChildrenCollapsible(false);
  splitter_->installEventFilter(this);
  splitter_->addPart(chart_, tr("Losses"));
  splitter_->addPart(gallery_, tr("Samples"));
  addTab(splitter_, tr("Losses and samples"));
  addTab(explorer_, tr("Explore"));
  addTab(evaluation_, tr("Evaluate"));
  addTab(confusion_, tr("Test"));
  addTab(log_, tr("Log"));
  addTab(processes_, tr("Processes"));
  setCornerWidget(bar_);
  chart_->setEmptyText(tr("No losses yet: they appear with the first step."));
  gallery_->setEmptyText(
      tr("No samples yet: they appear every few steps, as “Sample every” says; “Sample now” makes "
         "some at once."));
  log_->setEmptyText(tr("Nothing has happened yet."));
  is_shared_by_choice_ = splitter_->restoreState(preferences_.layout(splitterName(Qt::Horizontal)));
  connect(splitter_, &QSplitter::splitterMoved, this, [this] { is_shared_by_choice_ = true; });
  chart_->restoreState(preferences_.layout(QStringLiteral("chart")));
  gallery_->restoreState(preferences_.layout(QStringLiteral("gallery")));
  connectRun();
  connectExplorer();
  connectEvaluations();
  connect(export_dialogs_, &ExportDialogs::begun, this, &RunPage::showExports);
  listenTo(*export_dialogs_, QStringLiteral("export"));
  connect(export_dialogs_, &ExportDialogs::reported, this, &RunPage::reported);
}

void RunPage::addData(QWidget* panel) {
  data_ = panel;
  insertTab(indexOf(log_), panel, tr("Data"));
}

void RunPage::showLosses() { setCurrentWidget(splitter_); }

RunPage::Part RunPage::currentPart() const {
  return shows_samples_ && gallery_->isAncestorOf(focusWidget()) ? Part::kSamples : Part::kChart;
}

void RunPage::enlarge(std::optional<Part> part) {
  enlarged_ = part;
  if (part) showLosses();
  chart_->setVisible(part != Part::kSamples);
  gallery_->setVisible(shows_samples_ && part != Part::kChart);
  if (part) (part == Part::kSamples ? static_cast<QWidget*>(gallery_) : chart_)->setFocus();
}

void RunPage::resizeEvent(QResizeEvent* event) {
  QTabWidget::resizeEvent(event);
  bar_->fitInto(width() - tabBar()->sizeHint().width());
}

bool RunPage::eventFilter(QObject* watched, QEvent* event) {
  if (watched == splitter_ && event->type() == QEvent::Resize) arrangeParts();
  return QTabWidget::eventFilter(watched, event);
}

void RunPage::arrangeParts() {
  const auto orientation = isWide(window()->size()) ? Qt::Horizontal : Qt::Vertical;
  if (splitter_->orientation() != orientation) {
    saveLayout();
    splitter_->setOrientation(orientation);
    is_shared_by_choice_ = splitter_->restoreState(preferences_.layout(splitterName(orientation)));
  }
  if (!is_shared_by_choice_) shareRoom();
}

/// A sheet is as wide as it is high, more or less, and the chart takes any shape.
void RunPage::shareRoom() {
  const bool beside = splitter_->orientation() == Qt::Horizontal;
  const int room = beside ? splitter_->width() : splitter_->height();
  const int across = beside ? splitter_->height() : splitter_->width();
  const int wished = beside ? across - gallery_->heightBesidePicture() : room / 2;
  const int tools = beside ? chart_->fontMetrics().averageCharWidth() * kChartLetters : 0;
  const int most = std::min(static_cast<int>(room * kMostForSamples), room - tools);
  const int samples = std::max(std::min(wished, most), room * 2 / 5);
  splitter_->setSizes({room - samples, samples});
}

void RunPage::showData() { setCurrentWidget(data_); }

void RunPage::showExplorer() {
  setCurrentWidget(explorer_);
  explorer_->setFocus();
}

void RunPage::showExports() {
  showExplorer();
  explorer_->showExports();
}

void RunPage::showProcesses() { setCurrentWidget(processes_); }

void RunPage::showOthers(const QVector<OtherRun>& others) { processes_->setOthers(others); }

void RunPage::showLog() { setCurrentWidget(log_); }

RunPage::~RunPage() { saveLayout(); }

void RunPage::connectRun() {
  RunLink& link = run_.link();
  connect(chart_, &LossChart::wanted, &link, &RunLink::query);
  connect(&link, &RunLink::charted, chart_, &LossChart::setReply);
  connect(&run_, &RunStore::summaryChanged, this, &RunPage::onSummary);
  connect(&run_, &RunStore::marksChanged, this, [this] { chart_->setMarks(run_.marks()); });
  connect(chart_, &LossChart::cursorMoved, gallery_, &SampleGallery::setCursorStep);
  connect(gallery_, &SampleGallery::cursorMoved, chart_, &LossChart::setCursorStep);
  connect(log_, &LogView::stepActivated, this, [this](qint64 step) {
    setCursorStep(step);
    showLosses();
  });
  connect(chart_, &LossChart::exportRequested, this, &RunPage::exportChart);
  connect(gallery_, &SampleGallery::saveRequested, this, &RunPage::saveSamples);
  connect(gallery_, &SampleGallery::imagePointed, this, &RunPage::pointedAt);
  connect(chart_, &LossChart::enlargeAsked, this, [this] { emit enlargeAsked(Part::kChart); });
  connect(gallery_, &SampleGallery::enlargeAsked, this, [this] { emit enlargeAsked(Part::kSamples); });
  connect(&run_, &RunStore::opened, this, &RunPage::arrange);
  connect(&link, &RunLink::sampleLoaded, this, [this](const QString& name, const SheetContent& content) {
    if (name != kRealImages || content.image.isNull()) return;
    knows_real_images_ = true;
    gallery_->setRealImages(content.image, {content.info});
  });
  // An engine writes them a moment after it has begun.
  connect(&run_.samples(), &QAbstractItemModel::rowsInserted, this, [this] {
    if (run_.isOpen() && !knows_real_images_) run_.link().requestSample(kRealImages);
  });
}

void RunPage::connectExplorer() {
  connect(explorer_, &LatentExplorer::lineWished, &explorer_store_, &ExplorerStore::show);
  connect(gallery_, &SampleGallery::lineWished, this, [this](const QString& line) {
    explorer_store_.showSample(line);
    showExplorer();
  });
  connect(explorer_, &LatentExplorer::keyframeWished, &explorer_store_, &ExplorerStore::addKeyframe);
  connect(explorer_, &LatentExplorer::photoWished, this, &RunPage::choosePhoto);
  connect(explorer_, &LatentExplorer::lineTaken, &explorer_store_, &ExplorerStore::takeAlong);
  connect(&explorer_store_, &ExplorerStore::replaced, explorer_, &LatentExplorer::replaceCopied);
  listenTo(explorer_store_, QStringLiteral("point"));
  connect(&run_, &RunStore::opened, this, &RunPage::rememberExplored, Qt::SingleShotConnection);
}

/// What is as it was at first, or was only read, is not written.
void RunPage::rememberExplored() {
  ShelfModel& shelf = explorer_store_.shelf();
  TimelineModel& timeline = explorer_store_.timeline();
  const QByteArray no_points = shelf.saveState();
  const QByteArray no_film = timeline.saveState();
  shelf.restoreState(preferences_.runState(runId(), kShelf));
  timeline.restoreState(preferences_.runState(runId(), kTimeline));
  const auto remember = [this](const QString& part, const QByteArray& state, const QByteArray& blank) {
    preferences_.setRunState(runId(), part, state == blank ? QByteArray() : state);
  };
  connect(&shelf, &ShelfModel::changed, this, [=, &shelf] { remember(kShelf, shelf.saveState(), no_points); });
  connect(&timeline, &TimelineModel::changed, this,
          [=, &timeline] { remember(kTimeline, timeline.saveState(), no_film); });
}

void RunPage::choosePhoto() {
  auto* dialog = new QFileDialog(this, tr("Photograph"), preferences_.lastFolder(QStringLiteral("photo")),
                                 tr("Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.ppm);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
    preferences_.setLastFolder(QStringLiteral("photo"), QFileInfo(file).path());
    explorer_store_.photo().choose(file);
  });
  dialog->open();
}

/// The same for a run that was moved or copied.
QString RunPage::runId() const { return QString::fromStdString(run_.facts().id); }

void RunPage::arrange() {
  shows_samples_ = !run_.isClassifier();
  setTabVisible(indexOf(explorer_), shows_samples_);
  setTabVisible(indexOf(evaluation_), shows_samples_);
  setTabVisible(indexOf(confusion_), !shows_samples_);
  gallery_->setVisible(shows_samples_ && enlarged_ != Part::kChart);
  setTabText(indexOf(splitter_), shows_samples_ ? tr("Losses and samples") : tr("Losses and accuracy"));
  if (shows_samples_) run_.link().requestSample(kRealImages);
}

/// A branch begins where it branched off.
qint64 RunPage::firstStep() const { return std::max<qint64>(0, run_.facts().parent_step) + 1; }

void RunPage::onSummary() {
  if (run_.summary().step >= firstStep()) chart_->setExtent(firstStep(), run_.summary().step);
}

void RunPage::setCursorStep(std::optional<qint64> step) {
  chart_->setCursorStep(step);
  gallery_->setCursorStep(step);
}

QString RunPage::proposedFile(const QString& purpose, const QString& name) const {
  const QString folder = preferences_.lastFolder(purpose);
  return (folder.isEmpty() ? QDir::homePath() : folder) + QLatin1Char('/') + name;
}

void RunPage::exportChart() {
  const QString everything = tr("All values of all steps (*.csv)");
  auto* dialog = new QFileDialog(this, tr("Export the chart"),
                                 proposedFile(QStringLiteral("export"), QString::fromStdString(run_.facts().name)),
                                 tr("Picture (*.png);;Drawing (*.svg);;Values in view, one row a step (*.csv)") +
                                     QStringLiteral(";;") + everything);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  letFilterChooseSuffix(dialog);
  connect(dialog, &QFileDialog::fileSelected, this, [this, dialog, everything](const QString& file) {
    if (QFileInfo(file).suffix().toLower() == QLatin1String("csv") && chart_->hasCurves()) {
      ChartQuery wished = chart_->seen();
      if (dialog->selectedNameFilter() == everything) {
        wished = {.names = run_.series().names(), .first_step = firstStep(), .last_step = run_.summary().step};
      }
      return write(file, valuesOf(run_.link().opener(), wished), tr("The values were written to %1.").arg(file));
    }
    QString error;
    const std::optional<QByteArray> bytes = chart_->exported(file, &error);
    if (!bytes) {
      emit complained(kFile, error);
      return;
    }
    write(
        file, [bytes](QIODevice& out) { return out.write(*bytes) == bytes->size(); },
        tr("The chart was written to %1.").arg(file));
  });
  dialog->open();
}

void RunPage::copyChart() {
  QString error;
  const std::optional<QByteArray> picture = chart_->exported(QStringLiteral("chart.png"), &error);
  if (!picture) {
    emit complained(kFile, error);
    return;
  }
  QGuiApplication::clipboard()->setImage(QImage::fromData(*picture, "PNG"));
  emit settled(kFile);
  emit reported(tr("The chart is on the clipboard."));
}

void RunPage::saveSamples() {
  const auto step = gallery_->shownStep();
  if (!step) {
    emit complained(kFile, tr("There is no picture to save yet."));
    return;
  }
  const QString name = QStringLiteral("%1-step-%2.png").arg(QString::fromStdString(run_.facts().name)).arg(*step);
  auto* dialog = new QFileDialog(this, tr("Save the samples"), proposedFile(QStringLiteral("export"), name),
                                 tr("Picture (*.png);;Photograph (*.jpg)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  letFilterChooseSuffix(dialog);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
    const char* format = pictureFormat(file);
    if (format == nullptr) {
      emit complained(
          kFile, tr("%1 is not written: pictures are saved as .png or .jpg. Choose a name that ends so.").arg(file));
      return;
    }
    write(file, encoded(gallery_->picture(), format), tr("The samples were written to %1.").arg(file));
  });
  dialog->open();
}

void RunPage::write(const QString& file, const FileContent& content, const QString& done) {
  preferences_.setLastFolder(QStringLiteral("export"), QFileInfo(file).path());
  writing_.post([this, tell = writing_.teller(), file, content, done] {
    tell([this, done, problem = saveWhole(content, file)] {
      if (!problem.isEmpty()) {
        emit complained(kFile, problem);
        return;
      }
      emit settled(kFile);
      emit reported(done);
    });
  });
}

void RunPage::saveLayout() {
  if (shows_samples_ && is_shared_by_choice_ && !enlarged_) {
    preferences_.setLayout(splitterName(splitter_->orientation()), splitter_->saveState());
  }
  preferences_.setLayout(QStringLiteral("chart"), chart_->saveState());
  preferences_.setLayout(QStringLiteral("gallery"), gallery_->saveState());
}

void RunPage::showEvent(QShowEvent* event) {
  QTabWidget::showEvent(event);
  if (run_.isOpen()) onSummary();
}

}  // namespace gan
