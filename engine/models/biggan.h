#pragma once

#include <memory>

#include "models/biggan_base.h"

namespace gan {

/// The residual networks of SNGAN, SAGAN and BigGAN as BigGAN-PyTorch (BigGAN.py) has them, with its names, so that its
/// files fit. Which of the three follows from the options: a discriminator that is thin in its blocks (SNGAN; Miyato et
/// al., 2018), self-attention (SAGAN; Zhang et al., 2019), an embedding that all normalisations share and latents that
/// enter at every block (BigGAN; Brock et al., 2019, appendix B).
///
/// Images of 32, 64, 128, 256 or 512 pixels, any number of channels. BigGAN-PyTorch has no discriminator for 512; this
/// one begins with one block more of the same width.
class BigGanGenerator : public BigGanBaseGenerator {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit BigGanGenerator(const BigGanShape& shape);
  std::shared_ptr<Generator> blank() const override;

 private:
  std::vector<at::Tensor> told(const at::Tensor& latents, const at::Tensor& condition) const override;
  at::Tensor entry(const std::vector<at::Tensor>& told, std::size_t place) const override;
};

class BigGanDiscriminator : public BigGanBaseDiscriminator {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit BigGanDiscriminator(const BigGanShape& shape);
};

/// Each draws its weights as it says here unless the shape says otherwise.

/// SNGAN: a thin discriminator, no attention, a table for each normalisation; Xavier's weights.
Networks makeSngan(const NetworkShape& shape, std::uint64_t seed);
/// SAGAN: attention, a table for each normalisation; Xavier's weights.
Networks makeSagan(const NetworkShape& shape, std::uint64_t seed);
/// BigGAN: as the shape says; orthogonal weights.
Networks makeBigGan(const NetworkShape& shape, std::uint64_t seed);

/// Their generators, whose weights are yet to be set.
std::shared_ptr<Generator> blankSngan(const NetworkShape& shape);
std::shared_ptr<Generator> blankSagan(const NetworkShape& shape);
std::shared_ptr<Generator> blankBigGan(const NetworkShape& shape);
/// And their discriminators.
std::shared_ptr<Discriminator> blankSnganDiscriminator(const NetworkShape& shape);
std::shared_ptr<Discriminator> blankSaganDiscriminator(const NetworkShape& shape);
std::shared_ptr<Discriminator> blankBigGanDiscriminator(const NetworkShape& shape);

}  // namespace gan
