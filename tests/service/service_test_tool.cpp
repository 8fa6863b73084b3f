#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/partial_file.h"
#include "protocol/run_client.h"
#include "protocol/sampler.pb.h"
#include "protocol/sampler_frames.h"
#include "protocol/studio.pb.h"
#include "protocol/unix_socket.h"
#include "run/run_reader.h"
#include "service/export_worker.h"
#include "service/fake_run.h"
#include "service/host_server.h"
#include "service/run_service.h"
#include "support/grey_jpeg.h"
#include "support/tiny_png.h"

namespace {

/// Opens so many connections and says nothing more than the beginning of a TLS greeting, on every second of them.
void beStrangers(int port, int count) {
  rlimit descriptors{};
  ::getrlimit(RLIMIT_NOFILE, &descriptors);
  descriptors.rlim_cur = descriptors.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &descriptors);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (int i = 0; i < count; ++i) {
    const int connection = ::socket(AF_INET, SOCK_STREAM, 0);
    if (::connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) return;
    constexpr std::string_view kGreeting("\x16\x03\x01\x02\x00\x01", 6);
    if (i % 2 == 0) (void)!::send(connection, kGreeting.data(), kGreeting.size(), MSG_NOSIGNAL);
  }
  std::cout << "connected" << std::endl;
  while (true) ::pause();
}

/// Listens at a port, which it writes into a file, and answers whoever comes with what is no TLS.
void babble(const std::string& port_file) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  const gan::FileDescriptor listening(::socket(AF_INET, SOCK_STREAM, 0));
  if (::bind(listening.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0) return;
  if (::listen(listening.get(), 8) != 0) return;
  ::getsockname(listening.get(), reinterpret_cast<sockaddr*>(&address), &size);
  gan::writeFileAtomically(port_file, std::to_string(ntohs(address.sin_port)));
  while (true) {
    const gan::FileDescriptor connection(::accept(listening.get(), nullptr, nullptr));
    constexpr std::string_view kWords = "220 mail.example ESMTP ready\r\n";
    (void)!::send(connection.get(), kWords.data(), kWords.size(), MSG_NOSIGNAL);
    char byte = 0;
    while (::recv(connection.get(), &byte, 1, 0) > 0) {
    }
  }
}

/// Waits at a socket as another user until it is sent away.
void comeAsUser(uid_t user, const std::string& socket) {
  if (::setuid(user) != 0) return;
  const gan::FileDescriptor connection =
      gan::connectUnixSocket(socket, {.until = std::chrono::steady_clock::now() + std::chrono::seconds(30)});
  pollfd waiting{connection.get(), POLLIN, 0};
  while (::poll(&waiting, 1, -1) < 0) {
  }
  char byte = 0;
  std::cout << (::recv(connection.get(), &byte, 1, 0) > 0 ? "answered" : "ended") << std::endl;
}

ganstudio::v1::Picture greyPicture(std::int64_t step, int side, ganstudio::v1::PictureFormat format) {
  ganstudio::v1::Picture picture;
  picture.set_step(step);
  picture.set_width(static_cast<std::uint32_t>(side));
  picture.set_height(static_cast<std::uint32_t>(side));
  picture.set_channels(1);
  picture.set_format(format);
  picture.set_pixels(format == ganstudio::v1::PICTURE_FORMAT_JPEG
                         ? gan::test::greyJpeg(side)
                         : std::string(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), '\x80'));
  return picture;
}

ganstudio::v1::Picture greyPixel(std::int64_t step) { return greyPicture(step, 1, ganstudio::v1::PICTURE_FORMAT_RAW); }

