#include "config/field_lists.h"
#include "config/field_makers.h"

namespace gan::fields {

std::vector<Field> dataFields() {
  return {
      common(integer(
          {"run.seed", "Seed", "Weights, latents, built-in images and the order of the data are functions of it."}, 0,
          {0, kMaxSeed})),
      common(choice({"data.source", "Source",
                     "Where real images come from: shapes draws coloured shapes itself, idx reads files as MNIST has "
                     "them, with or without gzip, folder pictures in a folder or in one for each class, tar pictures "
                     "inside an archive or ImageNet's archives as image-net.org ships them, cifar the "
                     "binary files of CIFAR-10 and CIFAR-100, npz NumPy's archive of images and labels, hdf5 a file as "
                     "BigGAN-PyTorch or StudioGAN make it, s3 pictures in a folder of a bucket (s3://bucket/folder)."},
                    {"shapes", "idx", "folder", "tar", "cifar", "npz", "hdf5", "s3"})),
      common(field({"data.path", "Folder or file", "Where the images are; the built-in shapes need none."},
                   FieldType::kPath, std::string())),
      choice(
          {"data.split", "Part",
           "Which part of data that are shipped in parts: train, val or test. Folders, ImageNet, CIFAR and MNIST have "
           "them; what has none is wholly for training."},
          {"train", "val", "test"}),
      common(integer({"data.resolution", "Resolution", "Height and width to which images are resized."}, 64, {8, 1024},
                     "px")),
      common(integer({"data.channels", "Channels", "1 trains on grey images, 3 on coloured ones."}, 3, {1, 3})),
      common(integer({"data.batch_size", "Batch size", "Real images a process takes at a time."}, 64, {1, 65536},
                     "images")),
      choice({"data.crop", "Crop",
              "How images that are not square become so: centre resizes the shorter side and cuts out the middle, "
              "long_edge cuts the middle out of the longer side and then resizes, random cuts anywhere along it, none "
              "squeezes. random_resized cuts out a random part of random size and proportions, as classifiers are "
              "trained with (torchvision's RandomResizedCrop); validation images are then cut as with centre."},
             {"centre", "long_edge", "random", "none", "random_resized"}),
      needs("data.crop", {"random_resized"},
            real({"data.crop_least", "Least part", "Smallest share of an image's area that random_resized cuts out."},
                 0.08, {0.01, 1})),
      choice({"data.resize", "Resizing", "How pixels are weighted when images are resized; equal to Pillow's filters."},
             {"bilinear", "box", "bicubic", "lanczos"}),
      flag({"data.flip", "Mirror", "Mirrors every image left to right with a probability of one half, each time anew."},
           false),
      live(real({"data.noise", "Noise",
                 "Standard deviation of the Gaussian noise that real images get on their way into the discriminator, "
                 "each time anew, on the scale from -1 (black) to 1 (white). Pictures of real images show none."},
                0, {0, 2})),
      choice(
          {"data.validation", "Validation",
           "By which images a classifier is judged after each epoch: val and test are parts that the data are shipped "
           "in, share and per_class keep the last images of each class back from training, none judges nothing."},
          {"none", "val", "test", "share", "per_class"}),
      needs("data.validation", {"share"},
            real({"data.validation_share", "Share kept back", "Share of each class that share keeps back."}, 0.1,
                 {0.0001, 0.9})),
      needs(
          "data.validation", {"per_class"},
          integer({"data.validation_per_class", "Images kept back", "Images of each class that per_class keeps back."},
                  10, {1, 1e9}, "images")),
      real({"data.validation_centre", "Validation centre",
            "Share of an image's shorter side that stays when its middle is cut out for validation or a test; 0.875 is "
            "224 of 256 px, as is usual on ImageNet."},
           1, {0.1, 1}),
      field(
          {"data.mean", "Mean",
           "What is subtracted from a classifier's images, whose values are 0 to 1: a number, or one for each channel "
           "between commas."},
          FieldType::kText, std::string("0.5")),
      field({"data.deviation", "Deviation",
             "What a classifier's images are divided by afterwards: a number, or one for each channel between commas."},
            FieldType::kText, std::string("0.5")),
      choice({"data.background", "Background", "What lies behind transparent pixels of pictures."},
             {"white", "grey", "black"}),
      real({"data.corrupt_limit", "Damaged images",
            "Share of the images that may be damaged or missing; each gives way to its neighbour and is listed in the "
            "run's folder. With more of them the run stops."},
           0.01, {0, 1}),
      integer({"data.workers", "Loading threads",
               "Threads that read and decode images; 0 does it between steps, auto (-1) measures at the start how many "
               "are enough. Results do not depend on it."},
              1, {-1, 256}, "threads"),
      integer({"data.prefetch_batches", "Batches ahead", "Batches prepared ahead of the training."}, 2, {1, 64},
              "batches"),
      needs(
          "data.source", {"shapes"},
          choice(
              {"data.shapes_style", "Built-in style",
               "How unlike the built-in images of one class are: varied draws shapes in any colours, sizes and places, "
               "plain draws them bright on a dark ground, of nearly one size, upright and in the middle, so that a "
               "small "
               "network learns them within minutes."},
              {"varied", "plain"})),
      integer({"data.shapes_count", "Built-in images", "Size of the data set that the source shapes draws."}, 20000,
              {1, 1e9}, "images"),
      integer({"data.shuffle_block_size", "Shuffle block",
               "Neighbouring images that stay near each other while an epoch is shuffled. 1 shuffles single images; "
               "more is faster for files that are read in chunks; 0 takes what suits the source."},
              0, {0, 1e9}, "images"),
      flag({"data.balanced", "Balance classes",
            "Shows every class equally often, however many images it has: those of small classes come more often than "
            "those of large ones, and shuffling in blocks is left out."},
           false),
      choice({"data.last_batch", "Last batch",
              "What becomes of the last images of an epoch when they do not fill a batch: drop leaves them out, pad "
              "fills the batch up with the first images of the epoch."},
             {"drop", "pad"}),
      flag({"data.in_memory", "In memory",
            "Reads all images of an HDF5 file into memory at the start, as bytes. Results do not depend on it."},
           false),
      field({"data.stage_to", "Copy to",
             "Folder on a disk of the machine that trains, to which a folder or file of images is copied first, once "
             "for all processes there; empty reads them where they are. Results do not depend on it."},
            FieldType::kPath, std::string()),
      field({"data.s3_endpoint", "S3 server",
             "Address of an S3 server other than AWS', such as http://localhost:9000; empty is AWS."},
            FieldType::kText, std::string()),
      field({"data.s3_region", "S3 region",
             "Region of the bucket; empty takes AWS_REGION, the profile's or us-east-1. A wrong one is put right when "
             "the "
             "server names the right one."},
            FieldType::kText, std::string()),
      field(
          {"data.s3_profile", "AWS profile",
           "Profile in ~/.aws whose credentials are used; empty takes the environment's, AWS_PROFILE or default. Keys "
           "are never part of a configuration."},
          FieldType::kText, std::string()),
      flag({"data.s3_anonymous", "Public bucket", "Reads the bucket without credentials."}, false),
      choice({"data.s3_path_style", "Bucket in the path",
              "Whether the bucket's name stands in the address' path rather than before the host's name; auto does so "
              "for servers other than AWS'."},
             {"auto", "always", "never"}),
      integer({"data.s3_listing_hours", "List kept",
               "Hours for which the list of a bucket's images is used again; 0 lists anew at every start."},
              24, {0, 8760}, "h"),
      field({"data.cache_path", "Cache",
             "Folder for lists and copies of remote images; empty is gan-studio/s3 in the user's cache folder."},
            FieldType::kPath, std::string()),
      integer({"data.cache_limit", "Cache limit",
               "Space for copies of remote images; those that nobody read for a day make room. 0 keeps none."},
              10, {0, 1048576}, "GiB"),
  };
}

}  // namespace gan::fields
