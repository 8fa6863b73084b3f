#include "window/comparison_window.h"

#include <QAccessible>
#include <QClipboard>
#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QScreen>
#include <QShortcut>
#include <QTabWidget>
#include <QVBoxLayout>

#include "comparison/comparison_chart.h"
#include "comparison/configuration_view.h"
#include "comparison/picture_comparison.h"
#include "state/preferences.h"
#include "state/texts.h"
#include "style/scale.h"
#include "window/window_place.h"

namespace gan {
namespace {

/// Of the layout that is remembered.
const QString kPlace = QStringLiteral("comparison");
/// Files are written beside those of the open run's chart.
const QString kPurpose = QStringLiteral("export");

}  // namespace

ComparisonWindow::ComparisonWindow(const QVector<RunPlace>& runs, const ComparisonStore::Opener& opener,
                                   Preferences& preferences, QWidget* parent)
    : QWidget(parent, Qt::Window),
      preferences_(preferences),
      store_(std::make_unique<ComparisonStore>(runs, opener)),
      complaint_(new QLabel),
      tabs_(new QTabWidget),
      chart_(new ComparisonChart),
      said_(new QLabel) {
  setObjectName(QStringLiteral("comparison_window"));
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Comparison of %n runs — GAN Studio", nullptr, store_->count()));
  complaint_->setObjectName(QStringLiteral("comparison_complaint"));
  complaint_->setTextFormat(Qt::PlainText);
  complaint_->setWordWrap(true);
  complaint_->hide();
  said_->setObjectName(QStringLiteral("comparison_said"));
  said_->setTextFormat(Qt::PlainText);
  said_->setWordWrap(true);
  said_->setMargin(space(*this, Space::kSmall));
  said_->hide();
  auto* pictures = new PictureComparison;
  tabs_->setObjectName(QStringLiteral("comparison_tabs"));
  tabs_->setAccessibleName(tr("What is compared"));
  tabs_->setDocumentMode(true);
  tabs_->addTab(chart_, tr("&Curves"));
  tabs_->addTab(new ConfigurationView(store_->configuration()), tr("S&ettings"));
  tabs_->addTab(pictures, tr("Sam&ples"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(complaint_);
  layout->addWidget(tabs_, 1);
  layout->addWidget(said_);

  chart_->setRuns(store_->names());
  pictures->setRuns(store_->names(), store_->samples());
  connectChart();
  connect(store_.get(), &ComparisonStore::failed, this, [this](int number, const Message& why) {
    failures_ << tr("%1 cannot be compared: %2").arg(store_->names()[number], translated(why));
    showComplaints();
  });
  connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
  setGeometry(firstPlace(screen()->availableGeometry()));
  restoreGeometry(preferences_.layout(kPlace));
  store_->start();
}

/// The panels show models of the store's, so they go first.
ComparisonWindow::~ComparisonWindow() { delete tabs_; }

void ComparisonWindow::showComplaints() {
  QStringList lines = failures_;
  for (const int number : store_->scoredByOtherImages()) {
    lines << tr("Scores of %1 are not drawn, because they are not by the same images as those of %2.")
                 .arg(store_->names()[number], store_->names()[store_->scoredRun()]);
  }
  complaint_->setText(lines.join(QLatin1Char('\n')));
  complaint_->setVisible(!lines.isEmpty());
}

void ComparisonWindow::connectChart() {
  connect(chart_, &ComparisonChart::wanted, store_.get(), &ComparisonStore::query);
  connect(store_.get(), &ComparisonStore::charted, chart_, &ComparisonChart::setReply);
  connect(chart_, &ComparisonChart::exportRequested, this, &ComparisonWindow::exportChart);
  connect(chart_, &ComparisonChart::copyRequested, this, &ComparisonWindow::copyChart);
  connect(store_.get(), &ComparisonStore::branchPointsChanged, chart_,
          [this] { chart_->setBranchPoints(store_->branchPoints()); });
  connect(store_.get(), &ComparisonStore::progressed, chart_, [this](int number) {
    RunStore& run = store_->run(number);
    for (int each = 0; each < store_->count(); ++each) chart_->setSeries(each, store_->comparableSeries(each));
    showComplaints();
    const qint64 first = store_->firstStep(number);
    if (run.summary().step >= first) chart_->setExtent(number, first, run.summary().step);
  });
}

void ComparisonWindow::exportChart() {
  const QString everything = tr("All values of all steps (*.csv)");
  const QString folder = preferences_.lastFolder(kPurpose);
  auto* dialog = new QFileDialog(
      this, tr("Export the chart"),
      (folder.isEmpty() ? QDir::homePath() : folder) + QLatin1Char('/') + store_->names().join(QLatin1Char('-')),
      tr("Picture (*.png);;Drawing (*.svg);;Values in view, one row a step (*.csv)") + QStringLiteral(";;") +
          everything);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  letFilterChooseSuffix(dialog);
  connect(dialog, &QFileDialog::fileSelected, this, [this, dialog, everything](const QString& file) {
    if (QFileInfo(file).suffix().toLower() == QLatin1String("csv")) {
      const bool all = dialog->selectedNameFilter() == everything;
      return write(file, all ? allValues() : valuesInView(), tr("The values were written to %1.").arg(file));
    }
    QString error;
    const std::optional<QByteArray> bytes = chart_->exported(file, &error);
    if (!bytes) return say(error);
    write(
        file, [bytes](QIODevice& out) { return out.write(*bytes) == bytes->size(); },
        tr("The chart was written to %1.").arg(file));
  });
  dialog->open();
}

FileContent ComparisonWindow::valuesInView() const {
  std::vector<RunValues> runs;
  for (int number = 0; number < store_->count(); ++number) {
    const ChartQuery seen = chart_->seen(number);
    if (!seen.isEmpty()) runs.push_back({store_->names()[number], store_->opener(number), seen});
  }
  return valuesOf(runs, chart_->shown());
}

FileContent ComparisonWindow::allValues() {
  const QStringList names = chart_->allSeries();
  std::vector<RunValues> runs;
  for (int number = 0; number < store_->count(); ++number) {
    const RunStore& run = store_->run(number);
    if (!run.isOpen()) continue;  // it cannot be read
    const ChartQuery all{.names = names, .first_step = store_->firstStep(number), .last_step = run.summary().step};
    runs.push_back({store_->names()[number], store_->opener(number), all});
  }
  return valuesOf(runs, names);
}

void ComparisonWindow::copyChart() {
  QString error;
  const std::optional<QByteArray> picture = chart_->exported(QStringLiteral("chart.png"), &error);
  if (!picture) return say(error);
  QGuiApplication::clipboard()->setImage(QImage::fromData(*picture, "PNG"));
  say(tr("The chart is on the clipboard."));
}

void ComparisonWindow::write(const QString& file, const FileContent& content, const QString& done) {
  preferences_.setLastFolder(kPurpose, QFileInfo(file).path());
  writing_.post([this, tell = writing_.teller(), file, content, done] {
    tell([this, done, problem = saveWhole(content, file)] { say(problem.isEmpty() ? done : problem); });
  });
}

void ComparisonWindow::say(const QString& sentence) {
  said_->setText(sentence);
  said_->show();
  QAccessibleEvent event(said_, QAccessible::Alert);
  QAccessible::updateAccessibility(&event);
}

void ComparisonWindow::refreshVisibility() { store_->setVisible(isVisible() && !isMinimized()); }

void ComparisonWindow::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::WindowStateChange) refreshVisibility();
}

void ComparisonWindow::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refreshVisibility();
}

void ComparisonWindow::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  refreshVisibility();
}

void ComparisonWindow::closeEvent(QCloseEvent* event) {
  preferences_.setLayout(kPlace, saveGeometry());
  event->accept();
}

}  // namespace gan
