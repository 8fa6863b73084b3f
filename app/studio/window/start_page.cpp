#include "window/start_page.h"

#include <QAction>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/error.h"
#include "link/run_marks_file.h"
#include "link/run_thumbnail.h"
#include "state/preferences.h"
#include "style/icons.h"
#include "style/plain_text.h"
#include "style/scale.h"
#include "window/actions.h"

namespace gan {
namespace {

constexpr QSize kPicture(144, 144);
constexpr int kPlaceRole = Qt::UserRole;

/// Where there is no picture (yet).
QPixmap blank(const QPalette& palette, double ratio, const char* sign) {
  QPixmap pixmap(kPicture * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(palette.color(QPalette::AlternateBase));
  QPainter painter(&pixmap);
  constexpr int kSign = 32;
  icon(QLatin1String(sign))
      .paint(&painter, QRect((kPicture.width() - kSign) / 2, (kPicture.height() - kSign) / 2, kSign, kSign),
             Qt::AlignCenter, QIcon::Disabled);
  return pixmap;
}

/// What people called the run; empty: nothing that can be read. Reads the disk.
QString nameOf(const QString& folder) try { return readRunMarks(folder.toStdString()).name; } catch (const Error&) {
  return {};  // the list tells it
}

QLabel* heading(const QString& text, TextSize size) {
  auto* label = new QLabel(text);
  label->setFont(sized(label->font(), size));
  return label;
}

}  // namespace

StartPage::StartPage(const Actions& actions, const Preferences& preferences, QWidget* parent)
    : QWidget(parent),
      preferences_(preferences),
      recent_title_(heading(tr("Open last"), TextSize::kHeading)),
      recent_(new QListWidget) {
  setObjectName(QStringLiteral("start_page"));
  recent_->setObjectName(QStringLiteral("recent_runs"));
  recent_->setAccessibleName(tr("Runs that were open last"));
  recent_->setViewMode(QListView::IconMode);
  recent_->setMovement(QListView::Static);
  recent_->setResizeMode(QListView::Adjust);
  recent_->setIconSize(kPicture);
  recent_->setGridSize(
      QSize(kPicture.width() + fontMetrics().height(), kPicture.height() + fontMetrics().height() * 2));
  recent_->setTextElideMode(Qt::ElideMiddle);
  recent_->setUniformItemSizes(true);
  recent_->setFrameShape(QFrame::NoFrame);
  recent_->viewport()->setAutoFillBackground(false);
  connect(recent_, &QListWidget::itemActivated, this,
          [this](const QListWidgetItem* item) { emit runChosen(item->data(kPlaceRole).value<RunPlace>()); });
  connect(recent_, &QListWidget::itemClicked, this,
          [this](const QListWidgetItem* item) { emit runChosen(item->data(kPlaceRole).value<RunPlace>()); });
  auto* hint =
      new QLabel(tr("Choose one in the list on the left, start a new one, or drop a run's folder or your data "
                    "onto the window."));
  hint->setWordWrap(true);
  hint->setForegroundRole(QPalette::PlaceholderText);
  auto* layout = new QVBoxLayout(this);
  const int gap = space(*this, Space::kSmall);
  const int side = space(*this, Space::kLarge);
  const int top = space(*this, Space::kMedium);
  layout->setContentsMargins(side, top, side, top);
  layout->setSpacing(gap);
  layout->addWidget(heading(tr("No run is open"), TextSize::kTitle));
  layout->addWidget(hint);
  layout->addSpacing(gap);
  layout->addWidget(makeWays(actions));
  layout->addWidget(makeTourButton(actions), 0, Qt::AlignLeft);
  layout->addSpacing(gap);
  layout->addWidget(recent_title_);
  layout->addWidget(recent_, 1);
  layout->addStretch();
}

QWidget* StartPage::makeWays(const Actions& actions) {
  auto* ways = new QWidget;
  auto* row = new QHBoxLayout(ways);
  row->setContentsMargins({});
  row->setSpacing(space(*this, Space::kSmall));
  for (const char* id : {"try_shapes", "train_on_images", "new_run", "open_run", "add_folder"}) {
    QAction* action = actions[QLatin1String(id)];
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("start_") + QLatin1String(id));
    button->setIcon(action->icon());
    button->setText(plainTitle(*action));
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setIconSize(QSize(1, 1) * fontMetrics().height() * 2);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setMaximumWidth(fontMetrics().averageCharWidth() * 30);
    button->setMinimumHeight(fontMetrics().height() * 5);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolTip(action->toolTip());
    button->setAccessibleDescription(action->statusTip());
    connect(button, &QToolButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, button, [button, action] { button->setToolTip(action->toolTip()); });
    row->addWidget(button);
  }
  row->addStretch();
  return ways;
}

QWidget* StartPage::makeTourButton(const Actions& actions) {
  QAction* tour = actions[QStringLiteral("tour")];
  auto* button = new QToolButton;
  button->setObjectName(QStringLiteral("start_tour"));
  button->setText(tr("New here? A tour of five steps"));
  button->setIcon(icon(QStringLiteral("info")));
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setAccessibleDescription(tour->statusTip());
  connect(button, &QToolButton::clicked, tour, &QAction::trigger);
  return button;
}

void StartPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showRecent();
}

void StartPage::showRecent() {
  QVector<RunPlace> runs = preferences_.recentRuns();
  for (const RunPlace& named : preferences_.connections()) {
    if (const qsizetype recent = runs.indexOf(named); recent >= 0) runs[recent].name = named.name;
  }
  recent_->clear();
  for (const RunPlace& run : runs) {
    const char* const sign = run.isLocal() ? "sample" : "state-elsewhere";
    auto* item = new QListWidgetItem(QIcon(blank(palette(), devicePixelRatioF(), sign)), printable(run.name), recent_);
    item->setData(kPlaceRole, QVariant::fromValue(run));
    item->setToolTip(plainToolTip(run.target));
    item->setHidden(run.isLocal());  // until it is known to be there
  }
  const bool any_shown = std::ranges::any_of(runs, [](const RunPlace& run) { return !run.isLocal(); });
  recent_title_->setVisible(any_shown);
  recent_->setVisible(any_shown);
  const QSize pixels = kPicture * devicePixelRatioF();
  reading_.post([this, runs, pixels, tell = reading_.newest()] {
    for (const RunPlace& run : runs) {
      if (!tell.wanted()) return;
      const QString folder = run.folder();
      if (folder.isEmpty() || !QFileInfo::exists(folder + QStringLiteral("/run.yaml"))) continue;
      tell([this, run, name = nameOf(folder), picture = thumbnailOf(folder, pixels)] { showRun(run, name, picture); });
    }
  });
}

void StartPage::showRun(const RunPlace& run, const QString& name, const QImage& picture) {
  recent_title_->show();
  recent_->show();
  for (int row = 0; row < recent_->count(); ++row) {
    QListWidgetItem* item = recent_->item(row);
    if (item->data(kPlaceRole).value<RunPlace>() != run) continue;
    item->setHidden(false);
    if (!name.isEmpty()) item->setText(name);
    if (picture.isNull()) continue;
    QPixmap pixmap = QPixmap::fromImage(picture);
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    item->setIcon(QIcon(pixmap));
  }
}

}  // namespace gan
