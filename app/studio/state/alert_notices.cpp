#include "state/alert_notices.h"

#include <QCoreApplication>
#include <QLocale>

#include "state/texts.h"

namespace gan {
namespace {

class AlertTexts {
  Q_DECLARE_TR_FUNCTIONS(AlertTexts)
};

QString halveTitle(const Alert& alert) {
  if (alert.remedy.size() != 1) return alert.remedy.empty() ? QString() : AlertTexts::tr("Halve both rates");
  const std::string& path = alert.remedy.front().path;
  if (path.starts_with("optimizer.generator.")) return AlertTexts::tr("Halve G's rate");
  if (path.starts_with("optimizer.discriminator.")) return AlertTexts::tr("Halve D's rate");
  return AlertTexts::tr("Halve the rate");
}

/// Empty for what this window cannot do.
QString actionTitle(const std::string& name, const Alert& alert) {
  if (name == "halve") return halveTitle(alert);
  if (name == "rollback") {
    const QString step = QLocale().toString(static_cast<qlonglong>(alert.healthy_step));
    return alert.healthy_step < 0 ? AlertTexts::tr("Roll back")
                                  : AlertTexts::tr("Roll back to %1, healthy", "a step").arg(step);
  }
  if (name == "stop") return AlertTexts::tr("Stop");
  if (name == "ignore") return AlertTexts::tr("Ignore");
  return {};
}

QString rankId(const RankReported& reported) { return QStringLiteral("rank-%1").arg(reported.rank); }

}  // namespace

QString noticeId(const Alert& alert) { return QStringLiteral("rule-") + QString::fromStdString(alert.rule); }

AlertNotice noticeOf(const Alert& alert) {
  AlertNotice notice;
  notice.id = noticeId(alert);
  notice.severity = alert.severity;
  notice.text = translated(alert.message);
  for (const std::string& name : alert.actions) {
    const QString title = actionTitle(name, alert);
    if (!title.isEmpty()) notice.actions.push_back({QString::fromStdString(name), title});
  }
  return notice;
}

QStringList textsOf(const std::vector<Alert>& alerts) {
  QStringList texts;
  for (const Alert& alert : alerts) texts << translated(alert.message);
  return texts;
}

AlertNotice noticeOf(const RankReported& reported, const QString& text) {
  AlertNotice notice;
  notice.id = rankId(reported);
  notice.severity = reported.severity;
  notice.text = text;
  return notice;
}

QString failureId(const Event& failure) {
  const auto* reported = std::get_if<RankReported>(&failure.what);
  return reported != nullptr ? rankId(*reported) : noticeId(std::get<Alert>(failure.what));
}

bool makesGood(const Event& event, const Event& failure) {
  if (std::holds_alternative<RankReported>(failure.what)) return std::holds_alternative<SegmentStarted>(event.what);
  const auto* failed = std::get_if<Alert>(&failure.what);
  if (failed == nullptr) return false;
  const std::string& id = failed->message.id;
  if (id == "checkpoint_not_written") return std::holds_alternative<CheckpointWritten>(event.what);
  if (id == "picture_not_drawn") return std::holds_alternative<SampleWritten>(event.what);
  if (failed->rule == "evaluation") return std::holds_alternative<Evaluated>(event.what);
  const auto* alert = std::get_if<Alert>(&event.what);
  return id == "sampler_lost" && alert != nullptr && alert->message.id == "sampler_started";
}

}  // namespace gan
