#include "latent_explorer/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <QVBoxLayout>

#include "latent_explorer/export_plan.h"
#include "latent_explorer/snapshot_box.h"
#include "latent_explorer/thumbnail_list.h"
#include "style/duration_text.h"

namespace gan {
namespace {

constexpr int kMostPictures = 100'000'000;
constexpr double kMostTruncation = 10;
constexpr int kMostZoom = 16;

template <typename T>
T* named(T* widget, const char* name) {
  widget->setObjectName(QLatin1String(name));
  return widget;
}

bool isArchive(const QString& format) { return format.startsWith(QLatin1String("npz")); }
bool hasQuality(const QString& format) { return format == QLatin1String("jpeg") || format == QLatin1String("webp"); }

}  // namespace

ExportDialog::ExportDialog(ExportPlan& plan, QWidget* parent)
    : QDialog(parent),
      plan_(plan),
      form_(new QFormLayout),
      count_(named(new QSpinBox, "export_count")),
      seed_(named(new QLineEdit, "export_seed")),
      classes_(named(new QLineEdit, "export_classes")),
      truncation_(named(new QDoubleSpinBox, "export_truncation")),
      step_(named(new SnapshotBox, "export_step")),
      format_(named(new QComboBox, "export_format")),
      quality_(named(new QSpinBox, "export_quality")),
      class_folders_(named(new QCheckBox(tr("A &folder for each class")), "export_class_folders")),
      zoom_(named(new QSpinBox, "export_zoom")),
      forecast_(named(new QLabel, "export_forecast")) {
  setObjectName(QStringLiteral("export_dialog"));
  setWindowTitle(isFilm() ? tr("Make a film") : tr("Export samples"));
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(form_);
  isFilm() ? makeFilmRows() : makeSampleRows();
  auto* preview = named(new ThumbnailList(plan_.preview()), "export_preview");
  preview->setAccessibleName(tr("Some of the pictures"));
  preview->hideTexts();
  preview->setSelectionMode(QAbstractItemView::NoSelection);
  preview->setMinimumWidth(fontMetrics().averageCharWidth() * 70);
  layout->addWidget(preview);
  forecast_->setTextFormat(Qt::PlainText);
  forecast_->setWordWrap(true);
  forecast_->setMinimumHeight(2 * fontMetrics().lineSpacing());
  forecast_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  layout->addWidget(forecast_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  start_ = named(buttons->addButton(tr("&Start"), QDialogButtonBox::AcceptRole), "export_start");
  start_->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
  connectParts();
  refresh();
}

ExportDialog::~ExportDialog() { plan_.close(); }

bool ExportDialog::isFilm() const { return std::holds_alternative<FilmWish>(plan_.wish().pictures); }

QString ExportDialog::format() const { return format_->currentData().toString(); }

void ExportDialog::makeSampleRows() {
  const auto& wish = std::get<SamplesWish>(plan_.wish().pictures);
  const ExplorerFacts& facts = plan_.facts();
  count_->setRange(1, kMostPictures);
  count_->setGroupSeparatorShown(true);
  count_->setValue(static_cast<int>(std::min<qint64>(wish.count, kMostPictures)));
  form_->addRow(tr("&Number"), count_);
  seed_->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,15}")), seed_));
  seed_->setText(QString::number(wish.seed));
  seed_->setToolTip(tr("The same seed gives the same pictures"));
  form_->addRow(tr("S&eed"), seed_);
  classes_->setText(wish.classes);
  classes_->setPlaceholderText(tr("all"));
  classes_->setToolTip(tr("That the pictures get in turn, such as 3 or 0,7-9"));
  class_folders_->setChecked(wish.class_folders);
  if (facts.classes > 0) form_->addRow(tr("&Classes"), classes_);
  truncation_->setRange(0, kMostTruncation);
  truncation_->setSingleStep(0.1);
  truncation_->setSpecialValueText(tr("none"));
  truncation_->setValue(std::max(0.0, wish.truncation.threshold));
  form_->addRow(tr("&Truncation"), truncation_);
  step_->setSteps(facts.steps);
  step_->choose(plan_.wish().step);
  step_->setToolTip(tr("Whose weights make the pictures"));
  form_->addRow(tr("Sna&pshot"), step_);
  fillFormats();
  form_->addRow(tr("F&ormat"), format_);
  quality_->setRange(1, 100);
  quality_->setValue(wish.quality);
  form_->addRow(tr("&Quality"), quality_);
  if (facts.classes > 0) form_->addRow(QString(), class_folders_);
  zoom_->setParent(this);
  zoom_->hide();
  for (QWidget* unused : {static_cast<QWidget*>(classes_), static_cast<QWidget*>(class_folders_)}) {
    if (facts.classes > 0) continue;
    unused->setParent(this);
    unused->hide();
  }
}

void ExportDialog::makeFilmRows() {
  const auto& wish = std::get<FilmWish>(plan_.wish().pictures);
  const QLocale locale;
  form_->addRow(tr("Film"),
                new QLabel(tr("%1 keyframes, %2 s, %3 pictures a second")
                               .arg(locale.toString(qint64{static_cast<qint64>(wish.walk.keyframes.size())}),
                                    locale.toString(wish.walk.seconds), locale.toString(wish.walk.frames_per_second))));
  fillFormats();
  form_->addRow(tr("F&ormat"), format_);
  zoom_->setRange(1, kMostZoom);
  zoom_->setValue(wish.zoom);
  zoom_->setPrefix(tr("× ", "a factor follows"));
  zoom_->setToolTip(tr("Pixels along each side that a pixel becomes"));
  form_->addRow(tr("&Enlarged"), zoom_);
  for (QWidget* unused :
       std::initializer_list<QWidget*>{count_, seed_, classes_, truncation_, step_, quality_, class_folders_}) {
    unused->setParent(this);
    unused->hide();
  }
}

void ExportDialog::fillFormats() {
  if (isFilm()) {
    format_->addItem(tr("MP4"), QStringLiteral("mp4"));
    format_->addItem(tr("GIF"), QStringLiteral("gif"));
    format_->addItem(tr("PNG, a file for each picture"), QStringLiteral("png"));
    format_->setCurrentIndex(format_->findData(std::get<FilmWish>(plan_.wish().pictures).format));
    return;
  }
  format_->addItem(tr("PNG"), QStringLiteral("png"));
  format_->addItem(tr("JPEG"), QStringLiteral("jpeg"));
  format_->addItem(tr("WebP"), QStringLiteral("webp"));
  format_->addItem(tr("NPZ for guided-diffusion and StudioGAN"), QStringLiteral("npz"));
  format_->addItem(tr("NPZ for BigGAN-PyTorch"), QStringLiteral("npz-biggan"));
  format_->setCurrentIndex(format_->findData(std::get<SamplesWish>(plan_.wish().pictures).format));
}

void ExportDialog::connectParts() {
  for (QSpinBox* box : {count_, quality_, zoom_}) {
    connect(box, &QSpinBox::valueChanged, this, &ExportDialog::takeUp);
  }
  for (QLineEdit* line : {seed_, classes_}) connect(line, &QLineEdit::textChanged, this, &ExportDialog::takeUp);
  connect(truncation_, &QDoubleSpinBox::valueChanged, this, &ExportDialog::takeUp);
  for (QComboBox* box : {static_cast<QComboBox*>(step_), format_}) {
    connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::takeUp);
  }
  connect(class_folders_, &QCheckBox::toggled, this, &ExportDialog::takeUp);
  connect(&plan_, &ExportPlan::answerChanged, this, &ExportDialog::refresh);
}

