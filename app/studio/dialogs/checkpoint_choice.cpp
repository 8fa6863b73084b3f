#include "dialogs/checkpoint_choice.h"

#include <QDateTime>
#include <QHeaderView>
#include <QLocale>
#include <QPixmap>
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "evaluation/evaluation_texts.h"
#include "style/plain_text.h"
#include "style/series_style.h"

namespace gan {
namespace {

constexpr int kPictureLines = 3;

bool looksTheSame(const ListedCheckpoint& a, const ListedCheckpoint& b) {
  return a.entry.name == b.entry.name && a.entry.state.pinned == b.entry.state.pinned &&
         a.entry.evaluated == b.entry.evaluated && a.superseded == b.superseded && a.best == b.best &&
         a.healthy == b.healthy;
}

/// The middle of a sheet, as large as its images make it.
QPixmap pictureOf(const QImage& sheet, QSize size, qreal scale) {
  const QSize pixels = size * scale;
  const QImage scaled = sheet.scaled(pixels, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
  const QPoint corner((scaled.width() - pixels.width()) / 2, (scaled.height() - pixels.height()) / 2);
  QPixmap picture = QPixmap::fromImage(scaled.copy(QRect(corner, pixels)));
  picture.setDevicePixelRatio(scale);
  return picture;
}

}  // namespace

CheckpointChoice::CheckpointChoice(RunStore& run, QWidget* parent) : QTableWidget(0, kColumns, parent), run_(run) {
  setObjectName(QStringLiteral("checkpoints"));
  setAccessibleName(tr("Checkpoints"));
  setHorizontalHeaderLabels({tr("Step"), tr("Written"), tr("Score"), tr("Marks"), tr("Size"), tr("Part of the run")});
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setEditTriggers(NoEditTriggers);
  setTabKeyNavigation(false);
  const int side = fontMetrics().height() * kPictureLines;
  if (!run_.isClassifier()) {
    setIconSize({side, side});
    verticalHeader()->setDefaultSectionSize(side + fontMetrics().height() / 2);  // no row moves when a picture comes
  }
  verticalHeader()->hide();
  horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  horizontalHeader()->setStretchLastSection(true);
  connect(this, &QTableWidget::itemSelectionChanged, this, &CheckpointChoice::choiceChanged);
  connect(&run_.samples(), &QAbstractItemModel::dataChanged, this, &CheckpointChoice::showPictures);
}

void CheckpointChoice::setCheckpoints(const std::vector<ListedCheckpoint>& checkpoints) {
  if (std::ranges::equal(checkpoints, checkpoints_, looksTheSame) && (filled_ || checkpoints.empty())) return;
  const auto before = chosen();
  checkpoints_ = checkpoints;
  std::optional<int> selected;
  {
    const QSignalBlocker quiet(this);
    setRowCount(static_cast<int>(checkpoints_.size()));
    for (int row = 0; row < rowCount(); ++row) {
      setRow(row);
      const ListedCheckpoint& checkpoint = checkpoints_[static_cast<std::size_t>(row)];
      const bool is_it =
          before ? before->entry.state.step == checkpoint.entry.state.step : !filled_ && !checkpoint.superseded;
      if (is_it && !selected) selected = row;
    }
    if (!filled_ && !selected && rowCount() > 0) selected = 0;
    clearSelection();
    if (selected) selectRow(*selected);
  }
  filled_ = filled_ || rowCount() > 0;
  showPictures();
  emit choiceChanged();
}

void CheckpointChoice::setRow(int row) {
  const ListedCheckpoint& checkpoint = checkpoints_[static_cast<std::size_t>(row)];
  const CheckpointState& state = checkpoint.entry.state;
  const QLocale locale;
  const auto time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(state.unix_seconds * 1000));
  auto* step = new QTableWidgetItem(locale.toString(static_cast<qlonglong>(state.step)));
  step->setData(Qt::UserRole, static_cast<qlonglong>(state.step));
  setItem(row, kStep, step);
  setItem(row, kWritten, new QTableWidgetItem(locale.toString(time, QLocale::ShortFormat)));

