#pragma once

namespace gan::app {

/// For processes that make pictures beside a training: before the training loses anything, they go when memory runs
/// out.
void beFirstToGo();

}  // namespace gan::app
