#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace gan {

/// Directions of a latent space along which much changes behind a generator's first layer. The same weights give the
/// same ones: the component of each that is largest, the first of several, is above 0.
struct LatentDirections {
  at::Tensor vectors;          ///< float64 [K, latent size] on the host, each of length 1.
  std::vector<double> shares;  ///< K of a sum of 1, largest first: how much of what changes lies along each.
};

/// weight: float32 [outputs, k], the first layer's for the first k components; "directions_not_finite" if it is not.

/// The directions n of length 1 that change |A n|^2 most, for a weight A: the eigenvectors of A^T A, shares by their
/// eigenvalues (Shen and Zhou, 2021, "Closed-form factorization of latent semantics in GANs", equations 5 and 6).
LatentDirections sefaDirections(const at::Tensor& weight, std::int64_t latent_size);

/// Principal components of y = A z over the rows z of latents, and the directions in which z follows them (Harkonen et
/// al., 2020, "GANSpace: Discovering interpretable GAN controls", section 2.1): the regression of z on the coordinate
/// along a component v of y is C A^T v, where C is the covariance of the latents. Shares of y's variance. Nothing as
/// large as y is made: with C = S S, the v are A S w for the eigenvectors w of S A^T A S, and C A^T v is S w but for
/// its length. latents: float32 [N, latent size], N > k. Throws Error(kInvalidArgument, "latents_too_few").
LatentDirections pcaDirections(const at::Tensor& weight, const at::Tensor& latents);

}  // namespace gan
