// What a person can do with images in the window: look at them, measure how fast they load, train on them.
#include <QFileDialog>
#include <QFileInfo>

#include "config/yaml.h"
#include "core/error.h"
#include "data/data_panel.h"
#include "dialogs/new_run_dialog.h"
#include "dialogs/path_line.h"
#include "window/main_window.h"
#include "window/open_run.h"
#include "window/run_page.h"

namespace gan {

void MainWindow::makeDataActions() {
  const auto add = [this](const char* id, const Actions::Text& text, const QKeySequence& keys, auto&& does) {
    QAction* action = actions_.add(Actions::Group::kData, QLatin1String(id), text, keys);
    connect(action, &QAction::triggered, this, does);
  };
  add("data_folder", {tr("Look at a &folder …"), tr("Inspect the images of a folder.")}, QKeySequence(tr("Ctrl+I")),
      [this] { chooseData(true); });
  add("data_file", {tr("Look at a f&ile …"), tr("Inspect the images of an IDX, .npz, HDF5 or tar file.")},
      QKeySequence(tr("Ctrl+Shift+I")), [this] { chooseData(false); });
  add("data_of_run", {tr("The &run's images"), tr("Show the images that the open run trains on.")},
      QKeySequence(tr("Ctrl+Shift+D")), [this] {
        data_.showRunImages();
        showData();
      });
  add("data_inspect", {tr("Ins&pect"), tr("Read every image once: counts, sizes, damaged files, warnings.")},
      QKeySequence(tr("Ctrl+D")), [this] {
        showData();
        data_.inspect();
      });
  add("data_tune", {tr("&Measure loading"), tr("Find out how many loading threads are enough for these images.")},
      QKeySequence(tr("Ctrl+T")), [this] {
        showData();
        data_.tune();
      });
  add("data_cancel", {tr("&Cancel"), tr("Stop looking at the images.")}, {}, [this] { data_.cancel(); });
  add("data_new_run", {tr("&New run with this data …"), tr("Open the form of a new run, filled in for these images.")},
      QKeySequence(tr("Ctrl+Shift+N")), [this] { newRunWithData(); });
}

/// One for each page that shows it: they share what is shown.
QWidget* MainWindow::makeDataPanel() {
  auto* panel = new DataPanel(data_.model());
  connect(panel, &DataPanel::folderWished, this, [this] { chooseData(true); });
  connect(panel, &DataPanel::fileWished, this, [this] { chooseData(false); });
  connect(panel, &DataPanel::runImagesWished, &data_, &DataStore::showRunImages);
  connect(panel, &DataPanel::inspectionWished, &data_, &DataStore::inspect);
  connect(panel, &DataPanel::tuningWished, &data_, &DataStore::tune);
  connect(panel, &DataPanel::cancelWished, &data_, &DataStore::cancel);
  connect(panel, &DataPanel::newRunWished, this, [this] { newRunWithData(); });
  connect(panel, &DataPanel::newRunWithWorkersWished, this, [this](int workers) { newRunWithData(workers); });
  return panel;
}

void MainWindow::showData() {
  if (open_) {
    open_->page->showData();
  } else {
    home_->setCurrentIndex(1);
  }
}

void MainWindow::lookAt(const QString& path) {
  showData();
  data_.show(path);
}

void MainWindow::chooseData(bool folder) {
  const auto mode = folder ? QFileDialog::Directory : QFileDialog::ExistingFile;
  choosePath(this, mode, folder ? tr("Look at a folder of images") : tr("Look at a file of images"),
             preferences_.lastFolder(QStringLiteral("data")), [this](const QString& path) {
               preferences_.setLastFolder(QStringLiteral("data"), QFileInfo(path).path());
               lookAt(path);
             });
}

void MainWindow::newRunWithData(std::optional<int> workers) {
  NewRunDialog* dialog = makeNewRunDialog();
  if (const auto& preset = data_.preset()) {
    dialog->setPreset(preset->name);
    for (const char* path : {"data.channels", "data.batch_size"}) {
      dialog->setSetting(QLatin1String(path), static_cast<qlonglong>(preset->config.integer(path)));
    }
  }
  if (const RunPlace host = data_.host(); !host.isEmpty()) {
    dialog->setHost(host.at(QFileInfo(host.path()).path()));  // beside the run whose images they are
  }
  dialog->setData(data_.path());
  if (workers) dialog->setSetting(QStringLiteral("data.workers"), static_cast<qlonglong>(*workers));
  dialog->open();
}

void MainWindow::setRunData() {
  RunConfig config;  // of this build: it outlives the run's own schema
  try {
    applyKnownYaml(config, open_->store.facts().config_yaml, open_->store.facts().path);
  } catch (const Error&) {
    return;  // what a run trains on cannot be told from what is no configuration
  }
  data_.setRun(config, runPlace().isLocal() ? RunPlace() : runPlace());
}

void MainWindow::refreshData() {
  const DataModel& model = data_.model();
  const bool works = model.work() != DataModel::Work::kNone;
  const bool chosen = !model.source().title.isEmpty();
  const auto enable = [this](const char* id, bool on) { actions_[QLatin1String(id)]->setEnabled(on); };
  enable("data_of_run", model.source().has_run && !model.source().of_run);
  enable("data_inspect", chosen && !works);
  enable("data_tune", chosen && !works);
  enable("data_cancel", works);
  enable("data_new_run", chosen);
}

}  // namespace gan
