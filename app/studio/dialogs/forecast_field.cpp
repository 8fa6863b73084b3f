#include "dialogs/forecast_field.h"

#include <QBoxLayout>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <limits>

#include "controls/quiet_widgets.h"
#include "run/training_forecast.h"
#include "state/preferences.h"
#include "state/texts.h"
#include "style/duration_text.h"

namespace gan {
namespace {

QString aboutText(double seconds) { return durationText(std::max(1.0, seconds)); }

/// Less than `gan-engine plan` takes, and more than anybody has: the line is as wide as its longest number.
constexpr int kMostImages = 100'000'000;
/// In a part that is less wide, everything has a line of its own.
constexpr int kWideLetters = 70;

}  // namespace

ForecastField::ForecastField(QWidget* parent)
    : QWidget(parent),
      wishes_(new QBoxLayout(QBoxLayout::TopToBottom)),
      line_(new QBoxLayout(QBoxLayout::TopToBottom)),
      global_batch_(new QSpinBox),
      price_(new QDoubleSpinBox),
      button_(new QPushButton),
      note_(new NoteLabel),
      take_(new QPushButton(tr("Set it so"))) {
  button_->setObjectName(QStringLiteral("new_run_plan"));
  button_->setAutoDefault(false);
  note_->setObjectName(QStringLiteral("new_run_forecast"));
  take_->setObjectName(QStringLiteral("new_run_take_batch"));
  take_->setToolTip(tr("Sets batch size and accumulation to what makes an update of so many images"));
  take_->setAutoDefault(false);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  makeWishes();
  line_->addWidget(button_);
  line_->addWidget(note_, 1);
  line_->addWidget(take_);
  column->addLayout(wishes_);
  column->addLayout(line_);
  connect(take_, &QPushButton::clicked, this, [this] {
    if (!report_ || !report_->accumulation) return;
    const QStringList settings = report_->accumulation->settings;  // the report goes with the run that it was about
    button_->setFocus();                                           // and this button with it
    emit settingsWished(settings);
  });
  connect(button_, &QPushButton::clicked, this, [this] { tries_ ? stop() : begin(); });
  connect(&task_, &PlanTask::progressed, this, [this](const EngineProgress& now) {
    const QLocale locale;
    note_->setNote(
        QStringLiteral("state-starting"),
        tr("Some iterations are tried: %1 of up to %2 …").arg(locale.toString(now.done), locale.toString(now.total)));
  });
  connect(&task_, &PlanTask::planned, this, [this](const PlanReport& report) {
    end();
    report_ = report;
    showReport();
  });
  connect(&task_, &PlanTask::failed, this, [this](const Message& why) {
    end();
    note_->setNote(QStringLiteral("error"), translated(why));
  });
  end();
  setRun(std::nullopt);
}

void ForecastField::makeWishes() {
  global_batch_->setObjectName(QStringLiteral("new_run_global_batch"));
  global_batch_->setRange(0, kMostImages);
  global_batch_->setSpecialValueText(tr("as it is set"));
  global_batch_->setGroupSeparatorShown(true);
  global_batch_->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  price_->setObjectName(QStringLiteral("new_run_price"));
  price_->setRange(0, Preferences::kHighestPrice);
  price_->setSpecialValueText(tr("none"));
  price_->setGroupSeparatorShown(true);
  const auto add = [this](QAbstractSpinBox* box, const QString& title, const QString& tip) {
    auto* label = new QLabel(title);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(box);
    box->setAccessibleName(title);
    box->setToolTip(tip);
    box->installEventFilter(this);
    WheelGuard::protect(box);
    auto* pair = new QHBoxLayout;
    pair->addWidget(label);
    pair->addWidget(box);
    pair->addStretch(1);
    wishes_->addLayout(pair);
    return label;
  };
  QLabel* images =
      add(global_batch_, tr("Images an update"),
          tr("Also finds out how so many images of one update, of all processes together, are accumulated from batches "
             "that fit in memory"));
  QLabel* price =
      add(price_, tr("Price a device-hour"),
          tr("Also says what the time costs, where a device (a GPU, or a machine without one) costs so much an hour"));
  const int titles = std::max(images->sizeHint().width(), price->sizeHint().width());
  for (QLabel* label : {images, price}) label->setMinimumWidth(titles);
  connect(global_batch_, &QSpinBox::valueChanged, this, &ForecastField::stop);
  connect(price_, &QDoubleSpinBox::valueChanged, this, [this](double chosen) {
    if (report_) showReport();
    emit priceChosen(chosen);
  });
}

QSize ForecastField::minimumSizeHint() const {
  int width = button_->sizeHint().width();
  for (int i = 0; i < wishes_->count(); ++i) width = std::max(width, wishes_->itemAt(i)->minimumSize().width());
  return {width, QWidget::minimumSizeHint().height()};
}

void ForecastField::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool wide = width() >= fontMetrics().averageCharWidth() * kWideLetters;
  const auto direction = wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
  for (QBoxLayout* part : {wishes_, line_}) {
    if (part->direction() != direction) part->setDirection(direction);
  }
}

