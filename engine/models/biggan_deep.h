#pragma once

#include <memory>

#include "models/biggan_base.h"

namespace gan {

/// BigGAN-deep (Brock et al., 2019, appendix B, figure 16) as BigGAN-PyTorch (BigGANdeep.py) has it, with its names, so
/// that its files fit. Blocks squeeze their maps to a quarter of the channels before they convolve; the latent enters
/// whole, beside the shared embedding, at the bottom and at every block.
///
/// Of BigGanShape neither `discriminator_thin` nor `hierarchical` means anything here; a shared_size of 0 is that of
/// the latent. Images of 32, 64, 128, 256 or 512 pixels, any number of channels, of classes or not. BigGAN-PyTorch has
/// neither networks for 512 (these follow the paper's table 9) nor without classes (nothing is then put beside the
/// latent), and its generators have two blocks for each size of maps.
class BigGanDeepGenerator : public BigGanBaseGenerator {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit BigGanDeepGenerator(const BigGanShape& shape);
  std::shared_ptr<Generator> blank() const override;

 private:
  std::vector<at::Tensor> told(const at::Tensor& latents, const at::Tensor& condition) const override;
  at::Tensor entry(const std::vector<at::Tensor>& told, std::size_t place) const override;
};

class BigGanDeepDiscriminator : public BigGanBaseDiscriminator {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit BigGanDeepDiscriminator(const BigGanShape& shape);
};

/// Orthogonal weights unless the shape says otherwise.
Networks makeBigGanDeep(const NetworkShape& shape, std::uint64_t seed);
/// Its generator, whose weights are yet to be set.
std::shared_ptr<Generator> blankBigGanDeep(const NetworkShape& shape);
std::shared_ptr<Discriminator> blankBigGanDeepDiscriminator(const NetworkShape& shape);

}  // namespace gan
