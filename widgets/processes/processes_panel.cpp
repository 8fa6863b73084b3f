#include "processes/processes_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QStackedLayout>
#include <QStringList>
#include <QVBoxLayout>

#include "processes/phases.h"
#include "processes/process_table.h"
#include "processes/processes_model.h"
#include "style/icons.h"
#include "style/named.h"
#include "style/plain_text.h"
#include "style/scale.h"

namespace gan {
namespace {

QLabel* wrapped(const char* name) {
  auto* label = makeLabel(name);  // as it is: hosts are named by others
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QString percent(double part) { return QLocale().toString(part * 100, 'f', 0); }

/// The part that a phase has in the time of all processes.
double partOf(const RanksMeasured& measured, Phase phase) {
  double in_phase = 0;
  double all = 0;
  for (const RankTimes& rank : measured.ranks) {
    in_phase += timeIn(rank.times, phase);
    all += total(rank.times);
  }
  return all > 0 ? in_phase / all : 0;
}

QString detailsOf(const ProcessFacts& facts) {
  const QLocale locale;
  const QString step = locale.toString(facts.balance.step_ms, 'f', 1);
  const QString count = locale.toString(facts.measured.steps);
  const QString data = percent(partOf(facts.measured, Phase::kData));
  if (facts.measured.ranks.size() == 1) {
    return ProcessesPanel::tr("An iteration takes %1 ms, the mean of %2; waiting for data is %3 % of it.")
        .arg(step, count, data);
  }
  return ProcessesPanel::tr(
             "An iteration takes %1 ms, the mean of %2; waiting for data is %3 % of it, waiting for other processes "
             "%4 %.")
      .arg(step, count, data, percent(partOf(facts.measured, Phase::kCommunication)));
}

QString slowText(const ProcessFacts& facts) {
  const std::vector<Straggler>& slow = facts.balance.stragglers;
  if (slow.empty()) return {};
  const Straggler& first = slow.front();
  const QString host = printable(QString::fromStdString(facts.measured.ranks.at(first.rank).host));
  const QString text =
      ProcessesPanel::tr(
          "Process %1 on %2 keeps the others waiting: its own work takes %3 % longer than usual among them, most of it "
          "in the phase “%4”.")
          .arg(QLocale().toString(static_cast<qulonglong>(first.rank)), host, percent(first.excess),
               phaseTitle(first.phase));
  const int more = static_cast<int>(slow.size()) - 1;
  return more == 0 ? text : text + QLatin1Char(' ') + ProcessesPanel::tr("%n more, marked below.", nullptr, more);
}

}  // namespace

ProcessesPanel::ProcessesPanel(ProcessesModel& model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      pages_(new QStackedLayout(this)),
      efficiency_(wrapped("process_efficiency")),
      meaning_(wrapped("process_efficiency_meaning")),
      details_(wrapped("process_details")),
      slow_(new QWidget),
      slow_text_(wrapped("process_slow")),
      others_(wrapped("process_others")) {
  setObjectName(QStringLiteral("processes_panel"));
  auto* empty = wrapped("processes_empty");
  empty->setText(tr("No times yet: they appear a few seconds after training has begun."));
  empty->setAlignment(Qt::AlignCenter);
  empty->setForegroundRole(QPalette::PlaceholderText);
  empty->setMargin(space(*this, Space::kMedium));
  pages_->addWidget(empty);

  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->addWidget(makeHead());
  column->addWidget(slow_);
  column->addWidget(others_);
  others_->hide();
  column->addWidget(new PhaseLegend);
  column->addWidget(new ProcessTable(model), 1);
  pages_->addWidget(page);
  connect(&model, &ProcessesModel::factsChanged, this, &ProcessesPanel::refresh);
  refresh();
}

QWidget* ProcessesPanel::makeHead() {
  efficiency_->setFont(sized(efficiency_->font(), TextSize::kFigure));
  efficiency_->setWordWrap(false);
  auto* head = new QWidget;
  auto* line = new QHBoxLayout(head);
  line->setContentsMargins({});
  line->setSpacing(space(*this, Space::kMedium));
  line->addWidget(efficiency_);
  auto* words = new QVBoxLayout;
  words->setSpacing(0);
  words->addWidget(meaning_);
  words->addWidget(details_);
  line->addLayout(words, 1);

  auto* warning = new QHBoxLayout(slow_);
  warning->setContentsMargins({});
  warning->addWidget(new IconSign(icon(QStringLiteral("warning")), slow_), 0, Qt::AlignTop);
  warning->addWidget(slow_text_, 1);
  return head;
}

void ProcessesPanel::setOthers(const QVector<OtherRun>& others) {
  QStringList runs;
  for (const OtherRun& run : others) {
    const QString name = printable(run.name);
    runs << (run.computes_on.empty() ? name : tr("%1: %2", "devices: run").arg(devicesText(run.computes_on), name));
  }
  others_->setText(runs.isEmpty() ? QString()
                                  : tr("Trained on this computer at the same time: %1").arg(runs.join(tr("; "))));
  others_->setVisible(!runs.isEmpty());
}

void ProcessesPanel::refresh() {
  const ProcessFacts& facts = model_.facts();
  pages_->setCurrentIndex(facts.measured.ranks.empty() ? 0 : 1);
  if (facts.measured.ranks.empty()) return;
  efficiency_->setText(tr("%1 %").arg(percent(facts.balance.efficiency)));
  efficiency_->setAccessibleName(tr("Efficiency: %1 %").arg(percent(facts.balance.efficiency)));
  meaning_->setText(facts.measured.ranks.size() == 1
                        ? tr("Efficiency: the part of the time in which the process computes.")
                        : tr("Efficiency: the part of the time in which the processes compute, and wait neither for "
                             "data nor for each other."));
  details_->setText(detailsOf(facts));
  slow_text_->setText(slowText(facts));
  slow_->setVisible(!slow_text_->text().isEmpty());
}

}  // namespace gan