/// Enter in what is wished for finds it out; it does not start the run.
bool ForecastField::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const int key = static_cast<const QKeyEvent*>(event)->key();
  if (key != Qt::Key_Return && key != Qt::Key_Enter) return QWidget::eventFilter(watched, event);
  if (button_->isEnabled() && !tries_) begin();
  return true;
}

void ForecastField::setPrice(double price) {
  const QSignalBlocker quiet(price_);
  price_->setValue(price);
  if (report_) showReport();
}

void ForecastField::setOffersSettings(bool offers) {
  if (offers == offers_settings_) return;
  offers_settings_ = offers;
  if (report_) showReport();
}

void ForecastField::setRun(const std::optional<NewRun>& run) {
  const auto words = [](const std::optional<NewRun>& one) { return one ? planArguments(*one) : QStringList(); };
  const bool same = words(run_) == words(run);
  run_ = run;
  button_->setEnabled(run.has_value());
  if (!same) stop();
}

void ForecastField::stop() {
  if (tries_) task_.cancel();
  end();
}

void ForecastField::begin() {
  button_->setFocus();  // its key leaves the focus in a line, with an edit that is not finished
  emit asked();
  if (!run_) return;
  tries_ = true;
  button_->setText(tr("Stop measuring"));
  button_->setToolTip(tr("Tries no more iterations"));
  note_->setNote(QStringLiteral("state-starting"), tr("An engine is starting, to try some iterations …"));
  task_.plan(*run_, global_batch_->value());
}

void ForecastField::end() {
  tries_ = false;
  report_.reset();
  take_->hide();
  button_->setText(tr("Find out &what it takes"));
  button_->setToolTip(tr(
      "Tries some iterations here, of which nothing is kept, and says what time, memory and disk the run will take"));
  note_->setNote({}, {});
}

void ForecastField::showReport() {
  const PlanReport& report = *report_;
  const bool too_large = report.largest_batch && *report.largest_batch < report.batch;
  const bool no_parts = report.global_batch > 0 && !report.accumulation;
  const bool no_room = report.whole && report.disk_free_bytes && report.whole->disk_bytes > *report.disk_free_bytes;
  const bool warns = too_large || no_room || no_parts;
  note_->setNote(warns ? QStringLiteral("warning") : QStringLiteral("info"), describe(report));
  take_->setVisible(offers_settings_ && report.accumulation.has_value());
}

