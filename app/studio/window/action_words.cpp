#include "window/action_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

namespace gan {
namespace {

struct Words {
  const char* id;
  const char* text;
};

constexpr const char* kContext = "ActionWords";

constexpr std::array kWords = {
    Words{"new_run", QT_TRANSLATE_NOOP("ActionWords", "start training, begin, create, train")},
    Words{"try_shapes", QT_TRANSLATE_NOOP("ActionWords", "example, demo, tutorial, first training")},
    Words{"train_on_images", QT_TRANSLATE_NOOP("ActionWords", "own data, dataset, photos, pictures")},
    Words{"open_run", QT_TRANSLATE_NOOP("ActionWords", "load, experiment, project")},
    Words{"attach", QT_TRANSLATE_NOOP("ActionWords", "ssh, connect, remote, server, host")},
    Words{"browse_host", QT_TRANSLATE_NOOP("ActionWords", "ssh, remote, server, cluster, connections, list")},
    Words{"listed_forget", QT_TRANSLATE_NOOP("ActionWords", "disconnect, remote, hide")},
    Words{"open_weights", QT_TRANSLATE_NOOP("ActionWords", "model, safetensors, load weights")},
    Words{"add_folder", QT_TRANSLATE_NOOP("ActionWords", "directory, experiments, watch")},
    Words{"resume", QT_TRANSLATE_NOOP("ActionWords", "continue training, restart, train longer, go on")},
    Words{"go_on", QT_TRANSLATE_NOOP("ActionWords", "resume from a checkpoint, edit and continue, extend")},
    Words{"close_run", QT_TRANSLATE_NOOP("ActionWords", "leave, back to start")},
    Words{"preferences", QT_TRANSLATE_NOOP("ActionWords", "settings, options, configuration, shortcuts, hotkeys")},
    Words{"compare", QT_TRANSLATE_NOOP("ActionWords", "difference, diff, versus, side by side")},
    Words{"quit", QT_TRANSLATE_NOOP("ActionWords", "exit, leave")},
    Words{"new_job", QT_TRANSLATE_NOOP("ActionWords", "cluster, queue, batch, submit, sbatch")},
    Words{"open_job", QT_TRANSLATE_NOOP("ActionWords", "cluster, queue")},
    Words{"cancel_job", QT_TRANSLATE_NOOP("ActionWords", "cluster, queue, kill, abort, scancel")},
    Words{"listed_rename", QT_TRANSLATE_NOOP("ActionWords", "name, title, label")},
    Words{"listed_note", QT_TRANSLATE_NOOP("ActionWords", "comment, description, remark")},
    Words{"listed_tags", QT_TRANSLATE_NOOP("ActionWords", "label, keyword, category")},
    Words{"listed_star", QT_TRANSLATE_NOOP("ActionWords", "favourite, bookmark, pin")},
    Words{"listed_archive", QT_TRANSLATE_NOOP("ActionWords", "hide, put away")},
    Words{"listed_open_folder", QT_TRANSLATE_NOOP("ActionWords", "directory, files, file manager")},
    Words{"listed_delete", QT_TRANSLATE_NOOP("ActionWords", "remove run, trash, bin, erase")},
    Words{"show_losses", QT_TRANSLATE_NOOP("ActionWords", "chart, plot, graph, images")},
    Words{"show_data", QT_TRANSLATE_NOOP("ActionWords", "dataset, training set")},
    Words{"show_log", QT_TRANSLATE_NOOP("ActionWords", "history, journal, events, messages")},
    Words{"show_processes", QT_TRANSLATE_NOOP("ActionWords", "workers, ranks, GPUs, speed, utilisation")},
    Words{"show_explorer", QT_TRANSLATE_NOOP("ActionWords", "latent space, interpolation, walk")},
    Words{"show_evaluation", QT_TRANSLATE_NOOP("ActionWords", "FID, inception score, precision, recall, metrics")},
    Words{"enlarge", QT_TRANSLATE_NOOP("ActionWords", "full screen, zoom, enlarge")},
    Words{"show_runs", QT_TRANSLATE_NOOP("ActionWords", "experiments, sidebar")},
    Words{"find_run", QT_TRANSLATE_NOOP("ActionWords", "search, filter")},
    Words{"show_steer",
          QT_TRANSLATE_NOOP("ActionWords", "learning rate, settings, parameters, hyperparameters, knobs")},
    Words{"show_jobs", QT_TRANSLATE_NOOP("ActionWords", "cluster, batch")},
    Words{"export_chart", QT_TRANSLATE_NOOP("ActionWords", "CSV, SVG, PNG, save plot, download")},
    Words{"copy_chart", QT_TRANSLATE_NOOP("ActionWords", "clipboard, copy image, plot")},
    Words{"theme_system", QT_TRANSLATE_NOOP("ActionWords", "theme, automatic")},
    Words{"theme_light", QT_TRANSLATE_NOOP("ActionWords", "theme, bright, day")},
    Words{"theme_dark", QT_TRANSLATE_NOOP("ActionWords", "theme, night, black")},
    Words{"language_english", QT_TRANSLATE_NOOP("ActionWords", "language, translation")},
    Words{"language_chinese", QT_TRANSLATE_NOOP("ActionWords", "language, translation, Chinese")},
    Words{"desktop_awake", QT_TRANSLATE_NOOP("ActionWords", "sleep, suspend, standby")},
    Words{"desktop_tray", QT_TRANSLATE_NOOP("ActionWords", "tray icon, taskbar")},
    Words{"pause", QT_TRANSLATE_NOOP("ActionWords", "hold, halt, wait, continue")},
    Words{"single_step", QT_TRANSLATE_NOOP("ActionWords", "iteration, next")},
    Words{"sample", QT_TRANSLATE_NOOP("ActionWords", "generate, draw, images, preview")},
    Words{"checkpoint", QT_TRANSLATE_NOOP("ActionWords", "snapshot, save weights, save model, backup")},
    Words{"roll_back", QT_TRANSLATE_NOOP("ActionWords", "undo training, restore, revert, rewind, go back, reset")},
    Words{"branch", QT_TRANSLATE_NOOP("ActionWords", "fork, clone, duplicate, copy run")},
    Words{"stop", QT_TRANSLATE_NOOP("ActionWords", "end training, abort, cancel, kill, finish")},
    Words{"apply", QT_TRANSLATE_NOOP("ActionWords", "submit, confirm")},
    Words{"undo", QT_TRANSLATE_NOOP("ActionWords", "revert, back")},
    Words{"focus_settings", QT_TRANSLATE_NOOP("ActionWords", "step size, optimiser")},
    Words{"newest_samples", QT_TRANSLATE_NOOP("ActionWords", "latest, last, live")},
    Words{"save_samples", QT_TRANSLATE_NOOP("ActionWords", "download, PNG, grid")},
    Words{"copy_samples", QT_TRANSLATE_NOOP("ActionWords", "clipboard, copy image")},
    Words{"enlarge_sample", QT_TRANSLATE_NOOP("ActionWords", "zoom, single image, magnify, bigger")},
    Words{"export_samples", QT_TRANSLATE_NOOP("ActionWords", "generate, synthesise, download, many images")},
    Words{"export_points", QT_TRANSLATE_NOOP("ActionWords", "favourites, download")},
    Words{"export_film", QT_TRANSLATE_NOOP("ActionWords", "video, animation, movie, interpolation")},
    Words{"export_sheet", QT_TRANSLATE_NOOP("ActionWords", "grid, contact sheet, collage, mosaic")},
    Words{"show_exports", QT_TRANSLATE_NOOP("ActionWords", "downloads, progress")},
    Words{"evaluate", QT_TRANSLATE_NOOP("ActionWords", "FID, metrics, test, quality, measure")},
    Words{"explore_seed", QT_TRANSLATE_NOOP("ActionWords", "random, shuffle")},
    Words{"explore_keep", QT_TRANSLATE_NOOP("ActionWords", "favourite, bookmark, remember")},
    Words{"explore_keyframe", QT_TRANSLATE_NOOP("ActionWords", "video, animation")},
    Words{"explore_copy_line", QT_TRANSLATE_NOOP("ActionWords", "share, coordinates, seed")},
    Words{"explore_paste_line", QT_TRANSLATE_NOOP("ActionWords", "coordinates, seed")},
    Words{"data_inspect", QT_TRANSLATE_NOOP("ActionWords", "check, validate, duplicates, statistics")},
    Words{"data_tune", QT_TRANSLATE_NOOP("ActionWords", "benchmark, workers, data loader, speed")},
    Words{"palette", QT_TRANSLATE_NOOP("ActionWords", "shortcuts, hotkeys, keyboard, search")},
    Words{"manual", QT_TRANSLATE_NOOP("ActionWords", "help, documentation, guide, handbook, how to")},
    Words{"tour", QT_TRANSLATE_NOOP("ActionWords", "introduction, getting started, tutorial, welcome")},
    Words{"about", QT_TRANSLATE_NOOP("ActionWords", "license, copyright")},
};

}  // namespace

QString actionWords(const QString& id) {
  const auto found = std::ranges::find_if(kWords, [&id](const Words& words) { return id == QLatin1String(words.id); });
  return found == kWords.end() ? QString() : QCoreApplication::translate(kContext, found->text);
}

QStringList actionsWithWords() {
  QStringList ids;
  for (const Words& words : kWords) ids << QLatin1String(words.id);
  return ids;
}

}  // namespace gan
