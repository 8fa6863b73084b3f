#include "evaluation/evaluation_model.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "config/evaluation_scores.h"
#include "evaluation/evaluation_texts.h"
#include "style/duration_text.h"
#include "style/plain_text.h"
#include "style/series_style.h"

namespace gan {
namespace {

namespace text = evaluation_text;

QString keyOf(const Evaluated& evaluated) { return QString::fromStdString(comparableOverTruncations(evaluated)); }

/// As metrics are listed; what this build does not know comes behind them.
std::size_t placeOf(const QString& score) {
  const auto facts = scoreFacts();
  const auto found = std::ranges::find(facts, score.toStdString(), &ScoreFacts::name);
  return static_cast<std::size_t>(found - facts.begin());
}

QStringList scoresOf(const QVector<EvaluationEntry>& entries) {
  QStringList names;
  for (const EvaluationEntry& entry : entries) {
    for (const EvaluatedScore& score : entry.evaluated.scores) {
      const QString name = QString::fromStdString(score.name);
      if (!names.contains(name)) names << name;
    }
  }
  std::ranges::stable_sort(names, [](const QString& a, const QString& b) { return placeOf(a) < placeOf(b); });
  return names;
}

const EvaluatedScore* find(const EvaluationEntry& entry, const QString& score) {
  return entry.evaluated.find(score.toStdString());
}

/// Of one draw a deviation is that of subsets or splits, which error bars do not show.
std::optional<double> spreadOf(const EvaluationEntry& entry, const EvaluatedScore& score) {
  return entry.evaluated.draws > 1 ? score.deviation : std::nullopt;
}

/// Whose truncations stand beside those of a step of another run: the same one, else the newest that has any; -1: there
/// is none.
qint64 sweptStep(const QVector<EvaluationEntry>& rows, qint64 step) {
  qint64 newest = -1;
  for (const EvaluationEntry& entry : rows) {
    if (entry.evaluated.truncation <= 0) continue;
    if (entry.step == step) return step;
    newest = std::max(newest, entry.step);
  }
  return newest;
}

}  // namespace

void EvaluationModel::setEntries(const QVector<EvaluationEntry>& entries) {
  if (entries == entries_) return;
  entries_ = entries;
  arrange();
}

void EvaluationModel::setCheckpoints(const QVector<qint64>& steps) {
  if (steps == checkpoints_) return;
  checkpoints_ = steps;
  arrange();
}

void EvaluationModel::setOwnWeights(const std::string& weights) {
  own_weights_ = weights;
  emit changed();
}

QString EvaluationModel::whyNotDrawnAlike(int row) const {
  if (row < 0 || row >= rows_.size()) return {};
  const std::string& judged = rows_[row].evaluated.weights;
  if (judged.empty() || own_weights_.empty() || judged == own_weights_) return {};
  return tr("These are scores of the %1, and pictures of this run are drawn with the %2: those would be of another "
            "generator.")
      .arg(text::weights(judged), text::weights(own_weights_));
}

void EvaluationModel::setOther(const OtherScores& other) {
  other_ = other;
  emit changed();
}

void EvaluationModel::setPending(const QVector<PendingEvaluation>& pending) {
  if (pending == pending_) return;
  pending_ = pending;
  emit pendingChanged();
}

const EvaluationModel::Kind* EvaluationModel::kind() const {
  const auto found = std::ranges::find(kinds_, key_, &Kind::key);
  return found == kinds_.end() ? nullptr : &*found;
}

void EvaluationModel::chooseKind(const QString& key) {
  if (key == key_) return;
  key_ = key;
  arrange();
}

void EvaluationModel::choose(const QStringList& scores) {
  QStringList known;
  for (const QString& score : scores_) {
    if (scores.contains(score)) known << score;
  }
  if (known == chosen_) return;
  chosen_ = known;
  emit changed();
}

QVector<EvaluationEntry> EvaluationModel::rowsOf(const QVector<EvaluationEntry>& entries) const {
  using Place = std::tuple<qint64, double, std::string>;
  std::map<Place, EvaluationEntry> best;
  for (const EvaluationEntry& entry : entries) {
    if (keyOf(entry.evaluated) != key_) continue;
    const Place place{-entry.step, entry.evaluated.truncation > 0 ? entry.evaluated.truncation : 0,
                      entry.evaluated.truncation > 0 ? entry.evaluated.truncation_kind : std::string()};
    const auto worth = [](const EvaluationEntry& each) { return std::pair(each.evaluated.draws, each.unix_seconds); };
    const auto [at, is_new] = best.try_emplace(place, entry);
    if (!is_new && worth(at->second) <= worth(entry)) at->second = entry;
  }
  QVector<EvaluationEntry> rows;
  for (auto& [place, entry] : best) rows << std::move(entry);
  return rows;
}

void EvaluationModel::arrange() {
  beginResetModel();
  wanted_classes_ = -1;  // rows are others now
  kinds_.clear();
  std::map<QString, double> newest;
  std::vector<const Evaluated*> examples;  // one of each kind
  for (const EvaluationEntry& entry : entries_) {
    const QString key = keyOf(entry.evaluated);
    auto found = std::ranges::find(kinds_, key, &Kind::key);
    if (found == kinds_.end()) {
      kinds_ << Kind{key, {}, text::kindFacts(entry.evaluated), 0};
      examples.push_back(&entry.evaluated);
      found = kinds_.end() - 1;
    }
    ++found->evaluations;
    for (const QString& more : {text::keptFacts(entry.evaluated), text::doubtOfFew(entry.evaluated)}) {
      if (!found->facts.contains(more)) found->facts += QStringLiteral(" · ") + more;
    }
    newest[key] = std::max(newest[key], entry.unix_seconds);
  }
  const QStringList titles = text::kindTitles(examples);
  for (qsizetype i = 0; i < kinds_.size(); ++i) kinds_[i].title = titles[i];
  std::ranges::stable_sort(kinds_, std::ranges::greater(), [&](const Kind& kind) { return newest[kind.key]; });
  if (kind() == nullptr) key_ = kinds_.isEmpty() ? QString() : kinds_.first().key;
  rows_ = rowsOf(entries_);
  scores_ = scoresOf(rows_);
  chosen_.removeIf([this](const QString& score) { return !scores_.contains(score); });
  if (chosen_.isEmpty()) chosen_ = scores_.mid(0, 1);
  endResetModel();
  emit changed();
}

QVector<EvaluationEntry> EvaluationModel::otherRows() const {
  return other_.path.isEmpty() || !other_.refusal.isEmpty() ? QVector<EvaluationEntry>() : rowsOf(other_.entries);
}

QString EvaluationModel::otherRefusal() const {
  if (other_.path.isEmpty()) return {};
  if (!other_.refusal.isEmpty()) return other_.refusal;
  if (other_.entries.isEmpty()) {
    return tr("%1 has no scores yet: evaluate one of its checkpoints as this run's are.").arg(other_.name);
  }
  if (kind() == nullptr || !otherRows().isEmpty()) return {};
  QStringList found;
  for (const EvaluationEntry& entry : other_.entries) {
    const QString facts = text::kindFacts(entry.evaluated);
    if (!found.contains(facts)) found << facts;
  }
  return tr("The scores of %1 do not compare with these, because they are of another kind: %2. Evaluate it by the "
            "features, with the weights and statistics and as many pictures as stand above.")
      .arg(other_.name, found.join(QStringLiteral("; ")));
}

/// None where there is any without; else the least.
double EvaluationModel::shownTruncation() const {
  double most = 0;
  for (const EvaluationEntry& entry : rows_) {
    if (entry.evaluated.truncation <= 0) return 0;
    most = std::max(most, entry.evaluated.truncation);
  }
  return most;
}

ScorePoint EvaluationModel::pointOf(const EvaluationEntry& entry, const EvaluatedScore& score, double x,
                                    int row) const {
  const QString title = scoreTitle(printable(QString::fromStdString(score.name)));
  QString said = tr("step %1: %2 %3", "step, name of a score, its value")
                     .arg(QLocale().toString(entry.step), title, text::score(score));
  if (entry.evaluated.truncation > 0) said += tr(", truncation %1").arg(text::truncation(entry.evaluated));
  if (row < 0) said = tr("%1, %2", "run, what it has").arg(other_.name, said);
  return {.x = x,
          .y = score.value,
          .deviation = spreadOf(entry, score),
          .row = row,
          .stands = row < 0 || stands(entry.step),
          .text = said};
}

QVector<ScoreLane> EvaluationModel::overSteps() const {
  const double shown = shownTruncation();
  const auto curveOf = [&](const QVector<EvaluationEntry>& rows, const QString& score, bool other) {
    ScoreCurve curve{.name = other ? other_.name : run_name_, .other = other};
    for (int row = static_cast<int>(rows.size()) - 1; row >= 0; --row) {  // the newest step comes first
      const double truncation = std::max(0.0, rows[row].evaluated.truncation);
      const EvaluatedScore* its = find(rows[row], score);
      if (truncation != shown || its == nullptr || !std::isfinite(its->value)) continue;
      curve.points << pointOf(rows[row], *its, static_cast<double>(rows[row].step), other ? -1 : row);
    }
    return curve;
  };
  QVector<ScoreLane> lanes;
  const QVector<EvaluationEntry> others = otherRows();
  for (const QString& score : chosen_) {
    ScoreLane lane{.title = text::scoreHeading(score), .curves = {curveOf(rows_, score, false)}};
    if (ScoreCurve other = curveOf(others, score, true); !other.points.isEmpty()) lane.curves << other;
    lanes << lane;
  }
  return lanes;
}

QVector<ScoreCurve> EvaluationModel::curvesOverTruncations(const QVector<EvaluationEntry>& rows, qint64 step,
                                                           const QString& score, double behind, bool other) const {
  QVector<ScoreCurve> all;
  std::map<std::string, ScoreCurve> curves;  // a way of truncating each
  const QString& name = other ? other_.name : run_name_;
  for (int row = 0; row < rows.size(); ++row) {
    const EvaluationEntry& entry = rows[row];
    const EvaluatedScore* its = find(entry, score);
    if (entry.step != step || its == nullptr || !std::isfinite(its->value)) continue;
    const double truncation = entry.evaluated.truncation;
    const ScorePoint point = pointOf(entry, *its, truncation > 0 ? truncation : behind, other ? -1 : row);
    if (truncation > 0) {
      curves[entry.evaluated.truncation_kind].points << point;
    } else {
      all << ScoreCurve{.name = name, .other = other, .joined = false, .points = {point}};
    }
  }
  for (auto& [kind, curve] : curves) {
    curve.name = name;
    curve.other = other;
    all << curve;
  }
  return all;
}

QVector<ScoreLane> EvaluationModel::overTruncations(int row) const {
  if (row < 0 || row >= rows_.size()) return {};
  const qint64 step = rows_[row].step;
  const QVector<EvaluationEntry> others = otherRows();
  const qint64 other_step = sweptStep(others, step);
  double largest = 0;
  int truncations = 0;
  for (const EvaluationEntry& entry : rows_) {
    if (entry.step != step) continue;
    ++truncations;
    largest = std::max(largest, entry.evaluated.truncation);
  }
  if (truncations < 2) return {};
  for (const EvaluationEntry& entry : others) {
    if (entry.step == other_step) largest = std::max(largest, entry.evaluated.truncation);
  }
  constexpr double kBehind = 1.25;
  QVector<ScoreLane> lanes;
  for (const QString& score : chosen_) {
    ScoreLane lane{.title = text::scoreHeading(score),
                   .curves = curvesOverTruncations(rows_, step, score, largest * kBehind, false) +
                             curvesOverTruncations(others, other_step, score, largest * kBehind, true)};
    if (lane.curves.isEmpty()) continue;
    if (std::ranges::any_of(lane.curves, [](const ScoreCurve& curve) { return !curve.joined; })) {
      lane.named_x = largest * kBehind;
      lane.x_name = tr("none", "no truncation");
    }
    lanes << lane;
  }
  return lanes;
}

QVector<ScoreLane> EvaluationModel::precisionOverRecall() const {
  const auto curveOf = [this](const QVector<EvaluationEntry>& rows, bool other) {
    ScoreCurve curve{.name = other ? other_.name : run_name_, .other = other, .joined = false};
    for (int row = 0; row < rows.size(); ++row) {
      const EvaluatedScore* precision = rows[row].evaluated.find("precision");
      const EvaluatedScore* recall = rows[row].evaluated.find("recall");
      if (precision == nullptr || recall == nullptr) continue;
      if (!std::isfinite(precision->value) || !std::isfinite(recall->value)) continue;
      ScorePoint point = pointOf(rows[row], *precision, recall->value, other ? -1 : row);
      point.text += tr(", recall %1").arg(text::score(*recall));
      curve.points << point;
    }
    return curve;
  };
  ScoreLane lane{.title = tr("Precision over recall: up is more lifelike, right is more varied"), .curves = {}};
  for (ScoreCurve& curve : QVector<ScoreCurve>{curveOf(rows_, false), curveOf(otherRows(), true)}) {
    if (!curve.points.isEmpty()) lane.curves << curve;
  }
  return lane.curves.isEmpty() ? QVector<ScoreLane>() : QVector<ScoreLane>{lane};
}

QVector<EvaluatedClass> EvaluationModel::classes(int row) const {
  if (row < 0 || row >= rows_.size()) return {};
  const std::vector<EvaluatedClass>& found = rows_[row].evaluated.classes;
  QVector<EvaluatedClass> classes(found.begin(), found.end());
  std::ranges::stable_sort(classes, std::ranges::greater(), &EvaluatedClass::fid);
  return classes;
}

void EvaluationModel::wantClassPictures(int row) {
  const int wanted = classes(row).isEmpty() ? -1 : row;
  if (wanted == wanted_classes_) return;
  wanted_classes_ = wanted;
  class_pictures_.clear();
  emit classPicturesChanged();
  emit classPicturesWished();
}

void EvaluationModel::setClassPictures(const QString& name, const QVector<QImage>& pictures) {
  class_pictures_[name] = pictures;
  emit classPicturesChanged();
}

QString EvaluationModel::sentence(int row) const {
  if (row < 0 || row >= rows_.size()) return {};
  const EvaluationEntry& entry = rows_[row];
  const QLocale locale;
  QStringList scores;
  for (const QString& score : scores_) {
    if (find(entry, score) != nullptr) {
      scores << tr("%1 %2", "name of a score, its value").arg(scoreTitle(printable(score)), scoreText(entry, score));
    }
  }
  QString said = tr("Step %1: %2").arg(locale.toString(entry.step), scores.join(QStringLiteral(", ")));
  if (entry.evaluated.draws > 1) said += tr("; over %1 draws").arg(locale.toString(qint64{entry.evaluated.draws}));
  if (entry.evaluated.truncation > 0) said += tr("; truncation %1").arg(text::truncation(entry.evaluated));
  if (const QString time = durationText(entry.evaluated.seconds); !time.isEmpty()) said += tr("; took %1").arg(time);
  if (!stands(entry.step)) said += tr("; its checkpoint is gone");
  return said;
}

QString EvaluationModel::scoreText(const EvaluationEntry& entry, const QString& score) const {
  const EvaluatedScore* its = find(entry, score);
  return its == nullptr ? QString() : text::score(*its);
}

int EvaluationModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int EvaluationModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kScores + static_cast<int>(scores_.size()) + 1;
}

