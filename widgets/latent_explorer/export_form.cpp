#include "latent_explorer/export_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <algorithm>

#include "latent_explorer/snapshot_box.h"
#include "style/named.h"

namespace gan {
namespace {

constexpr int kMostPictures = 100'000'000;
constexpr int kMostZoom = 16;
constexpr int kMostOfASide = 1000;  // of a sheet

QSpinBox* numberBox(const char* name, int lowest, int highest, qint64 value) {
  auto* box = named(new QSpinBox, name);
  box->setRange(lowest, highest);
  box->setGroupSeparatorShown(true);
  box->setValue(static_cast<int>(std::clamp<qint64>(value, lowest, highest)));
  return box;
}

bool isArchive(const QString& format) { return format.startsWith(QLatin1String("npz")); }
bool hasQuality(const QString& format) { return format == QLatin1String("jpeg") || format == QLatin1String("webp"); }
bool isOfSteps(const QString& kind) { return kind == QLatin1String("steps"); }
bool isOfDirections(const QString& kind) { return kind == QLatin1String("sefa") || kind == QLatin1String("pca"); }
bool isOfTwoEnds(const QString& kind) { return kind.startsWith(QLatin1String("interpolate")) || isOfDirections(kind); }
bool needsClasses(const QString& kind) {
  return kind == QLatin1String("classes") || kind == QLatin1String("interpolate-y") ||
         kind == QLatin1String("interpolate-zy");
}

}  // namespace

ExportForm::ExportForm(const ExportWish& wish, const ExportChoices& choices, QWidget* parent)
    : QWidget(parent), begun_(wish), choices_(choices), form_(new QFormLayout(this)) {
  form_->setContentsMargins(0, 0, 0, 0);
  std::visit([this](const auto& pictures) { addLines(pictures); }, wish.pictures);
  connectLines();
  refresh();
}

void ExportForm::addLines(const SamplesWish& wish) {
  if (wish.points.isEmpty()) {
    count_ = numberBox("export_count", 1, kMostPictures, wish.count);
    form_->addRow(tr("&Number"), count_);
    addAlike(wish.alike);
    addStep();
  } else {
    form_->addRow(tr("Points"), new QLabel(tr("%n kept", "points", static_cast<int>(wish.points.size()))));
    auto* snapshot = named(new QLabel(tr("of each point its own; the newest where it names none")), "export_own_steps");
    snapshot->setWordWrap(true);
    form_->addRow(tr("Snapshot"), snapshot);
  }
  addFormat({{tr("PNG"), "png"},
             {tr("JPEG"), "jpeg"},
             {tr("WebP"), "webp"},
             {tr("NPZ for guided-diffusion and StudioGAN"), "npz"},
             {tr("NPZ for BigGAN-PyTorch"), "npz-biggan"}},
            wish.format);
  addQuality(wish.quality);
  if (choices_.generator.classes < 1) return;
  class_folders_ = named(new QCheckBox(tr("A &folder for each class")), "export_class_folders");
  class_folders_->setChecked(wish.class_folders);
  form_->addRow(QString(), class_folders_);
}

void ExportForm::addLines(const FilmWish& wish) {
  const QLocale locale;
  form_->addRow(tr("Film"),
                new QLabel(tr("%1 keyframes, %2 s, %3 pictures a second")
                               .arg(locale.toString(qint64{static_cast<qint64>(wish.walk.keyframes.size())}),
                                    locale.toString(wish.walk.seconds), locale.toString(wish.walk.frames_per_second))));
  addFormat({{tr("MP4"), "mp4"}, {tr("GIF"), "gif"}, {tr("PNG, a file for each picture"), "png"}}, wish.format);
  zoom_ = numberBox("export_zoom", 1, kMostZoom, wish.zoom);
  zoom_->setPrefix(tr("× ", "a factor follows"));
  zoom_->setToolTip(tr("Pixels along each side that a pixel becomes"));
  form_->addRow(tr("&Enlarged"), zoom_);
}

void ExportForm::addLines(const SheetWish& wish) {
  kind_ = named(new QComboBox, "export_kind");
  const Choices kinds = {{tr("Classes, a row each"), "classes"},
                         {tr("Samples"), "random"},
                         {tr("Through training, a checkpoint a row"), "steps"},
                         {tr("From one latent to another"), "interpolate-z"},
                         {tr("From one class to another"), "interpolate-y"},
                         {tr("From one latent and class to others"), "interpolate-zy"},
                         {tr("Along directions of SeFa"), "sefa"},
                         {tr("Along directions of PCA"), "pca"}};
  for (const auto& [title, kind] : kinds) {
    const QString name = QLatin1String(kind);
    if (choices_.generator.classes > 0 || !needsClasses(name)) kind_->addItem(title, name);
  }
  kind_->setCurrentIndex(std::max(0, kind_->findData(wish.kind)));
  form_->addRow(tr("&Kind"), kind_);
  of_points_ = named(new QCheckBox, "export_of_points");
  of_points_->setChecked(!wish.points.isEmpty());
  form_->addRow(QString(), of_points_);
  rows_ = numberBox("export_rows", 0, kMostOfASide, wish.rows);
  rows_->setSpecialValueText(tr("as many as there are"));
  form_->addRow(tr("&Rows"), rows_);
  columns_ = numberBox("export_columns", 1, kMostOfASide, wish.columns);
  form_->addRow(tr("Colu&mns"), columns_);
  addAlike(wish.alike);
  addStep();
  addFormat({{tr("PNG"), "png"}, {tr("JPEG"), "jpeg"}, {tr("WebP"), "webp"}}, wish.format);
  addQuality(wish.quality);
}

void ExportForm::addAlike(const AlikeWish& wish) {
  seed_ = named(new QLineEdit(QString::number(wish.seed)), "export_seed");
  seed_->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,15}")), seed_));
  seed_->setToolTip(tr("The same seed gives the same pictures"));
  form_->addRow(tr("S&eed"), seed_);
  if (choices_.generator.classes > 0) {
    classes_ = named(new QLineEdit(wish.classes), "export_classes");
    classes_->setPlaceholderText(tr("all"));
    classes_->setToolTip(tr("That the pictures get in turn, such as 3 or 0,7-9"));
    form_->addRow(tr("&Classes"), classes_);
  }
  truncation_ = named(new QDoubleSpinBox, "export_truncation");
  truncation_->setRange(0, kMostUsefulTruncation);
  truncation_->setSingleStep(0.1);
  truncation_->setSpecialValueText(tr("none"));
  truncation_->setValue(std::max(0.0, wish.truncation.threshold));
  form_->addRow(tr("&Truncation"), truncation_);
}

