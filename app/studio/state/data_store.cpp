#include "state/data_store.h"

#include <QLocale>
#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "config/preset.h"
#include "config/recipe_kind.h"
#include "state/texts.h"

namespace gan {
namespace {

constexpr double kEnlargingCost = 1;
constexpr double kColourCost = 0.5;
constexpr qint64 kManyClasses = 50;
constexpr std::int64_t kWithoutSize = 64;

/// Smaller fits better.
std::tuple<double, bool, bool> misfit(const RunConfig& config, const ImageKind& images) {
  const auto resolution = static_cast<double>(config.integer("data.resolution"));
  const auto side = static_cast<double>(images.short_side > 0 ? images.short_side : kWithoutSize);
  double cost = std::abs(std::log2(side / resolution));
  if (side < resolution) cost += kEnlargingCost;
  if ((config.integer("data.channels") == 1) != images.grey) cost += kColourCost;
  const bool soft = config.real("objective.real_label") < 1;
  return {cost, config.text("model.architecture") != "dcgan", soft != (images.classes >= kManyClasses)};
}

}  // namespace

ImageKind imageKind(const DataFacts& facts) {
  if (facts.sizes_in_all) {
    const qint64 read = facts.images - facts.damaged.size();
    return {facts.sizes_in_all->short_side, facts.grey >= read, facts.classes.size(), read};
  }
  QVector<SizeCount> sizes = facts.sizes;
  const auto side = [](const SizeCount& size) { return std::min(size.width, size.height); };
  std::ranges::sort(sizes, {}, side);
  qint64 all = 0;
  for (const SizeCount& size : sizes) all += size.images;
  ImageKind kind{.short_side = 0, .grey = all > 0 && facts.grey >= all, .classes = facts.classes.size(), .count = all};
  qint64 smaller = 0;
  for (const SizeCount& size : sizes) {
    smaller += size.images;
    kind.short_side = side(size);
    if (10 * smaller > all) break;
  }
  return kind;
}

FittingPreset fittingPreset(const ImageKind& images) {
  std::optional<FittingPreset> best;
  for (const Preset& preset : presets()) {
    const std::string name(preset.name);
    const RunConfig config = configFromPreset(name);
    // Those that are no GANs, or need classes, which images may not have, fit none in particular.
    if (recipeKind(config) != RecipeKind::kGan || config.integer("model.classes") != 0) continue;
    if (!best || misfit(config, images) < misfit(best->config, images)) {
      best.emplace(QString::fromStdString(name), config);
    }
  }
  best->enlarges = images.short_side > 0 && images.short_side < best->config.integer("data.resolution");
  best->config.set("data.channels", Value(std::int64_t{images.grey ? 1 : 3}));
  const std::int64_t batch = best->config.integer("data.batch_size");
  if (images.count > 0 && images.count < batch) {
    best->config.set("data.batch_size",
                     Value(static_cast<std::int64_t>(std::bit_floor(static_cast<quint64>(images.count)))));
  }
  return *best;
}

namespace {

using Work = DataModel::Work;

const QString kShapes = QStringLiteral("shapes");

QString number(qint64 count) { return QLocale().toString(count); }

/// The engine's words for kinds of files, translated; names of formats stay as they are.
QString kindText(const QString& kind) {
  if (kind == QLatin1String("text")) return DataStore::tr("text");
  if (kind == QLatin1String("empty")) return DataStore::tr("empty files");
  if (kind == QLatin1String("video")) return DataStore::tr("video");
  if (kind == QLatin1String("unreadable")) return DataStore::tr("files that may not be read");
  if (kind == QLatin1String("other")) return DataStore::tr("other files");
  return printable(kind);
}

/// What the engine found, with its words in the window's language.
DataFacts factsOf(const DataReport& report) {
  DataFacts facts = report.found;
  for (ClassCount& one : facts.classes) one.name = printable(one.name);
  for (const DataReport::Damage& damage : report.damaged) {
    facts.damaged << ImageFault{{printable(damage.name)}, translated(damage.reason)};
  }
  for (QStringList group : report.duplicates) {
    for (QString& name : group) name = printable(name);
    facts.duplicates << ImageFault{group, DataStore::tr("%1 equal images").arg(number(group.size()))};
  }
  for (OtherFiles& other : facts.passed_over) {
    other.kind = kindText(other.kind);
    for (QString& name : other.names) name = printable(name);
  }
  return facts;
}

}  // namespace

DataStore::DataStore(std::shared_ptr<EngineAccess> access, QObject* parent)
    : QObject(parent), task_(std::move(access)) {
  connect(&task_, &DataTask::progressed, this, &DataStore::onProgress);
  connect(&task_, &DataTask::glanced, this, &DataStore::onGlance);
  connect(&task_, &DataTask::inspected, this,
          [this](const std::shared_ptr<const DataReport>& report) { onReport(*report); });
  connect(&task_, &DataTask::tuned, this, [this](const TuneReport& report) {
    model_.setWork(Work::kNone);
    model_.setSpeeds(report.speeds, report.best);
  });
  connect(&task_, &DataTask::failed, this, &DataStore::onFailure);
}

QString DataStore::path() const { return shown_ && shown_->source != kShapes ? shown_->source : QString(); }

RunPlace DataStore::host() const { return shown_ ? shown_->host : RunPlace(); }

void DataStore::setRun(const RunConfig& config, const RunPlace& host) {
  const bool showed_run = !shown_ || shown_ == of_run_;
  of_run_ = requestOf(config);
  if (of_run_->source != kShapes) of_run_->host = host;  // which look the same everywhere
  if (showed_run) choose(of_run_);
  showTitle();
}

void DataStore::closeRun() {
  const bool showed_run = shown_ && shown_ == of_run_;
  of_run_.reset();
  if (showed_run) choose({});
  showTitle();
}

void DataStore::showRunImages() { choose(of_run_); }

void DataStore::show(const QString& path) {
  choose(DataRequest{path, RunConfig()});
  begin(Work::kInspecting);
  task_.glance(path);
}

void DataStore::choose(const std::optional<DataRequest>& request) {
  if (request == shown_) return;
  cancel();
  shown_ = request;
  preset_.reset();
  model_.forget();
  showTitle();
}

void DataStore::showTitle() {
  DataModel::Source source;
  if (shown_) source.title = shown_->source == kShapes ? tr("built-in shapes") : printable(shown_->source);
  if (!host().isEmpty()) source.title = tr("%1 on %2", "a path, a computer").arg(source.title, host().host());
  source.has_run = of_run_.has_value();
  source.of_run = shown_ && shown_ == of_run_;
  model_.setSource(source);
}

void DataStore::begin(Work work) {
  model_.setFailure({});
  model_.setWork(work);
  model_.setProgress({work == Work::kTuning ? tr("Loading …") : tr("Looking …")});
}

void DataStore::inspect() {
  if (!shown_) return;
  if (shown_ != of_run_ && !preset_) {  // a first glance failed
    const QString path = shown_->source;
    return show(path);
  }
  begin(Work::kInspecting);
  task_.inspect(*shown_);
}

void DataStore::tune() {
  if (!shown_) return;
  begin(Work::kTuning);
  task_.tune(*shown_);
}

void DataStore::cancel() {
  task_.cancel();
  model_.setWork(Work::kNone);
}

void DataStore::onProgress(const EngineProgress& progress) {
  const QString done = number(progress.done);
  const QString total = number(progress.total);
  QString text = tr("%1 of %2").arg(done, total);
  if (progress.unit == QLatin1String("images")) text = tr("%1 of %2 images").arg(done, total);
  model_.setProgress({text, progress.done, progress.total});
}

void DataStore::onGlance(const DataFinding& finding) {
  if (!shown_) return;
  if (finding.problem) return onFailure(*finding.problem);
  preset_ = fittingPreset({.short_side = std::min(finding.width, finding.height),
                           .grey = finding.channels == 1,
                           .classes = finding.classes,
                           .count = finding.count});
  for (const char* path : {"data.resolution", "data.channels", "data.batch_size"}) {
    shown_->config.set(path, preset_->config.value(path));
  }
  task_.inspect(*shown_);
}

void DataStore::onReport(const DataReport& report) {
  const DataFacts facts = factsOf(report);
  QStringList warnings;
  for (const Message& warning : report.warnings) warnings << translated(warning);
  const ImageKind kind = imageKind(facts);
  preset_ = fittingPreset(kind);
  model_.setWork(Work::kNone);
  model_.setFacts(facts, warnings, facts.sizes.isEmpty() ? QString() : offerText(kind));
  model_.setSheet(report.sheet);
}

QString DataStore::offerText(const ImageKind& kind) const {
  const QString resolution = number(preset_->config.integer("data.resolution"));
  const QString fits = kind.grey ? tr("The preset %1 fits: grey images of %2 px.").arg(preset_->name, resolution)
                                 : tr("The preset %1 fits: coloured images of %2 px.").arg(preset_->name, resolution);
  return preset_->enlarges ? tr("%1 Smaller images are enlarged for it.").arg(fits) : fits;
}

void DataStore::onFailure(const Message& why) {
  model_.setWork(Work::kNone);
  model_.setFailure(translated(why));
}

}  // namespace gan
