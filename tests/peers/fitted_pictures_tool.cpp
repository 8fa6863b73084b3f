// usage: fitted_pictures_tool FOLDER RESOLUTION at-least|whole
// Writes each picture of a folder, as a run of this resolution would see it, to standard output: RGB bytes, one picture
// after the other, in the folder's order. With at-least, JPEG files may be decoded at a reduced size, as a run does it.
#include <iostream>
#include <string>
#include <vector>

#include "data/decoded_image.h"
#include "data/image_fit.h"
#include "data/image_folder_dataset.h"

namespace {

void write(const std::vector<std::string>& arguments) {
  gan::FitOptions fit;
  fit.resolution = std::stoll(arguments[1]);
  const std::int64_t at_least = arguments[2] == "at-least" ? gan::shorterSideToDecode(fit.resolution) : 0;
  const gan::ImageFolderDataset pictures(arguments[0],
                                         {.shorter_side_at_least = at_least, .background = {255, 255, 255}});
  gan::Image image;
  for (std::int64_t i = 0; i < pictures.info().count; ++i) {
    pictures.read(i, image);
    gan::fitImage(image, fit, i);
    for (std::size_t byte = 0; byte < image.pixels.size(); ++byte) {
      const int times = image.channels == 1 ? 3 : 1;
      for (int channel = 0; channel < times; ++channel) std::cout.put(static_cast<char>(image.pixels[byte]));
    }
  }
  std::cout.flush();
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() != 3 || (arguments[2] != "at-least" && arguments[2] != "whole")) {
    std::cerr << "usage: fitted_pictures_tool FOLDER RESOLUTION at-least|whole\n";
    return 2;
  }
  try {
    write(arguments);
    return std::cout.good() ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