/// One piece of a search or of a sheet: a step, a hundred images of three hundred, or a row of three; all say in
/// `search` how far they are.
void search(const ganstudio::v1::SamplerTask& task, ganstudio::v1::SamplerAnswer& answer) {
  const std::uint64_t before = task.search().empty() ? 0 : std::stoull(task.search());
  if (task.has_describe()) {
    answer.mutable_latents()->set_step(task.step());
    answer.mutable_latents()->set_latent_size(7);
    answer.mutable_latents()->set_chunks(3);
    for (const char* kind : {"sefa", "of_later"}) {
      ganstudio::v1::LatentDirections& directions = *answer.mutable_latents()->add_directions();
      directions.set_kind(kind);
      directions.add_shares(0.75);
      directions.add_shares(0.25);
    }
  } else if (task.has_project()) {
    answer.mutable_projection()->set_step(static_cast<std::uint32_t>(before + 1));
    answer.mutable_projection()->set_steps(task.project().steps());
    answer.mutable_projection()->set_point(task.project().photo());
    answer.mutable_projection()->set_pixels(0.25);
    if (std::filesystem::exists(task.discriminator())) answer.mutable_projection()->set_features(0.5);
    *answer.mutable_projection()->mutable_picture() = greyPixel(task.step());
    if (before + 1 < task.project().steps()) answer.set_search(std::to_string(before + 1));
  } else if (task.has_nearest()) {
    answer.mutable_nearest()->set_searched(before + 100);
    answer.mutable_nearest()->set_total(300);
    if (before + 100 < 300) return answer.set_search(std::to_string(before + 100));
    for (std::uint32_t i = 0; i < task.nearest().count(); ++i) {
      ganstudio::v1::NearImage& image = *answer.mutable_nearest()->add_images();
      image.set_index(i);
      image.set_name(task.data_fingerprint());
      image.set_distance(0.5);
      image.set_label(i);
      if (i == 0) image.set_class_name("shoe");
      *image.mutable_picture() = greyPixel(task.step());
    }
  } else if (task.has_sheet()) {
    const auto& sheet = task.sheet();
    answer.mutable_sheet()->set_rows(static_cast<std::uint32_t>(before + 1));
    answer.mutable_sheet()->set_all_rows(3);
    if (before + 1 < 3) return answer.set_search(std::to_string(before + 1));
    gan::PartialFile file(sheet.file());
    file.append(sheet.kind() + " of step " + std::to_string(task.step()) + ", seed " +
                std::to_string(sheet.alike().seed()) + ", kind " + sheet.alike().truncation_kind() +
                (sheet.alike().classes().empty() ? "" : ", classes " + sheet.alike().classes()));
    file.finish();
  }
}

/// Answers as the process that makes pictures does, with one grey pixel for each, with many where seed 410 is asked
/// for, with none for seed 404, and with what is no message for seed 500. It waits with seed 408 until there is a file
/// LOG.go, and adds the first point of each task to the file LOG.
void makePixels(const std::filesystem::path& log) {
  namespace v1 = ganstudio::v1;
  v1::SamplerTask task;
  while (gan::readFrame(STDIN_FILENO, task)) {
    v1::SamplerAnswer answer;
    const std::string first = task.generate().points_size() > 0 ? task.generate().points(0) : "";
    if (!log.empty()) std::ofstream(log, std::ios::app) << first << std::endl;
    while (first == "seed=408" && !std::filesystem::exists(log.string() + ".go")) ::usleep(1000);
    if (first == "seed=500") std::cout << "onednn_verbose,info,oneDNN" << std::endl;
    const bool none = first == "seed=404" || task.project().start() == "seed=404";
    if (!none) search(task, answer);
    const auto wanted =
        task.has_generate() ? static_cast<unsigned>(task.generate().points_size()) : task.interpolate().count();
    for (unsigned i = 0; i < wanted && !none; ++i) {
      v1::Picture& picture = *answer.add_pictures();
      picture =
          first == "seed=410" ? greyPicture(task.step(), 300, task.generate().wish().format()) : greyPixel(task.step());
      picture.set_index(i);
    }
    if (!gan::writeFrame(STDIN_FILENO, answer)) return;
  }
}