QString ForecastField::describe(const PlanReport& report) const {
  const QLocale locale;
  const auto size = [&locale](double bytes) { return locale.formattedDataSize(static_cast<qint64>(bytes), 1); };
  QString text;
  if (report.whole) {
    text = tr("About %1 (%2 to %3) · %4 of memory · %5 of disk", "time, from, to, sizes")
               .arg(aboutText(report.whole->seconds), aboutText(report.whole->seconds_low),
                    aboutText(report.whole->seconds_high), size(report.memory_bytes), size(report.whole->disk_bytes));
  } else {
    text = tr("Without end: no steps and no epochs are set · %1 of memory").arg(size(report.memory_bytes));
  }
  if (report.whole && report.disk_free_bytes && report.whole->disk_bytes > *report.disk_free_bytes) {
    text += QLatin1Char('\n') + tr("Only %1 of disk are free there.").arg(size(*report.disk_free_bytes));
  }
  if (report.whole && price_->value() > 0) {
    const double cost = costOf(report.whole->seconds, report.devices, price_->value());
    text +=
        QLatin1Char('\n') + tr("It costs about %1: %n device(s) at %2 an hour.", "cost, devices, price", report.devices)
                                .arg(locale.toString(cost, 'f', 2), price_->text());
  }
  return text + describeEvaluations(report) + describeBatches(report);
}

QString ForecastField::describeEvaluations(const PlanReport& report) {
  if (!report.evaluations) return {};
  const PlanReport::Evaluations& found = *report.evaluations;
  if (found.problem) return QLatin1Char('\n') + tr("No evaluation can be made: %1").arg(translated(*found.problem));
  if (report.whole && found.made == 0) return QLatin1Char('\n') + tr("It ends before its first evaluation.");
  const QString pictures = QLocale().toString(found.pictures);
  const QString each = aboutText(found.each_seconds);
  QStringList said;
  if (report.whole) {
    said << tr("%n evaluation(s) of %1 pictures: about %2 each, %3 in all.", "pictures, time of one, time of all",
               static_cast<int>(std::min<qint64>(found.made, std::numeric_limits<int>::max())))
                .arg(pictures, each, aboutText(found.seconds));
  } else {
    said << tr("An evaluation of %1 pictures takes about %2.", "pictures, time").arg(pictures, each);
  }
  if (found.once_seconds > 0) {
    const QString more = aboutText(found.once_seconds);
    said << (found.trains ? tr("The first one takes about %1 more, to train the classifier of these images.").arg(more)
                          : tr("The first one takes about %1 more, for the real images.").arg(more));
  }
  said << (found.paused ? tr("Training waits for them.")
                        : tr("Training goes on beside them and comes first, so that they may take longer."));
  if (found.left_out > 0) {
    said << tr("%n more evaluation(s) fall due while another one runs, and are left out.", nullptr,
               static_cast<int>(std::min<qint64>(found.left_out, std::numeric_limits<int>::max())));
  }
  if (!found.paused && found.waiting_seconds >= 1) {
    said << tr("The end waits about %1 for the last one.").arg(aboutText(found.waiting_seconds));
  }
  return QLatin1Char('\n') + said.join(QLatin1Char(' '));
}

QString ForecastField::describeBatches(const PlanReport& report) const {
  const QLocale locale;
  QString text;
  if (report.global_batch > 0) {
    const QString images = locale.toString(report.global_batch);
    text += QLatin1Char('\n');
    text += report.accumulation ? tr("%1 images an update: batches of %2, accumulation %3.")
                                      .arg(images, locale.toString(report.accumulation->batch),
                                           locale.toString(report.accumulation->batches))
                                : tr("%1 images an update do not fit, nor equal parts of them.").arg(images);
  }
  if (!report.largest_batch) return text;
  const QString largest = locale.toString(*report.largest_batch);
  text += QLatin1Char('\n');
  if (*report.largest_batch >= report.batch) return text + tr("Batches of up to %1 images fit in memory.").arg(largest);
  return text + tr("Batches of %1 images do not fit in memory, those of up to %2 do.")
                    .arg(locale.toString(report.batch), largest);
}

}  // namespace gan
