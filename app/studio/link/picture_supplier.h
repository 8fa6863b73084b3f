#pragma once

#include <QImage>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "config/latent_walk.h"
#include "core/message.h"
#include "latent_explorer/explored_picture.h"

namespace gan {

/// Pictures first, first + 1, ... of a film.
struct FilmPart {
  LatentWalk walk = {};
  std::int64_t first = 0;
  int count = 0;
};

/// Several pictures that are made one after the other.
struct PictureRow {
  static constexpr int kMost = 64;  ///< As many as an engine makes in a call.

  std::variant<std::vector<std::string>, FilmPart> what = {};  ///< Lines of text, a point each, or part of a film.
  int side = 0;                                                ///< Height and width at most; 0: as they are made.
};

/// Pictures of the generator of a run. Throws gan::Error.
class PictureSupplier {
 public:
  struct Answer {
    std::uint64_t stamp = 0;
    QImage image;             ///< Null: there is none.
    std::int64_t step = -1;   ///< Of the weights that made it; -1: they do not say.
    Message problem{};        ///< Why there is none.
    bool is_exact = true;     ///< Pixel for pixel; over a network it may not be.
    bool taken_over = false;  ///< The process that made pictures was lost since the one before; another made this one.
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
  /// grow. side: height and width at most; 0: as the generator makes it, and exact.
  virtual std::uint64_t wish(const std::string& line, int side) = 0;

  /// Blocks until the last picture is made; take is called with each in their order, on the calling thread, and ends
  /// it by false. The stamp is the number of the picture in the row. Not while it explores.
  virtual void draw(const PictureRow& row, const std::function<bool(const Answer&)>& take) = 0;
  /// Ends what is under way; any thread. Nothing can be asked for any more.
  virtual void close() = 0;
};

class RunConnection;

/// Those of the engine that trains or serves the run. Throws gan::Error.
std::unique_ptr<PictureSupplier> openRunPictures(RunConnection& connection);

}  // namespace gan
