#include "evaluation/evaluate_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "config/evaluation_scores.h"
#include "config/feature_input.h"
#include "style/duration_text.h"
#include "style/named.h"
#include "style/series_style.h"

namespace gan {
namespace {

constexpr int kMostPictures = 1'000'000;
constexpr int kMostDraws = 1000;
constexpr int kMetricColumns = 3;
constexpr const char* kAccuracy = "cas";

/// The scores that come from a metric.
QString metricTitle(const std::string& metric) {
  QStringList titles;
  for (const ScoreFacts& score : scoreFacts()) {
    if (score.metric == metric)
      titles << scoreTitle(QString::fromUtf8(score.name.data(), static_cast<qsizetype>(score.name.size())));
  }
  return titles.join(QStringLiteral(", "));
}

QString truncationsText(const std::vector<double>& truncations) {
  if (truncations == std::vector<double>{0}) return {};
  QStringList numbers;
  for (const double truncation : truncations) numbers << QString::number(truncation);
  return numbers.join(QStringLiteral(", "));
}

}  // namespace

EvaluateDialog::EvaluateDialog(EvaluationPlan& plan, QWidget* parent)
    : QDialog(parent),
      plan_(plan),
      form_(new QFormLayout),
      step_(named(new QComboBox, "evaluate_step")),
      weights_(named(new QComboBox, "evaluate_weights")),
      features_(named(new QLineEdit, "evaluate_features")),
      resize_(named(new QComboBox, "evaluate_resize")),
      size_(named(new QSpinBox, "evaluate_size")),
      count_(named(new QSpinBox, "evaluate_count")),
      draws_(named(new QSpinBox, "evaluate_draws")),
      truncations_(named(new QLineEdit, "evaluate_truncations")),
      truncation_kind_(named(new QComboBox, "evaluate_truncation_kind")),
      statistics_(named(new QComboBox, "evaluate_statistics")),
      classes_(named(new QLineEdit, "evaluate_classes")),
      forecast_(named(new QLabel, "evaluate_forecast")) {
  setObjectName(QStringLiteral("evaluate_dialog"));
  setWindowTitle(tr("Evaluate a checkpoint"));
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(form_);
  makeRows();
  forecast_->setTextFormat(Qt::PlainText);
  forecast_->setWordWrap(true);
  forecast_->setMinimumHeight(2 * fontMetrics().lineSpacing());
  forecast_->setMinimumWidth(fontMetrics().averageCharWidth() * 70);
  forecast_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  layout->addWidget(forecast_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  start_ = named(buttons->addButton(tr("&Start"), QDialogButtonBox::AcceptRole), "evaluate_start");
  start_->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
  fill();
  enableInput();
  for (QComboBox* box : {step_, weights_, resize_, truncation_kind_, statistics_}) {
    connect(box, &QComboBox::currentIndexChanged, this, &EvaluateDialog::takeUp);
  }
  for (QLineEdit* line : {features_, truncations_, classes_}) {
    connect(line, &QLineEdit::textChanged, this, &EvaluateDialog::takeUp);
  }
  for (QSpinBox* box : {size_, count_, draws_}) connect(box, &QSpinBox::valueChanged, this, &EvaluateDialog::takeUp);
  for (QCheckBox* box : metrics_) connect(box, &QCheckBox::toggled, this, &EvaluateDialog::takeUp);
  connect(&plan_, &EvaluationPlan::answerChanged, this, &EvaluateDialog::refresh);
  refresh();
}

EvaluateDialog::~EvaluateDialog() { plan_.close(); }

QWidget* EvaluateDialog::makeMetrics() {
  auto* box = named(new QWidget, "evaluate_metrics");
  auto* grid = new QGridLayout(box);
  grid->setContentsMargins({});
  int place = 0;
  for (const std::string& metric : judgingMetrics()) {
    auto* check = new QCheckBox(metricTitle(metric));
    check->setObjectName(QStringLiteral("evaluate_metric_") + QString::fromStdString(metric));
    check->setProperty("metric", QString::fromStdString(metric));
    const bool of_classes = metric == "intra-fid" || metric == kAccuracy;
    check->setVisible(!of_classes || plan_.choices().has_classes);
    if (metric == kAccuracy) {
      accuracy_ = check;
      check->setToolTip(
          tr("Classification accuracy score: how many of the run's own images a classifier names rightly that has seen "
             "the drawn pictures alone. It is trained anew for each draw and truncation, which takes minutes"));
    }
    grid->addWidget(check, place / kMetricColumns, place % kMetricColumns);
    metrics_ << check;
    ++place;
  }
  return box;
}

void EvaluateDialog::makeRows() {
  form_->addRow(tr("&Checkpoint"), step_);
  form_->addRow(tr("&Weights"), weights_);
  form_->addRow(tr("&Features"), features_);
  features_->setToolTip(
      tr("in-domain: a classifier that is trained once on the run's own images; or a file or a classifier's run folder "
         "on the run's host, as gan-engine evaluate --features takes it"));
  resize_->setToolTip(
      tr("How pictures are brought to the network's size, by the program that does it so. biggan goes with "
         "torchvision's Inception alone, and a classifier takes pictures as it was trained on them. Only scores of one "
         "way compare"));
  form_->addRow(tr("&Resized as"), resize_);
  size_->setRange(0, kLargestInput);
  size_->setSpecialValueText(tr("usual"));
  size_->setSuffix(tr(" px"));
  size_->setToolTip(tr("Height and width that a network in TorchScript takes, 299 px unless somebody says otherwise"));
  form_->addRow(tr("&Input size"), size_);
  form_->addRow(tr("Scores"), makeMetrics());
  count_->setRange(2, kMostPictures);
  count_->setGroupSeparatorShown(true);
  count_->setToolTip(tr("Of a draw; only scores of as many pictures compare"));
  form_->addRow(tr("&Pictures"), count_);
  draws_->setRange(1, kMostDraws);
  draws_->setToolTip(tr("Repetitions with other samples: each score is their mean, and the error bar their deviation"));
  form_->addRow(tr("&Draws"), draws_);
  truncations_->setPlaceholderText(tr("none"));
  truncations_->setToolTip(tr("A row of scores for each, as in 0.2, 0.4, 0.7, 1; 0 is none"));
  form_->addRow(tr("&Truncations"), truncations_);
  truncation_kind_->setToolTip(
      tr("How numbers of a latent are kept near 0. redraw: those beyond the truncation are drawn again; scaled redraw: "
         "the truncation multiplies numbers within 2, as DeepMind's BigGAN does; scale: it multiplies all numbers, as "
         "BigGAN-PyTorch does. Only scores of one kind compare"));
  form_->addRow(tr("Truncation &kind"), truncation_kind_);
  form_->addRow(tr("&Statistics"), statistics_);
  classes_->setPlaceholderText(tr("all"));
  classes_->setToolTip(tr("That the pictures get in turn, such as 3 or 0,7-9"));
  form_->addRow(tr("C&lasses"), classes_);
  form_->setRowVisible(classes_, plan_.choices().has_classes);
}

void EvaluateDialog::fill() {
  const EvaluationWish& wish = plan_.wish();
  const EvaluationOrder& order = wish.order;
  const QLocale locale;
  step_->addItem(tr("newest"), qint64{-1});
  const QVector<qint64>& steps = plan_.choices().steps;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    step_->addItem(tr("step %1").arg(locale.toString(*step)), *step);
  }
  step_->setCurrentIndex(std::max(0, step_->findData(wish.step.value_or(-1))));
  if (plan_.choices().has_average) weights_->addItem(tr("averaged"), QStringLiteral("average"));
  weights_->addItem(tr("newest"), QStringLiteral("newest"));
  weights_->setCurrentIndex(std::max(0, weights_->findData(QString::fromStdString(order.weights))));
  features_->setText(QString::fromStdString(order.features));
  for (const std::string& name : resizeNames()) {
    if (name != kUsualResize) {
      resize_->addItem(QString::fromStdString(name), QString::fromStdString(name));
    } else {
      resize_->addItem(tr("usual"), order.resize.empty() ? QString() : QString::fromStdString(name));
    }
  }
  resize_->setCurrentIndex(std::max(0, resize_->findData(QString::fromStdString(order.resize))));
  says_size_ = order.size.has_value();
  size_->setValue(static_cast<int>(std::clamp<qint64>(order.size.value_or(0), 0, kLargestInput)));
  for (QCheckBox* box : metrics_) {
    const std::string metric = box->property("metric").toString().toStdString();
    box->setChecked(std::ranges::count(order.metrics, metric) > 0);
  }
  count_->setValue(static_cast<int>(std::clamp<qint64>(order.count, 2, kMostPictures)));
  draws_->setValue(static_cast<int>(std::clamp<qint64>(order.draws, 1, kMostDraws)));
  truncations_->setText(truncationsText(order.truncations));
  truncation_kind_->addItem(tr("redraw"), QStringLiteral("redraw"));
  truncation_kind_->addItem(tr("scaled redraw"), QStringLiteral("scaled_redraw"));
  truncation_kind_->addItem(tr("scale"), QStringLiteral("scale"));
  truncation_kind_->setCurrentIndex(
      std::max(0, truncation_kind_->findData(QString::fromStdString(order.truncation_kind))));
  statistics_->addItem(tr("running"), QStringLiteral("running"));
  statistics_->addItem(tr("standing"), QStringLiteral("standing"));
  statistics_->addItem(tr("of a batch"), QStringLiteral("batch"));
  statistics_->setCurrentIndex(std::max(0, statistics_->findData(QString::fromStdString(order.statistics))));
  classes_->setText(QString::fromStdString(order.classes));
}

QString EvaluateDialog::fault() const {
  const auto chosen = std::ranges::count_if(metrics_, [](const QCheckBox* box) { return box->isChecked(); });
  if (chosen == 0) return tr("Choose at least one score.");
  if (chosen == 1 && accuracy_->isChecked()) {
    return tr(
        "Classification accuracy is of no features, by which scores are kept side by side: choose another score "
        "beside it.");
  }
  if (!truncationList(truncations_->text().toStdString())) {
    return tr("Truncations are different numbers from 0 on, between commas, as in 0.2, 0.4, 1; found “%1”.")
        .arg(truncations_->text());
  }
  return {};
}

/// An in-domain classifier takes pictures as it was trained on them.
void EvaluateDialog::enableInput() {
  const bool of_a_file = features_->text().trimmed() != QLatin1String(kInDomainFeatures);
  resize_->setEnabled(of_a_file);
  size_->setEnabled(of_a_file);
}

void EvaluateDialog::takeUp() {
  enableInput();
  fault_ = fault();
  if (!fault_.isEmpty()) return refresh();
  EvaluationWish wish = plan_.wish();
  const qint64 step = step_->currentData().toLongLong();
  wish.step = step < 0 ? std::nullopt : std::optional(step);
  EvaluationOrder& order = wish.order;
  order.weights = weights_->currentData().toString().toStdString();
  order.features = features_->text().trimmed().toStdString();
  order.resize = resize_->isEnabled() ? resize_->currentData().toString().toStdString() : std::string();
  const bool says_size = size_->isEnabled() && (size_->value() > 0 || says_size_);
  order.size = says_size ? std::optional<std::int64_t>(size_->value()) : std::nullopt;
  order.metrics.clear();
  for (const QCheckBox* box : metrics_) {
    if (box->isChecked()) order.metrics.push_back(box->property("metric").toString().toStdString());
  }
  order.count = count_->value();
  order.draws = draws_->value();
  order.truncations = *truncationList(truncations_->text().toStdString());
  if (order.truncations.empty()) order.truncations = {0};
  order.truncation_kind = truncation_kind_->currentData().toString().toStdString();
  order.statistics = statistics_->currentData().toString().toStdString();
  order.classes = classes_->text().simplified().toStdString();
  plan_.setWish(wish);
  refresh();
}

QString EvaluateDialog::forecast() const {
  if (!fault_.isEmpty()) return fault_;
  if (!plan_.problem().isEmpty()) return plan_.problem();
  if (!plan_.forecast()) return tr("Finding out what it takes …");
  const EvaluationForecast& forecast = *plan_.forecast();
  const QLocale locale;
  const QString pictures = locale.toString(forecast.pictures);
  const QString time = durationText(std::max(1.0, forecast.seconds));
  return forecast.step < 0
             ? tr("%1 pictures pass through networks · about %2, beside the run", "number, time").arg(pictures, time)
             : tr("Step %1: %2 pictures pass through networks · about %3, beside the run", "step, number, time")
                   .arg(locale.toString(forecast.step), pictures, time);
}

void EvaluateDialog::refresh() {
  forecast_->setText(forecast());
  start_->setEnabled(fault_.isEmpty() && plan_.forecast().has_value());
}

}  // namespace gan