QString EvaluationModel::cellText(int row, int column) const {
  const EvaluationEntry& entry = rows_[row];
  if (column == kStep) return QLocale().toString(entry.step);
  if (column == kTruncation) return text::truncation(entry.evaluated);
  if (column - kScores < scores_.size()) return scoreText(entry, scores_[column - kScores]);
  return entry.asked ? tr("asked for") : tr("in training");
}

QVariant EvaluationModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const EvaluationEntry& entry = rows_[index.row()];
  switch (role) {
    case Qt::DisplayRole:
      return cellText(index.row(), index.column());
    case Qt::ToolTipRole:
      return plainToolTip(sentence(index.row()));
    case Qt::TextAlignmentRole:
      return index.column() - kScores < scores_.size() ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case kStepRole:
      return entry.step;
    default:
      return {};
  }
}

QVariant EvaluationModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const int score = section - kScores;
  const bool is_score = score >= 0 && score < scores_.size();
  if (role == Qt::ToolTipRole && is_score) return plainToolTip(text::scoreHeading(scores_[score]));
  if (role != Qt::DisplayRole) return {};
  if (section == kStep) return tr("Step");
  if (section == kTruncation) return tr("Truncation");
  return is_score ? scoreTitle(printable(scores_[score])) : tr("Origin");
}

}  // namespace gan