/// Makes exports of text, a file for each picture, of films, sheets and tests three. Seed 404 knows no such class; seed
/// 408 stops behind the third picture until there is a file RUN/go, and seed 409 before it is tried out, which the file
/// RUN/tried then says.
gan::ExportMade makeTexts(const gan::ExportTask& task, gan::ProgressMonitor& monitor) {
  const auto& samples = task.request.samples();
  if (samples.alike().seed() == 404) {
    throw gan::Error(gan::ErrorCode::kInvalidArgument, "class_not_known", "There is no class {label}.",
                     {{"label", "404"}});
  }
  while (task.at_most > 0 && samples.alike().seed() == 409 && !std::filesystem::exists(task.run / "go")) {
    std::ofstream(task.run / "tried").flush();
    ::usleep(2000);
  }
  const bool is_one_file = task.request.has_sheet() || task.request.has_film() || task.request.has_test();
  const auto all = is_one_file
                       ? std::int64_t{3}
                       : std::max(static_cast<std::int64_t>(samples.count()), std::int64_t{samples.points_size()});
  const std::int64_t end = task.at_most > 0 ? std::min(task.at_most, all) : all;
  for (std::int64_t i = task.done; i < end; ++i) {
    while (i == 3 && task.at_most == 0 && samples.alike().seed() == 408 && !std::filesystem::exists(task.run / "go")) {
      monitor.throwIfCancelled();
      gan::PartialFile unfinished(task.out / "3.txt");
      ::usleep(2000);
    }
    gan::PartialFile file(task.out / (std::to_string(i) + ".txt"));
    file.append(std::to_string(::getpid()) + " made " + std::to_string(i) + std::string(1000, '.'));
    file.finish(gan::Flush::kLater);
    monitor.report({.stage = "Pictures", .done = i + 1, .total = all, .unit = "pictures"});
    if (i == 2 && task.at_most == 0 && samples.alike().seed() == 408) {
      ::usleep(1'100'000);  // so that the next report is written down
      monitor.report({.stage = "Pictures", .done = i + 1, .total = all, .unit = "pictures"});
    }
  }
  return {.step = 7,
          .checkpoint = {},
          .done = end,
          .total = all,
          .unit = "pictures",
          .seconds = 0.5,
          .preview = gan::test::tinyPng()};
}

/// Answers for a run, as `gan-engine serve` does, until it is killed.
void serve(const std::filesystem::path& run) {
  gan::RunReader reader(gan::RunFolder::open(run));
  const gan::RunServer server(reader, nullptr, {});
  while (true) ::pause();
}

/// As `gan-engine train RUN HOW --json`: one that serves, one that has nothing left to do, one that fails.
int train(const std::filesystem::path& run, std::string_view how) {
  if (how == "serves") serve(run);
  if (how == "ends") {
    std::cout << "step 5\n"
              << R"({"outcome":"finished"})" << std::endl;
    return 0;
  }
  std::cout << R"({"error":{"id":"no_luck","text":"There is no {what}.","arguments":{"what":"luck"}}})" << std::endl;
  return 1;
}

/// As `gan-engine train ... --out RUN ... --json`: serves the run that a test has made there, and fails where there is
/// none.
int trainInto(char** begin, char** end) {
  const auto option = std::find(begin, end, std::string_view("--out"));
  if (end - option < 2) return 2;
  const std::filesystem::path run = option[1];
  return train(run, std::filesystem::exists(run / "run.yaml") ? "serves" : "fails");
}

/// As `gan-engine resume RUN ... --json`: answers for a run as an engine does that trains it, until it is killed.
void goOn(const std::filesystem::path& run) {
  gan::RunReader reader(gan::RunFolder::open(run));
  gan::FakeSink sink;
  const gan::RunServer server(reader, &sink, {});
  while (true) ::pause();
}

/// As `gan-engine branch RUN ... --out OUT --json`: makes a folder, and fails where there is one.
int branchInto(char** begin, char** end) {
  const auto option = std::find(begin, end, std::string_view("--out"));
  if (end - option < 2) return 2;
  if (!std::filesystem::create_directory(option[1])) return train(option[1], "fails");
  std::cout << R"({"step":5})" << std::endl;
  return 0;
}

