#pragma once

#include <QImage>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/message.h"
#include "latent_explorer/explored_picture.h"

namespace gan {

/// Pictures of the generator of a run. Throws gan::Error.
class PictureSupplier {
 public:
  struct Answer {
    std::uint64_t stamp = 0;
    QImage image;            ///< Null: there is none.
    std::int64_t step = -1;  ///< Of the weights that made it; -1: they do not say.
    Message problem{};       ///< Why there is none.
  };
  struct Callbacks {
    std::function<void(const Answer&)> on_answer;
    std::function<void(PictureSupply, const Message& why)> on_supply;
  };

  /// Ends whatever is under way, and waits for it.
  virtual ~PictureSupplier() = default;

  /// Callbacks come from threads of the source, which must not be kept waiting. Reconnects by itself. Called once.
  virtual void explore(Callbacks callbacks) = 0;
  /// What to show from now on; a wish that a newer one overtook may have no answer. Returns its stamp, at once; they
  /// grow. side: height and width at most; 0: as the generator makes it.
  virtual std::uint64_t wish(const std::string& line, int side) = 0;
};

}  // namespace gan
