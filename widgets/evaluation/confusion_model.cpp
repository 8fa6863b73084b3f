#include "evaluation/confusion_model.h"

#include <QLocale>
#include <algorithm>
#include <numeric>

#include "style/plain_text.h"

namespace gan {
namespace {

QString percent(double share) { return QLocale().toString(100 * share, 'g', 4); }

QString nameOfClass(const KeptTest& test, int number) {
  return printable(QString::fromStdString(test.classes[static_cast<std::size_t>(number)]));
}

}  // namespace

QString splitText(const QString& split) {
  if (split == QLatin1String("test")) return ConfusionModel::tr("test images");
  if (split == QLatin1String("val")) return ConfusionModel::tr("validation images");
  if (split == QLatin1String("train")) return ConfusionModel::tr("training images");
  return printable(split);
}

void ConfusionModel::setTests(const std::vector<KeptTest>& tests) {
  const QVector<KeptTest> newest_first(tests.rbegin(), tests.rend());
  if (newest_first == tests_) return;
  beginResetModel();
  tests_ = newest_first;
  if (!std::ranges::any_of(tests_, [this](const KeptTest& test) { return QString::fromStdString(test.id) == chosen_; }))
    chosen_.clear();
  endResetModel();
}

void ConfusionModel::choose(const QString& id) {
  if (id == chosen_) return;
  beginResetModel();
  chosen_ = id;
  endResetModel();
}

void ConfusionModel::setCheckpoints(const QVector<qint64>& steps) {
  if (steps == checkpoints_) return;
  checkpoints_ = steps;
  emit checkpointsChanged();
}

void ConfusionModel::setPending(const QVector<PendingEvaluation>& pending) {
  if (pending == pending_) return;
  pending_ = pending;
  emit pendingChanged();
}

const KeptTest* ConfusionModel::test() const {
  if (tests_.isEmpty()) return nullptr;
  const auto found = std::ranges::find(tests_, chosen_.toStdString(), &KeptTest::id);
  return found == tests_.end() ? &tests_.first() : &*found;
}

QString ConfusionModel::facts() const {
  const KeptTest* shown = test();
  if (shown == nullptr) return {};
  const QLocale locale;
  return tr("Step %1 · %2 %3 of %4 · top-1 %5 %, top-5 %6 %, loss %7", "step, number, which images, data, shares, loss")
      .arg(locale.toString(qint64{shown->step}), locale.toString(qint64{shown->images}),
           splitText(QString::fromStdString(shown->split)), printable(QString::fromStdString(shown->data)),
           percent(shown->top1), percent(shown->top5), locale.toString(shown->loss, 'g', 4));
}

qint64 ConfusionModel::count(int row, int column) const {
  return test()->confusion[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

qint64 ConfusionModel::imagesOf(int row) const {
  const std::vector<std::int64_t>& counts = test()->confusion[static_cast<std::size_t>(row)];
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

QString ConfusionModel::sentence(const QModelIndex& cell) const {
  if (test() == nullptr || !cell.isValid()) return {};
  const QLocale locale;
  const qint64 images = imagesOf(cell.row());
  const qint64 called = count(cell.row(), cell.column());
  const QString share = percent(images > 0 ? static_cast<double>(called) / static_cast<double>(images) : 0);
  return tr("%1 of %2 images of %3 were called %4 (%5 %)", "number, all, class, name, share")
      .arg(locale.toString(called), locale.toString(images), nameOfClass(*test(), cell.row()),
           nameOfClass(*test(), cell.column()), share);
}

QString ConfusionModel::sheet(const QModelIndex& cell) const {
  if (test() == nullptr || !cell.isValid()) return {};
  const auto is_it = [&](const KeptCell& each) { return each.row == cell.row() && each.column == cell.column(); };
  const auto found = std::ranges::find_if(test()->cells, is_it);
  return found == test()->cells.end() ? QString() : QString::fromStdString(found->sheet);
}

int ConfusionModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || test() == nullptr ? 0 : static_cast<int>(test()->classes.size());
}

int ConfusionModel::columnCount(const QModelIndex& parent) const { return rowCount(parent); }

QVariant ConfusionModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const qint64 here = count(index.row(), index.column());
  switch (role) {
    case Qt::DisplayRole:
      return here > 0 ? QLocale().toString(here) : QString();
    case Qt::ToolTipRole:
      return plainToolTip(sentence(index));
    case Qt::AccessibleTextRole:
      return sentence(index);
    case Qt::TextAlignmentRole:
      return Qt::AlignCenter;
    case kShareRole: {
      const qint64 images = imagesOf(index.row());
      return images > 0 ? static_cast<double>(here) / static_cast<double>(images) : 0.0;
    }
    case kRightRole:
      return index.row() == index.column();
    default:
      return {};
  }
}

QVariant ConfusionModel::headerData(int section, Qt::Orientation /*orientation*/, int role) const {
  if (test() == nullptr || section >= rowCount()) return {};
  const QString name = nameOfClass(*test(), section);
  if (role == Qt::DisplayRole) return name;
  return role == Qt::ToolTipRole ? QVariant(plainToolTip(name)) : QVariant();
}

}  // namespace gan
