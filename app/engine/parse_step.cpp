#include "parse_step.h"

#include <algorithm>
#include <charconv>

#include "core/error.h"
#include "run/checkpoint_store.h"
#include "run/journal.h"
#include "run/run_reader.h"

namespace gan::app {

std::optional<std::int64_t> parseStep(const std::string& text) {
  if (text == "latest") return std::nullopt;
  std::string digits = text;
  std::erase(digits, ',');
  std::int64_t step = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
  if (error != std::errc() || end != digits.data() + digits.size() || step < 0) {
    throw Error(
        ErrorCode::kInvalidArgument, "step_invalid",
        "'{text}' is no step: expected 'latest' or the step of a checkpoint such as 1500. `gan-engine status RUN` "
        "lists the checkpoints.",
        {{"text", text}});
  }
  return step;
}

std::optional<std::int64_t> chooseStep(const RunFolder& folder, const std::string& text) {
  if (text != "best") return parseStep(text);
  const CurrentLine line(journalSoFar(folder.journal()));
  RunReader reader(folder);
  reader.refresh();  // what it is best by may have been changed while it trained
  const auto best = CheckpointStore(folder.checkpoints()).best(line, bestBy(reader.summary()));
  if (best) return best->state.step;
  throw Error(ErrorCode::kNotFound, "checkpoint_no_score",
              "No checkpoint of {run} has a score, so none is the best. Name the step of one, or take the latest.",
              {{"run", folder.path().string()}});
}

}  // namespace gan::app
