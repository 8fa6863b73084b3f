#include "window/comparison_window.h"

#include <QCloseEvent>
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
#include "window/window_place.h"

namespace gan {
namespace {

/// Of the layout that is remembered.
const QString kPlace = QStringLiteral("comparison");

}  // namespace

ComparisonWindow::ComparisonWindow(const QVector<RunPlace>& runs, const ComparisonStore::Opener& opener,
                                   Preferences& preferences, QWidget* parent)
    : QWidget(parent, Qt::Window),
      preferences_(preferences),
      store_(std::make_unique<ComparisonStore>(runs, opener)),
      complaint_(new QLabel),
      tabs_(new QTabWidget),
      chart_(new ComparisonChart) {
  setObjectName(QStringLiteral("comparison_window"));
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Comparison of %n runs — GAN Studio", nullptr, store_->count()));
  complaint_->setObjectName(QStringLiteral("comparison_complaint"));
  complaint_->setTextFormat(Qt::PlainText);
  complaint_->setWordWrap(true);
  complaint_->hide();
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
