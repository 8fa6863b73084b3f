#include <memory>
#include <span>

#include "core/atomic_file.h"
#include "models/weights_file.h"
#include "run/checkpoint_store.h"
#include "sampling/projection.h"
#include "session/drawn_pictures.h"
#include "session/photo.h"
#include "session/search_requests.h"

namespace gan {

ProjectionOutcome projectPhoto(const ProjectionRequest& request, ProgressMonitor& monitor) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20U;
  constexpr std::int64_t kMostPixels = std::int64_t{1} << 27U;
  const std::string file = readFile(request.photo, kMostBytes);
  OpenedSource opened(sourceOf(request.source, {&request.begin, 1}));
  const GeneratorFacts& facts = opened.maker.facts();
  const at::Tensor photo = planesOf(fittedPhoto(std::as_bytes(std::span(file)), request.photo.string(),
                                                facts.resolution, facts.channels, kMostPixels));
  std::shared_ptr<Discriminator> discriminator;
  if (!opened.found.discriminator.empty()) {
    CheckpointStore::verify(
        {.name = opened.found.checkpoint, .path = opened.found.discriminator.parent_path(), .state = {}},
        {opened.found.discriminator.filename().string()});
    discriminator = readDiscriminator(opened.found.discriminator, opened.found.config);
    settle(*discriminator, opened.maker.device());
  }
  opened.maker.use(request.begin.statistics, request.begin.truncation);
  Projection search(opened.maker, discriminator, photo, request.begin, request.steps);
  ProjectionState state;
  ProjectionOutcome outcome{.discriminator = discriminator != nullptr};
  while (!search.done(state)) {
    monitor.throwIfCancelled();
    search.advance(state);
    if (state.step == 0) outcome.begun = state.best;
    monitor.report({.stage = "Projection", .done = state.step, .total = request.steps, .unit = "steps"});
  }
  outcome.point = search.found(state);
  outcome.point.step = opened.found.step;
  outcome.loss = state.best;
  return outcome;
}

}  // namespace gan
