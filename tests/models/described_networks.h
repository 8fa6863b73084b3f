#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "models/biggan.h"
#include "support/golden_folder.h"

namespace gan {

/// A pair of networks whose weights are yet to be set, and how to look into them.
struct LookedInto {
  std::shared_ptr<Generator> generator;
  std::shared_ptr<Discriminator> discriminator;
  std::function<void(ActivationProbe)> look_into_generator, look_into_discriminator;
};
/// Makes the networks that a folder is about.
using Build = std::function<LookedInto()>;

/// Whether a folder is about networks of a program that is known here, by its config.json alone.
bool describesNetworks(const GoldenFolder& golden);
inline constexpr const char* kNoNetworks = "its config.json describes no networks that are known here";

/// What a folder's config.json describes; nothing where it is about something else. A test fails for an argument that
/// would change the networks and that is not known here.
std::optional<Build> described(const GoldenFolder& golden);

/// Copies a file of a folder into a module, whose tensors must be those of the file.
void loadInto(torch::nn::Module& module, const GoldenFolder& golden, const std::string& file);

}  // namespace gan
