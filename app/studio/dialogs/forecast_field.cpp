#include "dialogs/forecast_field.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <algorithm>

#include "controls/quiet_widgets.h"
#include "state/texts.h"
#include "style/duration_text.h"

namespace gan {

ForecastField::ForecastField(QWidget* parent) : QWidget(parent), button_(new QPushButton), note_(new NoteLabel) {
  button_->setObjectName(QStringLiteral("new_run_plan"));
  button_->setAutoDefault(false);
  note_->setObjectName(QStringLiteral("new_run_forecast"));
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->addWidget(button_);
  line->addWidget(note_, 1);
  connect(button_, &QPushButton::clicked, this, [this] { tries_ ? stop() : begin(); });
  connect(&task_, &PlanTask::progressed, this, [this](const EngineProgress& now) {
    const QLocale locale;
    note_->setNote(
        QStringLiteral("state-starting"),
        tr("Some iterations are tried: %1 of up to %2 …").arg(locale.toString(now.done), locale.toString(now.total)));
  });
  connect(&task_, &PlanTask::planned, this, [this](const PlanReport& report) { show(report); });
  connect(&task_, &PlanTask::failed, this, [this](const Message& why) {
    end();
    note_->setNote(QStringLiteral("error"), translated(why));
  });
  end();
  setRun(std::nullopt);
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
  task_.plan(*run_);
}

void ForecastField::end() {
  tries_ = false;
  button_->setText(tr("Find out &what it takes"));
  button_->setToolTip(tr(
      "Tries some iterations here, of which nothing is kept, and says what time, memory and disk the run will take"));
  note_->setNote({}, {});
}

void ForecastField::show(const PlanReport& report) {
  end();
  const bool too_large = report.largest_batch && *report.largest_batch < report.batch;
  const bool no_room = report.whole && report.disk_free_bytes && report.whole->disk_bytes > *report.disk_free_bytes;
  note_->setNote(too_large || no_room ? QStringLiteral("warning") : QStringLiteral("info"), describe(report));
}

QString ForecastField::describe(const PlanReport& report) {
  const QLocale locale;
  const auto size = [&locale](double bytes) { return locale.formattedDataSize(static_cast<qint64>(bytes), 1); };
  const auto time = [](double seconds) { return durationText(std::max(1.0, seconds)); };
  QString text;
  if (report.whole) {
    text = tr("About %1 (%2 to %3) · %4 of memory · %5 of disk", "time, from, to, sizes")
               .arg(time(report.whole->seconds), time(report.whole->seconds_low), time(report.whole->seconds_high),
                    size(report.memory_bytes), size(report.whole->disk_bytes));
  } else {
    text = tr("Without end: no steps and no epochs are set · %1 of memory").arg(size(report.memory_bytes));
  }
  if (report.whole && report.disk_free_bytes && report.whole->disk_bytes > *report.disk_free_bytes) {
    text += QLatin1Char('\n') + tr("Only %1 of disk are free there.").arg(size(*report.disk_free_bytes));
  }
  if (!report.largest_batch) return text;
  const QString largest = locale.toString(*report.largest_batch);
  text += QLatin1Char('\n');
  if (*report.largest_batch >= report.batch) return text + tr("Batches of up to %1 images fit in memory.").arg(largest);
  return text + tr("Batches of %1 images do not fit in memory, those of up to %2 do.")
                    .arg(locale.toString(report.batch), largest);
}

}  // namespace gan
