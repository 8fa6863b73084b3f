#include "latent_explorer/export_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "latent_explorer/export_form.h"
#include "latent_explorer/picture_view.h"
#include "style/duration_text.h"

namespace gan {
namespace {

bool takesStatistics(const SamplePoint& point) { return point.statistics != StatisticsMode::kRunning; }

/// Of numbered samples, or of points instead.
bool takesStatistics(const AlikeWish& alike, const QStringList& points) {
  if (points.isEmpty()) return alike.statistics != StatisticsMode::kRunning;
  return std::ranges::any_of(
      points, [](const QString& line) { return takesStatistics(samplePointFromText(line.toStdString())); });
}

/// Whether the pictures, as they are wished, are made with other statistics than those that training kept.
bool takesStatistics(const ExportWish& wish) {
  if (const auto* samples = std::get_if<SamplesWish>(&wish.pictures)) {
    return takesStatistics(samples->alike, samples->points);
  }
  if (const auto* sheet = std::get_if<SheetWish>(&wish.pictures)) return takesStatistics(sheet->alike, sheet->points);
  const std::vector<SamplePoint>& keyframes = std::get<FilmWish>(wish.pictures).walk.keyframes;
  return !keyframes.empty() && takesStatistics(keyframes.front());
}

}  // namespace

ExportDialog::ExportDialog(ExportPlan& plan, QWidget* parent)
    : QDialog(parent), plan_(plan), preview_(new PictureView), forecast_(new QLabel) {
  setObjectName(QStringLiteral("export_dialog"));
  setWindowTitle(title());
  auto* layout = new QVBoxLayout(this);
  auto* form = new ExportForm(plan_.wish(), plan_.choices());
  layout->addWidget(form);
  preview_->setObjectName(QStringLiteral("export_preview"));
  preview_->setAccessibleName(tr("The first of the export"));
  preview_->setToolTip(tr("The first of the export, small"));
  preview_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
  preview_->setMinimumSize(fontMetrics().averageCharWidth() * 70, fontMetrics().height() * 10);
  layout->addWidget(preview_, 1);
  forecast_->setObjectName(QStringLiteral("export_forecast"));
  forecast_->setTextFormat(Qt::PlainText);
  forecast_->setWordWrap(true);
  forecast_->setMinimumHeight(2 * fontMetrics().lineSpacing());
  forecast_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  layout->addWidget(forecast_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  start_ = buttons->addButton(tr("&Start"), QDialogButtonBox::AcceptRole);
  start_->setObjectName(QStringLiteral("export_start"));
  start_->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
  connect(form, &ExportForm::changed, this, [this, form] { plan_.setWish(form->wish()); });
  connect(&plan_, &ExportPlan::answerChanged, this, &ExportDialog::refresh);
  plan_.setWish(form->wish());  // a kind of sheet that this generator cannot make gives way to one that it can
  refresh();
}

ExportDialog::~ExportDialog() { plan_.close(); }

QString ExportDialog::title() const {
  const ExportWish& wish = plan_.wish();
  if (std::holds_alternative<FilmWish>(wish.pictures)) return tr("Make a film");
  if (std::holds_alternative<SheetWish>(wish.pictures)) return tr("Make a sheet");
  return std::get<SamplesWish>(wish.pictures).points.isEmpty() ? tr("Export samples") : tr("Export the kept points");
}

QString ExportDialog::forecast() const {
  if (!plan_.problem().isEmpty()) return plan_.problem();
  if (!plan_.forecast()) return tr("Finding out what it takes …");
  const ExportForecast& forecast = *plan_.forecast();
  const QLocale locale;
  const bool in_rows = std::holds_alternative<SheetWish>(plan_.wish().pictures);
  const QString count = locale.toString(forecast.pictures);
  const QString number = in_rows ? tr("%1 rows").arg(count) : tr("%1 pictures").arg(count);
  const QString size = locale.formattedDataSize(forecast.bytes, 1);
  const QString time = durationText(std::max(1.0, forecast.seconds));
  const QString all = forecast.step < 0
                          ? tr("%1 · about %2 · about %3", "pictures or rows, size, time").arg(number, size, time)
                          : tr("%1 of step %2 · about %3 · about %4", "pictures or rows, step, size, time")
                                .arg(number, locale.toString(forecast.step), size, time);
  if (!takesStatistics(plan_.wish())) return all;
  return all + QLatin1Char('\n') +
         tr("Shown above with the statistics that training kept; the export has those that are chosen in Explore.");
}

void ExportDialog::refresh() {
  // What is shown stays until another wish is answered: nothing flickers while a number is typed.
  const bool answered = plan_.forecast() || !plan_.problem().isEmpty();
  if (answered) first_ = plan_.forecast() ? plan_.forecast()->preview : QImage();
  preview_->setPicture(first_, {});
  preview_->setMessage(first_.isNull() && plan_.problem().isEmpty() ? tr("The first of it is being made …")
                                                                    : QString());
  forecast_->setText(forecast());
  start_->setEnabled(plan_.forecast().has_value());
}

}  // namespace gan
