#include "evaluation/evaluation_texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>

#include "config/evaluation_scores.h"
#include "style/plain_text.h"
#include "style/series_style.h"
#include "style/significant_text.h"

namespace gan::evaluation_text {
namespace {

class EvaluationTexts {
  Q_DECLARE_TR_FUNCTIONS(EvaluationTexts)
};

constexpr std::size_t kShownDigits = 8;

QString outside(const std::string& text) { return printable(QString::fromStdString(text)); }

QString digest(const Evaluated& evaluated) { return outside(evaluated.features.sha256.substr(0, kShownDigits)); }

QString statisticsText(const std::string& name) {
  if (name == "running") return EvaluationTexts::tr("running statistics");
  if (name == "standing") return EvaluationTexts::tr("standing statistics");
  if (name == "batch") return EvaluationTexts::tr("statistics of a batch");
  return outside(name);
}

QString resizeText(const std::string& name) {
  return name == "its training" ? EvaluationTexts::tr("resized as in its training")
                                : EvaluationTexts::tr("resized as %1 does").arg(outside(name));
}

/// What scores of one kind have in common beside what its title says, a place for each; empty where it is not said.
std::array<QString, 4> furtherFacts(const Evaluated& evaluated) {
  return {resizeText(evaluated.features.resize),
          evaluated.statistics.empty() ? QString() : statisticsText(evaluated.statistics),
          evaluated.weights.empty() ? QString() : weights(evaluated.weights), outside(evaluated.settings)};
}

}  // namespace

QString weights(const std::string& name) {
  if (name == "average") return EvaluationTexts::tr("averaged weights");
  if (name == "newest") return EvaluationTexts::tr("newest weights");
  return outside(name);
}

QString number(double value) { return significantText(value, 4); }

QString score(const EvaluatedScore& score) {
  if (!score.deviation) return number(score.value);
  return EvaluationTexts::tr("%1 ± %2", "score, deviation")
      .arg(number(score.value), significantText(*score.deviation, 2));
}

QString truncation(const Evaluated& evaluated) {
  if (evaluated.truncation <= 0) return EvaluationTexts::tr("none", "no truncation");
  const QString threshold = QLocale().toString(evaluated.truncation, 'g', 4);
  if (evaluated.truncation_kind == "scaled_redraw") return EvaluationTexts::tr("%1, scaled redraw").arg(threshold);
  if (evaluated.truncation_kind == "scale") return EvaluationTexts::tr("%1, scale").arg(threshold);
  return threshold;
}

QString kindTitle(const Evaluated& evaluated) {
  return EvaluationTexts::tr("%1 %2 · %3 pictures", "network, its digest, number")
      .arg(outside(evaluated.features.network), digest(evaluated), QLocale().toString(qint64{evaluated.generated}));
}

QStringList kindTitles(const std::vector<const Evaluated*>& kinds) {
  QStringList plain;
  for (const Evaluated* kind : kinds) plain << kindTitle(*kind);
  QStringList titles = plain;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto own = furtherFacts(*kinds[i]);
    for (std::size_t place = 0; place < own.size(); ++place) {
      bool differs = false;
      for (std::size_t j = 0; j < kinds.size(); ++j) {
        differs = differs || (plain[j] == plain[i] && furtherFacts(*kinds[j])[place] != own[place]);
      }
      if (differs && !own[place].isEmpty()) titles[i] += QStringLiteral(" · ") + own[place];
    }
  }
  return titles;
}

QString kindFacts(const Evaluated& evaluated) {
  const QLocale locale;
  const EvaluatedFeatures& features = evaluated.features;
  const auto [resize, statistics, drawn_with, settings] = furtherFacts(evaluated);
  QStringList facts{
      EvaluationTexts::tr("Features: %1 %2, %3 to %4 px", "network, digest, how resized, size")
          .arg(outside(features.network), digest(evaluated), resize, locale.toString(qint64{features.size}))};
  const QString generated = locale.toString(qint64{evaluated.generated});
  facts << (evaluated.real > 0 ? EvaluationTexts::tr("%1 pictures against %2 images")
                                     .arg(generated, locale.toString(qint64{evaluated.real}))
                               : EvaluationTexts::tr("%1 pictures").arg(generated));
  for (const QString& further : {statistics, drawn_with, settings}) {
    if (!further.isEmpty()) facts << further;
  }
  return facts.join(QStringLiteral(" · "));
}

QString keptFacts(const Evaluated& evaluated) {
  const bool has_such = std::ranges::any_of(evaluated.scores, [](const EvaluatedScore& score) {
    const ScoreFacts* const facts = findScore(score.name);
    return facts != nullptr && facts->metric != "fid" && facts->metric != "is" && facts->metric != "cas";
  });
  const bool said = evaluated.settings.starts_with("keep ");  // among what was chosen otherwise
  if (!has_such || said || std::max(evaluated.real, evaluated.generated) <= kUsuallyKept) return {};
  return EvaluationTexts::tr("all scores but FID, Inception Score and accuracy are of %1 of each at most")
      .arg(QLocale().toString(qint64{kUsuallyKept}));
}

QString doubtOfFew(const Evaluated& evaluated) {
  if (!hasFidOfFew(evaluated)) return {};
  return EvaluationTexts::tr("FID of fewer than %1 pictures is too high: only that of as many compares")
      .arg(QLocale().toString(qint64{kEnoughForFid}));
}

QString scoreHeading(const QString& score) {
  const ScoreFacts* facts = findScore(score.toStdString());
  if (facts == nullptr) return scoreTitle(printable(score));
  return facts->better == ScoreFacts::Better::kLower
             ? EvaluationTexts::tr("%1, lower is better").arg(scoreTitle(score))
             : EvaluationTexts::tr("%1, higher is better").arg(scoreTitle(score));
}

}  // namespace gan::evaluation_text
