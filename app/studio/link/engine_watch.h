#pragma once

#include <memory>

#include "link/run_source.h"

namespace gan {

/// Follows who trains the run of a folder, and tells when its files or its engine say something new. The lock says
/// whether there is an engine, a connection whether it answers: an engine that is silent is lost, not dead. Also tells
/// of an engine that takes the run over later.
class EngineWatch {
 public:
  /// reader must outlive it.
  EngineWatch(RunReader& reader, RunSource::Callbacks callbacks);
  ~EngineWatch();
  EngineWatch(const EngineWatch&) = delete;
  EngineWatch& operator=(const EngineWatch&) = delete;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