/// As `gan-engine data inspect|tune PATH ... --json [--sheet FILE]`: says how far it is and what it found of a folder
/// that is there. In one that holds a file "forever" it does not end, and says its number in the file "pid".
int lookAtData(std::string_view how, const std::filesystem::path& folder, char** begin, char** end) {
  if (!std::filesystem::exists(folder)) return train(folder, "fails");
  if (std::filesystem::exists(folder / "forever")) gan::writeFileAtomically(folder / "pid", std::to_string(::getpid()));
  std::cerr << "inspecting 1,024/2,048 images  9/s" << std::endl;
  while (std::filesystem::exists(folder / "forever")) ::usleep(1000);
  ::usleep(300'000);
  if (const auto sheet = std::find(begin, end, std::string_view("--sheet")); end - sheet > 1) {
    gan::writeFileAtomically(sheet[1], gan::test::tinyPng());
  }
  std::cout << (how == "tune" ? R"({"speeds":[{"workers":1,"images_per_second":5}],"best":1})"
                              : R"({"images":3,"grey":0,"mean":[1,2,3],"deviation":[1,1,1],"classes":[],"sizes":[],)"
                                R"("duplicates":{"groups":[]},"damaged":[],"passed_over":[],"warnings":[]})")
            << std::endl;
  return 0;
}

/// As `gan-engine slurm HOW --json ...`: says what it was asked as the name of a job, and knows no job 404.
int askSlurm(std::string_view how, char** begin, char** end) {
  std::string words;
  for (char** word = begin; word != end; ++word) words += (words.empty() ? "" : " ") + std::string(*word);
  if (words.find("404") != std::string::npos) return train(".", "fails");
  if (how == "script") std::cout << R"({"script":"#!/bin/sh of there","processes":1,"signal_lead_seconds":120})";
  if (how == "submit") std::cout << R"({"job":"17","run":"/shared/run","path":")" + words + R"("})";
  if (how == "cancel") std::cout << R"({"job":"17"})";
  if (how == "jobs") {
    std::cout << R"({"jobs":[{"job":"17","name":")" + words + R"(","run":"/shared/run","state":"RUNNING","nodes":1,)"
              << R"("time_used_seconds":5,"time_limit_seconds":null,"restarts":0}]})";
  }
  std::cout << std::endl;
  return 0;
}

}  // namespace

// usage: service_test_tool connect | serve RUN | train RUN HOW --json | train ... --out RUN ... --json | resume RUN |
//        branch RUN ... --out OUT ... --json | data HOW PATH ... | slurm HOW ... |
//        watch RUN | strangers PORT COUNT | as-user UID SOCKET | babbler PORT_FILE | sampler ... | logging-sampler LOG
//        | export-worker RUN [--try FOLDER]
int main(int count, char** arguments) try {
  const std::string_view mode = count >= 2 ? arguments[1] : "";
  if (mode == "connect") {
    gan::serveHostOverStdio(std::filesystem::read_symlink("/proc/self/exe").string());
    return 0;
  }
  if (mode == "sampler") {
    makePixels({});
    return 0;
  }
  if (count < 3) return 2;
  if (mode == "serve") serve(arguments[2]);
  if (mode == "train" && count == 5) return train(arguments[2], arguments[3]);
  if (mode == "train") return trainInto(arguments + 2, arguments + count);
  if (mode == "resume") goOn(arguments[2]);
  if (mode == "branch") return branchInto(arguments + 2, arguments + count);
  if (mode == "data" && count > 3) return lookAtData(arguments[2], arguments[3], arguments + 4, arguments + count);
  if (mode == "slurm") return askSlurm(arguments[2], arguments + 3, arguments + count);
  if (mode == "watch") {
    gan::RunClient client({arguments[2]});
    client.watch(0, 0, {[](const auto& update) { std::cout << update.next_row() << std::endl; }, {}}, {.steers = true});
    while (true) ::pause();
  }
  if (mode == "logging-sampler") {
    makePixels(arguments[2]);
    return 0;
  }
  if (mode == "export-worker" && count == 3) {
    gan::workOnExports(gan::ExportStore(arguments[2]), makeTexts);
    return 0;
  }
  if (mode == "export-worker" && count == 5) {
    gan::tryExport(arguments[2], arguments[4], makeTexts);
    return 0;
  }
  if (mode == "babbler") babble(arguments[2]);
  if (mode == "as-user" && count == 4) {
    comeAsUser(static_cast<uid_t>(std::stoi(arguments[2])), arguments[3]);
    return 0;
  }
  if (mode == "strangers" && count == 4) beStrangers(std::stoi(arguments[2]), std::stoi(arguments[3]));
  return 2;
} catch (const gan::Error& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
