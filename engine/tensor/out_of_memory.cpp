#include "tensor/out_of_memory.h"

#include <c10/util/Exception.h>

namespace gan {

bool isOutOfMemory(const std::exception& error) {
  return dynamic_cast<const c10::OutOfMemoryError*>(&error) != nullptr;
}

}  // namespace gan
