#include "latent_explorer/snapshot_box.h"

#include <QLocale>

namespace gan {
namespace {

/// In place of a step.
constexpr qint64 kNewest = -1;
constexpr qint64 kNothing = -2;

QString stepText(qint64 step) { return SnapshotBox::tr("Step %1").arg(QLocale().toString(step)); }

}  // namespace

SnapshotBox::SnapshotBox(const QString& nothing, QWidget* parent) : QComboBox(parent), nothing_(nothing) {
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(8);
  setSteps({});
  connect(this, &QComboBox::activated, this, [this] {
    if (currentData().toLongLong() == kNothing) return emit nothingChosen();
    emit stepChosen(chosen());
  });
}

void SnapshotBox::setSteps(const QVector<qint64>& steps) {
  clear();
  if (!nothing_.isEmpty()) addItem(nothing_, kNothing);
  addItem(tr("Newest"), kNewest);
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) addItem(stepText(*step), *step);
}

void SnapshotBox::choose(std::optional<qint64> step) {
  const qint64 wanted = step.value_or(kNewest);
  if (findData(wanted) < 0) addItem(stepText(wanted), wanted);
  setCurrentIndex(findData(wanted));
}

std::optional<qint64> SnapshotBox::chosen() const {
  const qint64 step = currentData().toLongLong();
  return step < 0 ? std::nullopt : std::optional(step);
}

void SnapshotBox::chooseNothing() { setCurrentIndex(findData(kNothing)); }

}  // namespace gan
