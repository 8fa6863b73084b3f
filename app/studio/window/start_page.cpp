#include "window/start_page.h"

#include <QAction>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/error.h"
#include "link/run_marks_file.h"
#include "link/run_thumbnail.h"
#include "state/preferences.h"
#include "style/icons.h"
#include "style/plain_text.h"
#include "window/actions.h"

namespace gan {
namespace {

constexpr QSize kPicture(144, 144);
constexpr int kPathRole = Qt::UserRole;

/// Where there is no picture (yet).
QPixmap blank(const QPalette& palette, double ratio) {
  QPixmap pixmap(kPicture * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(palette.color(QPalette::AlternateBase));
  QPainter painter(&pixmap);
  constexpr int kSign = 32;
  icon(QStringLiteral("sample"))
      .paint(&painter, QRect((kPicture.width() - kSign) / 2, (kPicture.height() - kSign) / 2, kSign, kSign),
             Qt::AlignCenter, QIcon::Disabled);
  return pixmap;
}

/// What people called the run; empty: nothing that can be read. Reads the disk.
QString nameOf(const QString& run) try { return readRunMarks(run.toStdString()).name; } catch (const Error&) {
  return {};  // the list tells it
}

QLabel* heading(const QString& text, double size) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setPointSizeF(font.pointSizeF() * size);
  label->setFont(font);
  return label;
}

}  // namespace

StartPage::StartPage(const Actions& actions, const Preferences& preferences, QWidget* parent)
    : QWidget(parent),
      preferences_(preferences),
      recent_title_(heading(tr("Open last"), 1.2)),
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
          [this](const QListWidgetItem* item) { emit runChosen(item->data(kPathRole).toString()); });
  connect(recent_, &QListWidget::itemClicked, this,
          [this](const QListWidgetItem* item) { emit runChosen(item->data(kPathRole).toString()); });
  auto* hint =
      new QLabel(tr("Choose one in the list on the left, start a new one, or drop a run's folder or your data "
                    "onto the window."));
  hint->setWordWrap(true);
  hint->setForegroundRole(QPalette::PlaceholderText);
  auto* layout = new QVBoxLayout(this);
  const int gap = fontMetrics().height();
  layout->setContentsMargins(2 * gap, gap, 2 * gap, gap);
  layout->setSpacing(gap / 2);
  layout->addWidget(heading(tr("No run is open"), 1.6));
  layout->addWidget(hint);
  layout->addSpacing(gap / 2);
  layout->addWidget(makeWays(actions));
  layout->addSpacing(gap / 2);
  layout->addWidget(recent_title_);
  layout->addWidget(recent_, 1);
  layout->addStretch();
}

QWidget* StartPage::makeWays(const Actions& actions) {
  auto* ways = new QWidget;
  auto* row = new QHBoxLayout(ways);
  row->setContentsMargins({});
  row->setSpacing(fontMetrics().height() / 2);
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
    row->addWidget(button);
  }
  row->addStretch();
  return ways;
}

void StartPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showRecent();
}

void StartPage::showRecent() {
  const QStringList runs = preferences_.recentRuns();
  recent_->clear();
  for (const QString& run : runs) {
    auto* item = new QListWidgetItem(QIcon(blank(palette(), devicePixelRatioF())), QFileInfo(run).fileName(), recent_);
    item->setData(kPathRole, run);
    item->setToolTip(plainToolTip(run));
    item->setHidden(true);  // until it is known to be there
  }
  recent_title_->hide();
  recent_->hide();
  const QSize pixels = kPicture * devicePixelRatioF();
  reading_.post([this, runs, pixels, tell = reading_.newest()] {
    for (const QString& run : runs) {
      if (!tell.wanted()) return;
      if (!QFileInfo::exists(run + QStringLiteral("/run.yaml"))) continue;
      tell([this, run, name = nameOf(run), picture = thumbnailOf(run, pixels)] { showRun(run, name, picture); });
    }
  });
}

void StartPage::showRun(const QString& run, const QString& name, const QImage& picture) {
  recent_title_->show();
  recent_->show();
  for (int row = 0; row < recent_->count(); ++row) {
    QListWidgetItem* item = recent_->item(row);
    if (item->data(kPathRole).toString() != run) continue;
    item->setHidden(false);
    if (!name.isEmpty()) item->setText(name);
    if (picture.isNull()) continue;
    QPixmap pixmap = QPixmap::fromImage(picture);
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    item->setIcon(QIcon(pixmap));
  }
}

}  // namespace gan
