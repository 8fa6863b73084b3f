#pragma once

namespace gan {

/// Inverse of the standard normal distribution function (Wichura, 1988, algorithm AS 241, PPND16: relative error about
/// 1e-16). probability is in (0, 1).
double normalQuantile(double probability);

/// Distribution function of the standard normal distribution.
double normalProbability(double x);

}  // namespace gan
