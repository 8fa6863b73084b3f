#include "models/discriminator_features.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "config/run_config.h"
#include "models/biggan.h"
#include "models/biggan_deep.h"
#include "models/dcgan.h"
#include "models/dcgan_32.h"
#include "models/mlp.h"

namespace gan {
namespace {

using Blank = std::shared_ptr<Discriminator> (*)(const NetworkShape& shape);

constexpr std::array<std::pair<std::string_view, Blank>, 7> kBlanks = {{{"mlp", blankMlpDiscriminator},
                                                                        {"dcgan", blankDcganDiscriminator},
                                                                        {"dcgan-32", blankDcgan32Discriminator},
                                                                        {"sngan", blankSnganDiscriminator},
                                                                        {"sagan", blankSaganDiscriminator},
                                                                        {"biggan", blankBigGanDiscriminator},
                                                                        {"biggan-deep", blankBigGanDeepDiscriminator}}};

}  // namespace

std::shared_ptr<Discriminator> blankDiscriminator(const RunConfig& config) {
  const std::string_view name = findArchitecture(config.text("model.architecture")).name;
  const auto* const found = std::ranges::find(kBlanks, name, &decltype(kBlanks)::value_type::first);
  TORCH_CHECK(found != kBlanks.end(), "no discriminator is known of ", name);
  return found->second(networkShape(config));
}

}  // namespace gan
