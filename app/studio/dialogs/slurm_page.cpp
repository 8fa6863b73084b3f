#include "dialogs/slurm_page.h"

#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "controls/quiet_widgets.h"
#include "dialogs/path_line.h"
#include "dialogs/slurm_fields.h"

namespace gan {
namespace {

/// Each question starts an engine: not one for every letter that is typed.
constexpr std::chrono::milliseconds kRest{400};
constexpr int kFewestLines = 6;

}  // namespace

SlurmPage::SlurmPage(QWidget* parent)
    : QWidget(parent),
      fields_(new SlurmFields),
      missing_(new NoteLabel),
      script_(new QPlainTextEdit),
      save_(new QPushButton(tr("&Write script …"))),
      status_(new NoteLabel) {
  missing_->setObjectName(QStringLiteral("slurm_missing"));
  status_->setObjectName(QStringLiteral("slurm_status"));
  auto* column = new QVBoxLayout(this);
  column->addWidget(missing_);
  column->addWidget(fields_);
  column->addWidget(makePreview(), 1);
  soon_.setSingleShot(true);
  soon_.setInterval(kRest);
  setFocusProxy(fields_);
  connectAll();
  refresh();
}

QWidget* SlurmPage::makePreview() {
  script_->setObjectName(QStringLiteral("slurm_script"));
  script_->setAccessibleName(tr("The job's script"));
  script_->setPlaceholderText(tr("The job's script appears here."));
  script_->setReadOnly(true);
  script_->setTabChangesFocus(true);
  script_->setLineWrapMode(QPlainTextEdit::NoWrap);
  script_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  script_->setMinimumHeight(QFontMetrics(script_->font()).lineSpacing() * kFewestLines);
  save_->setObjectName(QStringLiteral("slurm_save"));
  save_->setAutoDefault(false);
  save_->setToolTip(tr("Writes the script into a file, to be submitted on a machine of the cluster"));
  auto* line = new QHBoxLayout;
  line->addWidget(status_, 1);
  line->addStretch();
  line->addWidget(save_, 0, Qt::AlignTop);
  auto* preview = new QWidget;
  auto* column = new QVBoxLayout(preview);
  column->setContentsMargins({});
  column->addWidget(script_, 1);
  column->addLayout(line);
  return preview;
}

void SlurmPage::connectAll() {
  connect(&soon_, &QTimer::timeout, this, &SlurmPage::ask);
  connect(fields_, &SlurmFields::changed, this, [this] {
    askLater();
    emit edited();
  });
  connect(save_, &QPushButton::clicked, this, &SlurmPage::save);
  connect(&look_, &SlurmTask::looked, this, [this](bool found) {
    found_ = found;
    refresh();
  });
  connect(&preview_, &SlurmTask::scriptWritten, this, &SlurmPage::onScript);
  connect(&preview_, &SlurmTask::failed, this, &SlurmPage::onRefusal);
  connect(&saving_, &SlurmTask::scriptSaved, this, [this](const QString& path) {
    status_->setNote(QStringLiteral("info"),
                     tr("%1 is written. On a machine of the cluster, `sbatch` submits it.").arg(path));
    emit scriptSaved();
  });
  connect(&saving_, &SlurmTask::failed, this,
          [this](const Message& why) { status_->setNote(QStringLiteral("error"), fields_->told(why)); });
  connect(&submitting_, &SlurmTask::submitted, this, &SlurmPage::submitted);
  connect(&submitting_, &SlurmTask::failed, this, [this](const Message& why) { emit refused(fields_->told(why)); });
}

SlurmSite SlurmPage::site() const { return fields_->site(); }

void SlurmPage::setSite(const SlurmSite& site) { fields_->setSite(site); }

void SlurmPage::setRun(const std::optional<NewRun>& run) {
  const auto words = [](const std::optional<NewRun>& one) { return one ? runArguments(*one) : QStringList(); };
  if (run_.has_value() == run.has_value() && words(run_) == words(run)) return;
  run_ = run;
  askLater();
}

SlurmRequest SlurmPage::request(SlurmRequest asked) const {
  if (run_) asked.run = *run_;
  return asked;
}

QStringList SlurmPage::command() const {
  QStringList words = slurmArguments(QStringLiteral("submit"), request(fields_->request()));
  words.removeAll(QStringLiteral("--json"));
  return words;
}

QString SlurmPage::problem() const {
  if (!problem_.isEmpty()) return problem_;
  if (found_ == false) return tr("A job can be submitted only where Slurm is. Write script … works everywhere.");
  return {};
}

void SlurmPage::submit() { submitting_.submit(request(fields_->request())); }

void SlurmPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!found_) look_.look();
  soon_.start();
}

/// An answer about what was asked before is not wanted any more.
void SlurmPage::askLater() {
  preview_.drop();
  forgetRefusal();
  status_->setNote({}, {});
  refresh();
  if (isVisible()) soon_.start();
}

void SlurmPage::forgetRefusal() {
  problem_.clear();
  fields_->unmark();
}

void SlurmPage::ask() {
  forgetRefusal();  // what it was about may have been mended outside of this form
  if (run_) preview_.writeScript(request(fields_->request()));
  refresh();
}

void SlurmPage::onScript(const SlurmScript& script) {
  if (!fields_->marked().isEmpty()) return tellRefusals();  // all else is well
  forgetRefusal();
  script_->setPlainText(script.text);
  if (fields_->request().signal_lead == 0) fields_->setUsualLead(script.signal_lead_seconds);
  refresh();
}

void SlurmPage::onRefusal(const Message& why) {
  script_->clear();
  if (fields_->mark(why)) {
    preview_.writeScript(request(fields_->requestWithoutMarked()));
  } else if (fields_->marked().isEmpty()) {
    problem_ = fields_->told(why);
  }
  tellRefusals();
}

void SlurmPage::tellRefusals() {
  const QStringList marked = fields_->marked();
  if (marked.size() == 1) {
    problem_ = tr("%1 is marked above: mend it, then the job can be submitted.").arg(marked.first());
  } else if (!marked.isEmpty()) {
    problem_ = tr("These are marked above: %1. Mend them, then the job can be submitted.")
                   .arg(marked.join(QStringLiteral(", ")));
  }
  refresh();
}

void SlurmPage::save() {
  const SlurmRequest request = this->request(fields_->request());
  choosePath(this, QFileDialog::AnyFile, tr("Write script"), request.run.out + QStringLiteral(".sbatch"),
             [this, request](const QString& path) { saving_.saveScript(request, path); });
}

void SlurmPage::refresh() {
  missing_->setNote(QStringLiteral("info"),
                    found_ == false ? tr("There is no Slurm on this machine: write the script into a file, and submit "
                                         "it with `sbatch` on a machine of the cluster.")
                                    : QString());
  script_->setEnabled(run_.has_value() && problem_.isEmpty());
  save_->setEnabled(run_.has_value() && problem_.isEmpty());
  emit changed();
}

}  // namespace gan