void ExportDialog::takeUp() {
  ExportWish wish = plan_.wish();
  if (auto* film = std::get_if<FilmWish>(&wish.pictures)) {
    film->format = format();
    film->zoom = zoom_->value();
  } else {
    auto& samples = std::get<SamplesWish>(wish.pictures);
    samples.count = count_->value();
    samples.seed = seed_->text().toULongLong();
    samples.classes = classes_->text().simplified();
    samples.truncation.threshold = truncation_->value();
    samples.format = format();
    samples.quality = quality_->value();
    samples.class_folders = class_folders_->isChecked() && !isArchive(format());
    wish.step = step_->chosen();
  }
  plan_.setWish(wish);
  refresh();
}

QString ExportDialog::forecast() const {
  if (!plan_.problem().isEmpty()) return plan_.problem();
  if (!plan_.forecast()) return tr("Finding out what it takes …");
  const ExportForecast& forecast = *plan_.forecast();
  const QLocale locale;
  const QString pictures = locale.toString(forecast.pictures);
  const QString size = locale.formattedDataSize(forecast.bytes, 1);
  const QString time = durationText(std::max(1.0, forecast.seconds));
  return forecast.step < 0 ? tr("%1 pictures · about %2 · about %3", "number, size, time").arg(pictures, size, time)
                           : tr("%1 pictures of step %2 · about %3 · about %4", "number, step, size, time")
                                 .arg(pictures, locale.toString(forecast.step), size, time);
}

void ExportDialog::refresh() {
  forecast_->setText(forecast());
  start_->setEnabled(plan_.forecast().has_value());
  if (isFilm()) return;
  form_->setRowVisible(quality_, hasQuality(format()));
  class_folders_->setEnabled(!isArchive(format()));
}

}  // namespace gan
