#include "style/series_style.h"

#include <QCoreApplication>
#include <QHash>
#include <QStringList>

namespace gan {
namespace {

struct Known {
  const char* title;
  const char* light;
  const char* dark;
  Qt::PenStyle dash;
};

// The generator is orange and the discriminator blue in every panel; what it says of generated images is dashed. Its
// losses on real and generated images, and their sum, stay apart for people who see no red, no green or no blue.
const QHash<QString, Known>& known() {
  static const QHash<QString, Known> table = {
      {QStringLiteral("loss/g"), {QT_TRANSLATE_NOOP("Series", "G loss"), "#c2570c", "#fb923c", Qt::SolidLine}},
      {QStringLiteral("loss/d"), {QT_TRANSLATE_NOOP("Series", "D loss"), "#051bc8", "#306be1", Qt::SolidLine}},
      {QStringLiteral("loss/d_real"),
       {QT_TRANSLATE_NOOP("Series", "D loss, real"), "#05a286", "#3ee9ab", Qt::SolidLine}},
      {QStringLiteral("loss/d_fake"),
       {QT_TRANSLATE_NOOP("Series", "D loss, fake"), "#550d53", "#d09ada", Qt::DashLine}},
      {QStringLiteral("score/d_real"), {QT_TRANSLATE_NOOP("Series", "D(x)"), "#5b4bb7", "#a99bff", Qt::SolidLine}},
      {QStringLiteral("score/d_fake_before"),
       {QT_TRANSLATE_NOOP("Series", "D(G(z)) before"), "#5b4bb7", "#a99bff", Qt::DashLine}},
      {QStringLiteral("score/d_fake_after"),
       {QT_TRANSLATE_NOOP("Series", "D(G(z)) after"), "#93308f", "#e879f9", Qt::DashLine}},
      {QStringLiteral("gradient_norm/g"),
       {QT_TRANSLATE_NOOP("Series", "G gradient norm"), "#a16207", "#facc15", Qt::SolidLine}},
      {QStringLiteral("gradient_norm/d"),
       {QT_TRANSLATE_NOOP("Series", "D gradient norm"), "#0f766e", "#2dd4bf", Qt::SolidLine}},
      {QStringLiteral("train/loss"),
       {QT_TRANSLATE_NOOP("Series", "Loss, training"), "#1d4f91", "#7ab5f5", Qt::SolidLine}},
      {QStringLiteral("validation/loss"),
       {QT_TRANSLATE_NOOP("Series", "Loss, validation"), "#c2570c", "#fb923c", Qt::SolidLine}},
      {QStringLiteral("train/top1"),
       {QT_TRANSLATE_NOOP("Series", "Top-1, training"), "#1d4f91", "#7ab5f5", Qt::DashLine}},
      {QStringLiteral("validation/top1"),
       {QT_TRANSLATE_NOOP("Series", "Top-1, validation"), "#c2570c", "#fb923c", Qt::DashLine}},
      {QStringLiteral("train/top5"),
       {QT_TRANSLATE_NOOP("Series", "Top-5, training"), "#1d4f91", "#7ab5f5", Qt::DotLine}},
      {QStringLiteral("validation/top5"),
       {QT_TRANSLATE_NOOP("Series", "Top-5, validation"), "#c2570c", "#fb923c", Qt::DotLine}},
      {QStringLiteral("gradient_norm/classifier"),
       {QT_TRANSLATE_NOOP("Series", "Gradient norm"), "#a16207", "#facc15", Qt::SolidLine}},
      {QStringLiteral("learning_rate/g"),
       {QT_TRANSLATE_NOOP("Series", "G learning rate"), "#c2570c", "#fb923c", Qt::DotLine}},
      {QStringLiteral("learning_rate/d"),
       {QT_TRANSLATE_NOOP("Series", "D learning rate"), "#1d4f91", "#7ab5f5", Qt::DotLine}},
      {QStringLiteral("learning_rate/classifier"),
       {QT_TRANSLATE_NOOP("Series", "Learning rate"), "#5b4bb7", "#a99bff", Qt::DotLine}},
      {QStringLiteral("ema/decay"), {QT_TRANSLATE_NOOP("Series", "EMA decay"), "#3f7d20", "#86d45e", Qt::DotLine}},
      {QStringLiteral("loss_scale/g"),
       {QT_TRANSLATE_NOOP("Series", "G loss scale"), "#c2570c", "#fb923c", Qt::DashDotLine}},
      {QStringLiteral("loss_scale/d"),
       {QT_TRANSLATE_NOOP("Series", "D loss scale"), "#1d4f91", "#7ab5f5", Qt::DashDotLine}},
      {QStringLiteral("penalty/r1"), {QT_TRANSLATE_NOOP("Series", "R1 penalty"), "#0072b2", "#2f8fd0", Qt::SolidLine}},
      {QStringLiteral("penalty/r2"), {QT_TRANSLATE_NOOP("Series", "R2 penalty"), "#0072b2", "#2f8fd0", Qt::DashLine}},
      {QStringLiteral("penalty/gradient_penalty"),
       {QT_TRANSLATE_NOOP("Series", "Gradient penalty"), "#00795a", "#1fb58a", Qt::SolidLine}},
      {QStringLiteral("penalty/lecam"),
       {QT_TRANSLATE_NOOP("Series", "LeCam penalty"), "#5b4bb7", "#a99bff", Qt::SolidLine}},
      {QStringLiteral("penalty/orthogonal_discriminator"),
       {QT_TRANSLATE_NOOP("Series", "D orthogonal penalty"), "#1d4f91", "#7ab5f5", Qt::DashLine}},
      {QStringLiteral("penalty/orthogonal_generator"),
       {QT_TRANSLATE_NOOP("Series", "G orthogonal penalty"), "#c2570c", "#fb923c", Qt::DashLine}},
      {QStringLiteral("penalty_weight/r1"),
       {QT_TRANSLATE_NOOP("Series", "R1 weight"), "#0072b2", "#2f8fd0", Qt::DotLine}},
      {QStringLiteral("penalty_weight/r2"),
       {QT_TRANSLATE_NOOP("Series", "R2 weight"), "#0072b2", "#2f8fd0", Qt::DashDotLine}},
      {QStringLiteral("penalty_weight/gradient_penalty"),
       {QT_TRANSLATE_NOOP("Series", "Gradient penalty weight"), "#00795a", "#1fb58a", Qt::DotLine}},
      {QStringLiteral("penalty_weight/lecam"),
       {QT_TRANSLATE_NOOP("Series", "LeCam weight"), "#5b4bb7", "#a99bff", Qt::DotLine}},
      {QStringLiteral("penalty_weight/orthogonal_discriminator"),
       {QT_TRANSLATE_NOOP("Series", "D orthogonal weight"), "#1d4f91", "#7ab5f5", Qt::DotLine}},
      {QStringLiteral("penalty_weight/orthogonal_generator"),
       {QT_TRANSLATE_NOOP("Series", "G orthogonal weight"), "#c2570c", "#fb923c", Qt::DotLine}},
      {QStringLiteral("time/step_ms"),
       {QT_TRANSLATE_NOOP("Series", "Step time, ms"), "#4d5560", "#c3c9d1", Qt::SolidLine}},
      {QStringLiteral("time/data_ms"),
       {QT_TRANSLATE_NOOP("Series", "Data wait, ms"), "#6b7280", "#9aa1a9", Qt::DotLine}},
      {QStringLiteral("time/forward_ms"),
       {QT_TRANSLATE_NOOP("Series", "Forward, ms"), "#2f7fae", "#7cc7f2", Qt::DotLine}},
      {QStringLiteral("time/backward_ms"),
       {QT_TRANSLATE_NOOP("Series", "Backward, ms"), "#0072b2", "#2f8fd0", Qt::DashLine}},
      {QStringLiteral("time/communication_ms"),
       {QT_TRANSLATE_NOOP("Series", "Communication, ms"), "#d55e00", "#e8702a", Qt::DashLine}},
      {QStringLiteral("time/optimizer_ms"),
       {QT_TRANSLATE_NOOP("Series", "Optimizer, ms"), "#00795a", "#1fb58a", Qt::DotLine}},
      {QStringLiteral("time/discriminator_ms"),
       {QT_TRANSLATE_NOOP("Series", "D time, ms"), "#1d4f91", "#7ab5f5", Qt::DotLine}},
      {QStringLiteral("time/generator_ms"),
       {QT_TRANSLATE_NOOP("Series", "G time, ms"), "#c2570c", "#fb923c", Qt::DotLine}},
      {QStringLiteral("speed/images_per_second"),
       {QT_TRANSLATE_NOOP("Series", "Images per second"), "#3f7d20", "#86d45e", Qt::SolidLine}},
  };
  return table;
}

/// Of parts of names: what the chart's groups are called, and the networks in them.
const QHash<QString, const char*>& knownParts() {
  static const QHash<QString, const char*> table = {
      {QStringLiteral("loss"), QT_TRANSLATE_NOOP("Series", "Losses")},
      {QStringLiteral("top"), QT_TRANSLATE_NOOP("Series", "Accuracy")},
      {QStringLiteral("score"), QT_TRANSLATE_NOOP("Series", "Scores of D")},
      {QStringLiteral("train"), QT_TRANSLATE_NOOP("Series", "Training")},
      {QStringLiteral("validation"), QT_TRANSLATE_NOOP("Series", "Validation")},
      {QStringLiteral("evaluation"), QT_TRANSLATE_NOOP("Series", "Evaluations")},
      {QStringLiteral("frechet"), QT_TRANSLATE_NOOP("Series", "FID")},
      {QStringLiteral("kernel"), QT_TRANSLATE_NOOP("Series", "KID")},
      {QStringLiteral("neighbours"), QT_TRANSLATE_NOOP("Series", "Precision, recall, density, coverage")},
      {QStringLiteral("gradient_norm"), QT_TRANSLATE_NOOP("Series", "Gradient norms")},
      {QStringLiteral("singular_value"), QT_TRANSLATE_NOOP("Series", "Singular values")},
      {QStringLiteral("learning_rate"), QT_TRANSLATE_NOOP("Series", "Learning rates")},
      {QStringLiteral("loss_scale"), QT_TRANSLATE_NOOP("Series", "Loss scales")},
      {QStringLiteral("penalty"), QT_TRANSLATE_NOOP("Series", "Penalties")},
      {QStringLiteral("penalty_weight"), QT_TRANSLATE_NOOP("Series", "Weights of penalties")},
      {QStringLiteral("time"), QT_TRANSLATE_NOOP("Series", "Times")},
      {QStringLiteral("speed"), QT_TRANSLATE_NOOP("Series", "Speed")},
      {QStringLiteral("g"), QT_TRANSLATE_NOOP("Series", "G")},
      {QStringLiteral("generator"), QT_TRANSLATE_NOOP("Series", "G")},
      {QStringLiteral("d"), QT_TRANSLATE_NOOP("Series", "D")},
      {QStringLiteral("discriminator"), QT_TRANSLATE_NOOP("Series", "D")},
      {QStringLiteral("classifier"), QT_TRANSLATE_NOOP("Series", "Classifier")}};
  return table;
}

/// Of scores, as papers write them.
const QHash<QString, const char*>& knownScores() {
  static const QHash<QString, const char*> table = {
      {QStringLiteral("fid"), QT_TRANSLATE_NOOP("Series", "FID")},
      {QStringLiteral("fid_infinity"), QT_TRANSLATE_NOOP("Series", "FID∞")},
      {QStringLiteral("kid"), QT_TRANSLATE_NOOP("Series", "KID")},
      {QStringLiteral("precision"), QT_TRANSLATE_NOOP("Series", "Precision")},
      {QStringLiteral("recall"), QT_TRANSLATE_NOOP("Series", "Recall")},
      {QStringLiteral("density"), QT_TRANSLATE_NOOP("Series", "Density")},
      {QStringLiteral("coverage"), QT_TRANSLATE_NOOP("Series", "Coverage")},
      {QStringLiteral("sliced_wasserstein"), QT_TRANSLATE_NOOP("Series", "Sliced Wasserstein")},
      {QStringLiteral("intra_fid"), QT_TRANSLATE_NOOP("Series", "FID within classes")},
      {QStringLiteral("inception_score"), QT_TRANSLATE_NOOP("Series", "Inception Score")},
      {QStringLiteral("cas"), QT_TRANSLATE_NOOP("Series", "Classification accuracy")},
      {QStringLiteral("cas_top5"), QT_TRANSLATE_NOOP("Series", "Classification accuracy, top-5")}};
  return table;
}

/// Scores of one unit: distances of one kind, shares of pictures. What is not known here has a scale of its own, and so
/// has the distance within classes, which are of fewer pictures each.
QString scoreScale(const QString& score) {
  static const QHash<QString, QString> kScales = {{QStringLiteral("fid"), QStringLiteral("frechet")},
                                                  {QStringLiteral("fid_infinity"), QStringLiteral("frechet")},
                                                  {QStringLiteral("kid"), QStringLiteral("kernel")},
                                                  {QStringLiteral("precision"), QStringLiteral("neighbours")},
                                                  {QStringLiteral("recall"), QStringLiteral("neighbours")},
                                                  {QStringLiteral("density"), QStringLiteral("neighbours")},
                                                  {QStringLiteral("coverage"), QStringLiteral("neighbours")},
                                                  {QStringLiteral("cas_top5"), QStringLiteral("cas")}};
  return kScales.value(score, score);
}

/// The colour of a network in whatever is measured of its layers; null for a name that has none.
const Known* knownNetwork(const QString& name) {
  const QString network = name.section(QLatin1Char('/'), 1);
  if (network == QLatin1String("g") || network == QLatin1String("generator"))
    return &*known().constFind(QStringLiteral("loss/g"));
  if (network == QLatin1String("d") || network == QLatin1String("discriminator"))
    return &*known().constFind(QStringLiteral("loss/d"));
  return nullptr;
}

}  // namespace

SeriesStyle seriesStyle(const QString& name, bool dark) {
  const auto found = known().constFind(name);
  const Known* look = found != known().constEnd() ? &*found : knownNetwork(name);
  if (look != nullptr) return {QColor(QLatin1String(dark ? look->dark : look->light)), look->dash};
  quint32 hash = 2166136261U;  // FNV-1a: the same colour in every process, which qHash() does not promise
  for (const QChar letter : name) hash = (hash ^ letter.unicode()) * 16777619U;
  return {QColor::fromHsl(static_cast<int>(hash % 360), 150, dark ? 170 : 90), Qt::SolidLine};
}

QString seriesTitle(const QString& name) {
  const auto found = known().constFind(name);
  if (found != known().constEnd()) return QCoreApplication::translate("Series", found->title);
  const QStringList parts = name.split(QLatin1Char('/'));
  const bool of_evaluation = parts.size() == 3 && parts[0] == QLatin1String("evaluation");
  return of_evaluation ? scoreTitle(parts[2]) + QStringLiteral(" · ") + parts[1] : name;
}

QString scoreTitle(const QString& name) {
  const auto found = knownScores().constFind(name);
  return found == knownScores().constEnd() ? name : QCoreApplication::translate("Series", *found);
}

QString seriesGroupTitle(const QString& prefix, const QString& above) {
  const QString rest = above.isEmpty() ? prefix : prefix.mid(above.size() + 1);
  QStringList titles;
  qsizetype place = above.isEmpty() ? 0 : above.count(QLatin1Char('/')) + 1;
  for (const QString& part : rest.split(QLatin1Char('/'))) {
    // Behind the network come a recipe's own names: a layer called "d" is no discriminator.
    constexpr qsizetype kNetwork = 1;
    const auto found = place <= kNetwork ? knownParts().constFind(part) : knownParts().constEnd();
    const QString own = place == 0 ? scoreTitle(part) : part;
    titles << (found == knownParts().constEnd() ? own : QCoreApplication::translate("Series", *found));
    ++place;
  }
  return titles.join(QStringLiteral(" · "));
}

QString seriesScale(const QString& name) {
  const QString part = name.section(QLatin1Char('/'), 0, 0);
  if (part == QLatin1String("evaluation") && name.count(QLatin1Char('/')) == 2)
    return scoreScale(name.section(QLatin1Char('/'), 2)) + QLatin1Char('/') + name.section(QLatin1Char('/'), 1, 1);
  if (part != QLatin1String("train") && part != QLatin1String("validation")) return part;
  const QString what = name.section(QLatin1Char('/'), 1);
  return what.startsWith(QLatin1String("top")) ? QStringLiteral("top") : what;
}

int seriesRank(const QString& name) {
  static const QStringList kOrder = {QStringLiteral("train/loss"),
                                     QStringLiteral("validation/loss"),
                                     QStringLiteral("train/top1"),
                                     QStringLiteral("validation/top1"),
                                     QStringLiteral("train/top5"),
                                     QStringLiteral("validation/top5"),
                                     QStringLiteral("gradient_norm/classifier"),
                                     QStringLiteral("loss/d_real"),
                                     QStringLiteral("loss/d_fake"),
                                     QStringLiteral("loss/d"),
                                     QStringLiteral("loss/g"),
                                     QStringLiteral("score/d_real"),
                                     QStringLiteral("score/d_fake_before"),
                                     QStringLiteral("score/d_fake_after"),
                                     QStringLiteral("gradient_norm/d"),
                                     QStringLiteral("gradient_norm/g"),
                                     QStringLiteral("learning_rate/g"),
                                     QStringLiteral("learning_rate/d"),
                                     QStringLiteral("learning_rate/classifier"),
                                     QStringLiteral("penalty/r1"),
                                     QStringLiteral("penalty/r2"),
                                     QStringLiteral("penalty/gradient_penalty"),
                                     QStringLiteral("penalty/lecam"),
                                     QStringLiteral("penalty/orthogonal_discriminator"),
                                     QStringLiteral("penalty/orthogonal_generator"),
                                     QStringLiteral("speed/images_per_second"),
                                     QStringLiteral("time/step_ms"),
                                     QStringLiteral("time/data_ms"),
                                     QStringLiteral("time/forward_ms"),
                                     QStringLiteral("time/backward_ms"),
                                     QStringLiteral("time/communication_ms"),
                                     QStringLiteral("time/optimizer_ms"),
                                     QStringLiteral("time/discriminator_ms"),
                                     QStringLiteral("time/generator_ms")};
  static const QHash<QString, int> kRanks = [] {
    QHash<QString, int> ranks;
    for (const QString& each : kOrder) ranks.insert(each, static_cast<int>(ranks.size()));
    return ranks;
  }();
  return kRanks.value(name, static_cast<int>(kOrder.size()));
}

bool canBeSmoothed(const QString& name) {
  const QString part = name.section(QLatin1Char('/'), 0, 0);
  static const QStringList kExact = {QStringLiteral("validation"),     QStringLiteral("evaluation"),
                                     QStringLiteral("learning_rate"),  QStringLiteral("ema"),
                                     QStringLiteral("penalty_weight"), QStringLiteral("loss_scale")};
  return !kExact.contains(part);
}

bool isShownAtFirst(const QString& name) {
  if (name.startsWith(QLatin1String("loss/"))) return true;
  const QString part = name.section(QLatin1Char('/'), 0, 0);
  const QString what = name.section(QLatin1Char('/'), 1);
  return (part == QLatin1String("train") || part == QLatin1String("validation")) &&
         (what == QLatin1String("loss") || what == QLatin1String("top1") || what == QLatin1String("top5"));
}

}  // namespace gan
