#include <string>

#include "core/atomic_file.h"
#include "interop/npz_writer.h"
#include "session/drawn_pictures.h"
#include "session/search_requests.h"

namespace gan {

LatentFacts describeLatents(const PictureSource& source, const std::filesystem::path& vectors) {
  if (!vectors.empty()) requireFilePlace(vectors);
  OpenedSource opened(source);
  LatentFacts facts = opened.maker.latents().describe();
  if (vectors.empty()) return facts;
  NpzWriter file(vectors);
  for (const LatentFacts::Directions& directions : facts.directions) {
    const at::Tensor rows = opened.maker.latents().directions(directions.kind).vectors;
    file.begin(std::string(nameOf(directions.kind)), "<f8", rows.sizes().vec());
    file.append({reinterpret_cast<const char*>(rows.const_data_ptr<double>()), rows.nbytes()});
  }
  file.finish();
  return facts;
}

}  // namespace gan
