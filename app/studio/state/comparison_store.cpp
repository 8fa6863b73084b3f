#include "state/comparison_store.h"

#include <algorithm>

#include "config/compared_fields.h"
#include "core/error.h"
#include "link/run_scores.h"
#include "state/texts.h"
#include "style/plain_text.h"

namespace gan {
namespace {

/// So many runs are read at once: reading is work for a core each.
constexpr int kAtOnce = 2;

QString valueOf(const std::optional<ComparedSetting>& setting) {
  if (!setting) return {};
  const QString now = QString::fromStdString(setting->now);
  // An empty text is a value, too: not a null string.
  if (setting->began == setting->now) return now.isNull() ? QStringLiteral("") : now;
  return QStringLiteral("%1 → %2").arg(QString::fromStdString(setting->began), now);
}

const QString kScores = QStringLiteral("evaluation/");

bool isScore(const QString& series) { return series.startsWith(kScores); }

std::optional<ScoredImages> imagesOf(const RunFacts& facts) {
  try {
    return scoredImages(facts);
  } catch (const Error&) {
    return std::nullopt;  // whoever opened it is told
  }
}

}  // namespace

ComparisonStore::ComparisonStore(const QVector<RunPlace>& runs, const Opener& opener, QObject* parent)
    : QObject(parent) {
  for (const RunPlace& run : runs.mid(0, kMostRuns)) {
    places_ << run;
    names_ << printable(run.name);
    runs_.push_back(std::make_unique<Compared>(opener(run)));
  }
  configuration_.setRuns(names_);
  for (int number = 0; number < count(); ++number) follow(number);
}

ComparisonStore::~ComparisonStore() = default;

void ComparisonStore::follow(int number) {
  Compared& run = *runs_[static_cast<std::size_t>(number)];
  connect(&run.store, &RunStore::opened, this, [this, &run] {
    run.images = imagesOf(run.store.facts());
    updateConfiguration();
    emit branchPointsChanged();
  });
  connect(&run.store, &RunStore::failed, this, [this, number, &run](const Message& why) {
    run.has_failed = true;
    updateConfiguration();
    emit failed(number, why);
    onRead(number);
  });
  connect(&run.store, &RunStore::summaryChanged, this, [this, number, &run] {
    if (run.live != run.store.summary().live_values) {
      run.live = run.store.summary().live_values;
      updateConfiguration();
    }
    emit progressed(number);
    onRead(number);
  });
  connect(&run.link, &RunLink::charted, this, [this, number](const ChartReply& reply) { emit charted(number, reply); });
}

void ComparisonStore::start() {
  for (int i = 0; i < kAtOnce; ++i) startNext();
}

void ComparisonStore::startNext() {
  if (started_ < count()) runs_[static_cast<std::size_t>(started_++)]->link.start();
}

void ComparisonStore::onRead(int number) {
  if (!std::exchange(runs_[static_cast<std::size_t>(number)]->is_read, true)) startNext();
}

void ComparisonStore::setVisible(bool visible) {
  for (const auto& run : runs_) run->link.setVisible(visible);
}

QVector<SampleModel*> ComparisonStore::samples() {
  QVector<SampleModel*> models;
  for (const auto& run : runs_) models << &run->store.samples();
  return models;
}

int ComparisonStore::scoredRun() {
  for (int number = 0; number < count(); ++number) {
    if (std::ranges::any_of(run(number).series().names(), isScore)) return number;
  }
  return -1;
}

QVector<int> ComparisonStore::scoredByOtherImages() {
  QVector<int> others;
  const int first = scoredRun();
  if (first < 0) return others;
  const auto imagesOfRun = [this](int number) { return runs_[static_cast<std::size_t>(number)]->images; };
  for (int number = first + 1; number < count(); ++number) {
    const bool same = imagesOfRun(number) && imagesOfRun(number) == imagesOfRun(first);
    if (!same && std::ranges::any_of(run(number).series().names(), isScore)) others << number;
  }
  return others;
}

QStringList ComparisonStore::comparableSeries(int number) {
  QStringList names = run(number).series().names();
  if (scoredByOtherImages().contains(number)) names.removeIf(isScore);
  return names;
}

std::vector<qint64> ComparisonStore::branchPoints() const {
  std::vector<Descent> descents;
  for (int number = 0; number < count(); ++number) {
    Descent descent{.place = places_[number], .parent = {}, .parent_step = -1};
    const RunStore& store = runs_[static_cast<std::size_t>(number)]->store;
    if (store.isOpen()) {
      descent.parent = places_[number].at(QString::fromStdString(store.facts().parent_path));
      descent.parent_step = store.facts().parent_step;
    }
    descents.push_back(descent);
  }
  return gan::branchPoints(descents);
}

qint64 ComparisonStore::firstStep(int number) const {
  const RunStore& store = runs_.at(static_cast<std::size_t>(number))->store;
  return store.isOpen() ? std::max<qint64>(0, store.facts().parent_step) + 1 : 1;
}

/// Once it is known of all runs that there are: before, everything would differ.
void ComparisonStore::updateConfiguration() {
  std::vector<ComparedConfig> configs;
  const Schema* schema = nullptr;
  for (const auto& run : runs_) {
    const bool is_open = run->store.isOpen();
    if (!is_open && !run->has_failed) return;
    if (is_open && schema == nullptr) schema = &run->store.schema();
    configs.push_back({is_open ? run->store.config() : nullptr, &run->live});
  }
  if (schema == nullptr) return;
  QVector<ConfigurationRow> rows;
  for (const ComparedField& field : comparedFields(configs)) {
    ConfigurationRow row{.path = QString::fromStdString(field.path),
                         .title = fieldTitle(*schema, field.path),
                         .values = {},
                         .differs = field.differs};
    for (const auto& value : field.values) row.values << valueOf(value);
    rows << row;
  }
  configuration_.setRows(rows);
}

}  // namespace gan
