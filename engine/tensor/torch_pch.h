#pragma once

// Precompiled for every target that uses LibTorch. What stands here is paid for twice: parsed once a build, and its
// templates instantiated in each file (torch/nn/module.h: two seconds), so only what most files need.
#include <ATen/ATen.h>
#include <torch/nn/module.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>