void ExportForm::addStep() {
  step_ = named(new SnapshotBox, "export_step");
  step_->setSteps(choices_.generator.steps);
  step_->choose(begun_.step);
  step_->setToolTip(tr("Whose weights make the pictures"));
  form_->addRow(tr("Sna&pshot"), step_);
}

void ExportForm::addFormat(const Choices& formats, const QString& chosen) {
  format_ = named(new QComboBox, "export_format");
  for (const auto& [title, format] : formats) format_->addItem(title, QString::fromLatin1(format));
  format_->setCurrentIndex(format_->findData(chosen));
  form_->addRow(tr("F&ormat"), format_);
}

void ExportForm::addQuality(int quality) {
  quality_ = numberBox("export_quality", 1, 100, quality);
  form_->addRow(tr("&Quality"), quality_);
}

void ExportForm::connectLines() {
  const auto tell = [this] {
    refresh();
    emit changed();
  };
  for (QSpinBox* box : {count_, rows_, columns_, quality_, zoom_}) {
    if (box != nullptr) connect(box, &QSpinBox::valueChanged, this, tell);
  }
  for (QLineEdit* line : {seed_, classes_}) {
    if (line != nullptr) connect(line, &QLineEdit::textChanged, this, tell);
  }
  if (truncation_ != nullptr) connect(truncation_, &QDoubleSpinBox::valueChanged, this, tell);
  for (QComboBox* box : {static_cast<QComboBox*>(step_), format_, kind_}) {
    if (box != nullptr) connect(box, &QComboBox::currentIndexChanged, this, tell);
  }
  for (QCheckBox* box : {class_folders_, of_points_}) {
    if (box != nullptr) connect(box, &QCheckBox::toggled, this, tell);
  }
}

QStringList ExportForm::pointsOf(const QString& kind) const {
  if (isOfSteps(kind)) return choices_.kept;
  return isOfDirections(kind) && !choices_.explored.isEmpty() ? QStringList{choices_.explored} : QStringList();
}

AlikeWish ExportForm::alike(AlikeWish wish) const {
  wish.seed = seed_->text().toULongLong();
  if (classes_ != nullptr) wish.classes = classes_->text().simplified();
  wish.truncation.threshold = truncation_->value();
  return wish;
}

SheetWish ExportForm::sheet(SheetWish wish) const {
  wish.kind = kind_->currentData().toString();
  wish.points = of_points_->isChecked() ? pointsOf(wish.kind) : QStringList();
  wish.rows = rows_->value();
  wish.columns = columns_->value();
  wish.alike = alike(wish.alike);
  wish.format = format_->currentData().toString();
  wish.quality = quality_->value();
  return wish;
}

ExportWish ExportForm::wish() const {
  ExportWish wish = begun_;
  if (step_ != nullptr) wish.step = step_->chosen();
  const QString format = format_->currentData().toString();
  if (auto* film = std::get_if<FilmWish>(&wish.pictures)) {
    film->format = format;
    film->zoom = zoom_->value();
  } else if (auto* of_many = std::get_if<SheetWish>(&wish.pictures)) {
    *of_many = sheet(*of_many);
    if (isOfSteps(of_many->kind)) wish.step.reset();
  } else {
    auto& samples = std::get<SamplesWish>(wish.pictures);
    if (count_ != nullptr) samples.count = count_->value();
    if (seed_ != nullptr) samples.alike = alike(samples.alike);
    samples.format = format;
    samples.quality = quality_->value();
    samples.class_folders = class_folders_ != nullptr && class_folders_->isChecked() && !isArchive(format);
  }
  return wish;
}

void ExportForm::refresh() {
  const QString format = format_->currentData().toString();
  if (quality_ != nullptr) form_->setRowVisible(quality_, hasQuality(format));
  if (class_folders_ != nullptr) class_folders_->setEnabled(!isArchive(format));
  if (kind_ == nullptr) return;
  const QString kind = kind_->currentData().toString();
  const QStringList points = pointsOf(kind);
  of_points_->setText(isOfSteps(kind) ? tr("O&f the kept points (%n)", "", static_cast<int>(points.size()))
                                      : tr("O&f the explored point"));
  form_->setRowVisible(of_points_, !points.isEmpty());
  const bool numbered = points.isEmpty() || !of_points_->isChecked();
  columns_->setMinimum(isOfTwoEnds(kind) ? 2 : 1);
  form_->setRowVisible(columns_, numbered || !isOfSteps(kind));
  form_->setRowVisible(seed_, numbered);
  form_->setRowVisible(truncation_, numbered);
  if (classes_ != nullptr) form_->setRowVisible(classes_, numbered);
  form_->setRowVisible(step_, !isOfSteps(kind));
}

}  // namespace gan
