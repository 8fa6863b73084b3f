#include "link/slurm_request.h"

namespace gan {

QStringList slurmArguments(const QString& verb, const SlurmRequest& request) {
  const SlurmRequest usual;
  QStringList words{QStringLiteral("slurm"), verb};
  words += runArguments(request.run);
  const auto number = [&words](const char* option, int value, int otherwise) {
    if (value != otherwise) words << QLatin1String(option) << QString::number(value);
  };
  const auto text = [&words](const char* option, const QString& value) {
    // Together: a value that begins with "-" would be taken for an option.
    if (!value.isEmpty()) words << QLatin1String(option) + QLatin1Char('=') + value;
  };
  number("--nodes", request.nodes, usual.nodes);
  number("--gpus-per-node", request.gpus_per_node, 0);
  number("--tasks-per-node", request.tasks_per_node, 0);
  number("--cpus-per-task", request.cpus_per_task, usual.cpus_per_task);
  text("--memory", request.memory);
  text("--time", request.time);
  text("--partition", request.site.partition);
  text("--account", request.site.account);
  for (const QString& module : request.site.modules) text("--module", module);
  text("--container", request.site.container);
  if (!request.site.container.isEmpty()) text("--container-with", request.site.container_runner);
  text("--measured", request.measured);
  number("--signal-lead", request.signal_lead, 0);
  if (!request.requeues) words << QStringLiteral("--no-requeue");
  if (request.site.shared) words << QStringLiteral("--assume-shared");
  return words << QStringLiteral("--json");
}

}  // namespace gan