  QString score;
  QString how;
  if (const auto shown = shownScore(checkpoint.entry, bestBy(run_.summary()))) {
    const QString number = evaluation_text::score(*shown);
    score = shown->name.empty() ? number : scoreTitle(QString::fromStdString(shown->name)) + QLatin1Char(' ') + number;
    const std::optional<Evaluated>& evaluated = checkpoint.entry.evaluated;
    if (evaluated && !shown->name.empty() && !evaluated->features.network.empty()) {  // else nobody says how
      score += QLatin1Char('\n') + evaluation_text::kindTitle(*evaluated);
      how = evaluation_text::kindFacts(*evaluated);
      const QString doubt = evaluation_text::doubtOfFew(*evaluated);
      if (!doubt.isEmpty()) how += QStringLiteral(" · ") + doubt;
    }
  }
  auto* scored = new QTableWidgetItem(score);
  scored->setToolTip(plainToolTip(how));
  setItem(row, kScore, scored);

  QStringList marks;
  if (checkpoint.best) marks << tr("best");
  if (state.pinned) marks << tr("kept");
  if (checkpoint.healthy) marks << tr("healthy");
  auto* marked = new QTableWidgetItem(marks.join(QStringLiteral(", ")));
  if (!marks.isEmpty()) {
    marked->setToolTip(
        tr("best: of all scores of the run's line; kept: it stays whatever comes; healthy: the newest "
           "from before a trouble began"));
  }
  setItem(row, kMarks, marked);
  setItem(row, kSize, new QTableWidgetItem(locale.formattedDataSize(static_cast<qint64>(checkpoint.entry.bytes))));
  auto* line = new QTableWidgetItem(checkpoint.superseded ? tr("superseded") : tr("current"));
  if (checkpoint.superseded) line->setToolTip(tr("A later roll back or resume left this part of the run."));
  setItem(row, kLine, line);
}

std::optional<ListedCheckpoint> CheckpointChoice::chosen() const {
  const auto selected = selectionModel()->selectedRows();
  if (selected.isEmpty()) return std::nullopt;
  return checkpoints_[static_cast<std::size_t>(selected.first().row())];
}

bool CheckpointChoice::choose(qint64 step) {
  const auto found =
      std::ranges::find_if(checkpoints_, [step](const auto& one) { return one.entry.state.step == step; });
  if (found == checkpoints_.end()) return false;
  selectRow(static_cast<int>(found - checkpoints_.begin()));
  return true;
}

/// Of what was superseded those of its own segment.
int CheckpointChoice::sheetOf(const ListedCheckpoint& checkpoint) const {
  const qint64 step = checkpoint.entry.state.step;
  if (!checkpoint.superseded) return run_.samples().nearestRow(step);
  const QVector<SampleSheet>& sheets = run_.samples().sheets();
  int nearest = -1;
  for (int row = 0; row < sheets.size(); ++row) {
    if (sheets[row].segment != checkpoint.entry.state.segment) continue;
    if (nearest < 0 || std::abs(sheets[row].step - step) <= std::abs(sheets[nearest].step - step)) nearest = row;
  }
  return nearest;
}

void CheckpointChoice::showPictures() {
  if (run_.isClassifier()) return;
  SampleModel& samples = run_.samples();
  for (int row = 0; row < rowCount(); ++row) {
    QTableWidgetItem* shown = item(row, kStep);
    const int sheet = sheetOf(checkpoints_[static_cast<std::size_t>(row)]);
    if (sheet < 0 || samples.failed(sheet)) continue;
    const QString name = samples.sheets()[sheet].name;
    if (shown->data(Qt::UserRole + 1).toString() == name) continue;  // it is there
    samples.wishPreview(sheet);
    const QImage image = samples.previewInMemory(sheet);
    if (image.isNull()) return;  // the next ones are asked for when it has come
    shown->setData(Qt::UserRole + 1, name);
    shown->setData(Qt::DecorationRole, pictureOf(image, iconSize(), devicePixelRatioF()));
    shown->setToolTip(sheetCaption(samples.sheets()[sheet]));
  }
}

}  // namespace gan
