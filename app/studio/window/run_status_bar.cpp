#include "window/run_status_bar.h"

#include <QLocale>
#include <cmath>

#include "link/sampler_watch.h"
#include "state/run_store.h"
#include "state/texts.h"
#include "style/duration_text.h"
#include "style/plain_text.h"
#include "style/scale.h"
#include "style/significant_text.h"

namespace gan {
namespace {

QString linkText(const RunStore& run) {
  switch (run.linkState()) {
    case LinkState::kFinished:
      return RunStatusBar::tr("nobody trains it");
    case LinkState::kConnecting:
      return RunStatusBar::tr("connecting …");
    case LinkState::kConnected:
      return RunStatusBar::tr("connected");
    case LinkState::kLost:
      return RunStatusBar::tr("no contact with the engine");
    case LinkState::kRefused:
      return RunStatusBar::tr("refused");
  }
  return {};
}

QString count(std::int64_t value) { return QLocale().toString(static_cast<qlonglong>(value)); }

QString progressText(const RunSummary& summary) {
  const QString epoch = QLocale().toString(summary.epoch, 'f', 2);
  return summary.total_steps > 0
             ? RunStatusBar::tr("step %1 of %2 · epoch %3").arg(count(summary.step), count(summary.total_steps), epoch)
             : RunStatusBar::tr("step %1 · epoch %2").arg(count(summary.step), epoch);
}

QString speedText(const RunSummary& summary) {
  if (summary.iterations_per_second <= 0) return {};
  return RunStatusBar::tr("%1 it/s · %2 images/s")
      .arg(significantText(summary.iterations_per_second, 3), QLocale().toString(summary.images_per_second, 'f', 0));
}

QString dataSize(std::uint64_t bytes) { return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1); }

QString loadText(const LoadMeasured& load) {
  QString text = RunStatusBar::tr("CPU %1 % · memory %2 · disk %3 free")
                     .arg(QLocale().toString(load.cpu_percent, 'f', 0), dataSize(load.memory_bytes),
                          dataSize(load.disk_free_bytes));
  if (!load.device) return text;
  const QString memory = dataSize(load.device->memory_used_bytes);
  const QString gpu =
      load.device->busy_percent
          ? RunStatusBar::tr("GPU %1 %, %2 in use").arg(QLocale().toString(*load.device->busy_percent, 'f', 0), memory)
          : RunStatusBar::tr("GPU %1 in use").arg(memory);
  return gpu + QStringLiteral(" · ") + text;
}

/// Of a label that says of what it tells; its text is what it tells.
constexpr const char* kTitle = "title";

/// A screen reader takes a label's name for its text.
void showText(QLabel* label, const QString& text) {
  label->setVisible(!text.isEmpty());
  if (label->text() == text && !label->accessibleName().isEmpty()) return;
  const QString title = label->property(kTitle).toString();
  label->setText(text);
  label->setAccessibleName(text.isEmpty() ? title : RunStatusBar::tr("%1: %2", "of what, what is so").arg(title, text));
}

QString loadDetails(const LoadMeasured& load) {
  QString text =
      RunStatusBar::tr(
          "The engine's process; 100 % is one core. The machine, or the part of it that the engine may take, "
          "has %1 of memory, of which %2 are used.")
          .arg(dataSize(load.host_memory_bytes), dataSize(load.host_memory_used_bytes));
  if (!load.device) return text;
  return text + QLatin1Char(' ') +
         RunStatusBar::tr("The GPU, for all programs together, has %1 of memory, of which %2 are used.")
             .arg(dataSize(load.device->memory_total_bytes), dataSize(load.device->memory_used_bytes));
}

}  // namespace

RunStatusBar::RunStatusBar(QWidget* parent)
    : QStatusBar(parent),
      link_(addField(QStringLiteral("status_link"), tr("Connection"))),
      progress_(addField(QStringLiteral("status_progress"), tr("Progress"))),
      speed_(addField(QStringLiteral("status_speed"), tr("Speed"))),
      remaining_(addField(QStringLiteral("status_remaining"), tr("Time left"))),
      load_(addField(QStringLiteral("status_load"), tr("Load"))),
      sampler_(addField(QStringLiteral("status_sampler"), tr("Load of the sampler"))) {
  setSizeGripEnabled(false);
  setContentsMargins(0, 0, space(*this, Space::kSmall), 0);
  setSampler({});
  refresh();
}

QLabel* RunStatusBar::addField(const QString& name, const QString& title) {
  auto* label = new QLabel;
  label->setObjectName(name);
  label->setProperty(kTitle, title);
  label->setTextFormat(Qt::PlainText);
  label->setIndent(space(*this, Space::kMedium));
  addPermanentWidget(label);
  return label;
}

void RunStatusBar::follow(RunStore* run) {
  if (run_) run_->disconnect(this);
  run_ = run;
  if (run_) {
    connect(run_, &RunStore::summaryChanged, this, &RunStatusBar::refresh);
    connect(run_, &RunStore::linkChanged, this, &RunStatusBar::refresh);
    connect(run_, &QObject::destroyed, this, [this] { run_ = nullptr; });
  }
  setSampler({});
  refresh();
}

void RunStatusBar::setSampler(const std::optional<SamplerLoad>& load) {
  showText(sampler_, load ? tr("sampler CPU %1 % · memory %2")
                                .arg(QLocale().toString(load->cpu_percent, 'f', 0), dataSize(load->memory_bytes))
                          : QString());
  sampler_->setToolTip(tr("The process that makes the explored pictures; 100 % is one core"));
}

void RunStatusBar::refresh() {
  const bool open = run_ && run_->isOpen();
  const RunSummary none;
  const RunSummary& summary = open ? run_->summary() : none;
  const bool going = open && run_->canSteer() && summary.status == RunStatus::kRunning;
  const QString left = going ? durationText(run_->secondsLeft()) : QString();
  showText(link_, !open                ? QString()
                  : run_->engineDied() ? tr("The engine is gone")
                                       : tr("%1 · %2", "state of the run, state of the connection")
                                             .arg(statusText(summary.status), linkText(*run_)));
  link_->setToolTip(open ? plainToolTip(translated(run_->linkReason())) : QString());
  showText(progress_, open ? progressText(summary) : QString());
  showText(speed_, going ? speedText(summary) : QString());
  showText(remaining_, left.isEmpty() ? QString() : tr("%1 left").arg(left));
  const bool loaded = open && run_->canSteer() && summary.load;
  showText(load_, loaded ? loadText(*summary.load) : QString());
  load_->setToolTip(loaded ? loadDetails(*summary.load) : QString());
}

}  // namespace gan
