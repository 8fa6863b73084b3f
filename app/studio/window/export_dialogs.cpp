#include "window/export_dialogs.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QUrl>
#include <algorithm>

#include "latent_explorer/export_dialog.h"
#include "latent_explorer/exports_panel.h"
#include "latent_explorer/latent_explorer.h"
#include "state/exports_store.h"
#include "state/preferences.h"
#include "style/duration_text.h"

namespace gan {
namespace {

constexpr double kLongWork = 60;  // seconds, which nobody loses by one click

}  // namespace

ExportDialogs::ExportDialogs(ExportsStore& exports, LatentExplorer& explorer, Preferences& preferences, QWidget& over)
    : QObject(&over), exports_(exports), preferences_(preferences), over_(over) {
  connectPanel(explorer.exports());
  connect(&explorer, &LatentExplorer::filmWished, this, &ExportDialogs::makeFilm);
  connect(&explorer, &LatentExplorer::pointsWished, this, &ExportDialogs::exportPoints);
  connect(&exports_, &ExportsStore::complained, this, &ExportDialogs::complained);
  connect(&exports_, &ExportsStore::settled, this, &ExportDialogs::settled);
  connect(&exports_, &ExportsStore::reported, this, &ExportDialogs::reported);
}

void ExportDialogs::connectPanel(const ExportsPanel& panel) {
  connect(&panel, &ExportsPanel::samplesWished, this, &ExportDialogs::exportSamples);
  connect(&panel, &ExportsPanel::sheetWished, this, &ExportDialogs::makeSheet);
  connect(&panel, &ExportsPanel::cancelWished, this, &ExportDialogs::cancel);
  connect(&panel, &ExportsPanel::removeWished, this, &ExportDialogs::remove);
  connect(&panel, &ExportsPanel::continueWished, &exports_, &ExportsStore::goOn);
  connect(&panel, &ExportsPanel::openWished, this, &ExportDialogs::openFolder);
  connect(&panel, &ExportsPanel::fetchWished, this, &ExportDialogs::fetch);
  connect(&panel, &ExportsPanel::fetchStopWished, &exports_, &ExportsStore::stopFetching);
}

void ExportDialogs::exportSamples() { plan(&ExportsStore::planSamples); }

void ExportDialogs::exportPoints() { plan(&ExportsStore::planPoints); }

void ExportDialogs::makeFilm() { plan(&ExportsStore::planFilm); }

void ExportDialogs::makeSheet() { plan(&ExportsStore::planSheet); }

void ExportDialogs::plan(bool (ExportsStore::*open)()) {
  delete dialog_;  // a closed one stays until events are handled again, and would close the new plan with itself
  if (!(exports_.*open)()) return;
  dialog_ = new ExportDialog(exports_.plan(), &over_);
  dialog_->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog_, &QDialog::accepted, this, [this] {
    exports_.start();
    emit begun();
  });
  dialog_->open();
}

void ExportDialogs::cancel(const QString& id) {
  const auto& rows = exports_.model().exports();
  const auto row = std::ranges::find(rows, id, &ExportRow::id);
  if (row == rows.end() || row->seconds < kLongWork) return exports_.cancel(id);
  ask({.name = "cancel_export_question",
       .title = tr("Cancel the export"),
       .text = tr("Cancel this export, which has worked for %1?").arg(durationText(row->seconds)),
       .consequence = tr("What was made of it is removed."),
       .yes = tr("&Cancel the export")},
      [this, id] { exports_.cancel(id); });
}

void ExportDialogs::remove(const QString& id) {
  ask({.name = "remove_export_question",
       .title = tr("Remove the export"),
       .text = tr("Remove this export with its files?"),
       .consequence = tr("What was fetched or copied elsewhere stays."),
       .yes = tr("&Remove it")},
      [this, id] { exports_.remove(id); });
}

void ExportDialogs::ask(const Question& question, const std::function<void()>& then) {
  auto* box = new QMessageBox(QMessageBox::NoIcon, question.title, question.text, QMessageBox::NoButton, &over_);
  box->setTextFormat(Qt::PlainText);
  box->setObjectName(QLatin1String(question.name));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setInformativeText(question.consequence);
  QPushButton* yes = box->addButton(question.yes, QMessageBox::DestructiveRole);
  QPushButton* no = box->addButton(tr("&Keep it"), QMessageBox::RejectRole);
  yes->setObjectName(QStringLiteral("yes"));
  box->setDefaultButton(no);
  box->setEscapeButton(no);
  connect(yes, &QPushButton::clicked, this, then);
  box->open();
}

void ExportDialogs::openFolder(const QString& folder) {
  if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder))) {
    emit reported(tr("No program here shows folders; the files lie in %1.").arg(folder));
  }
}

void ExportDialogs::fetch(const QString& id) {
  auto* dialog = new QFileDialog(&over_, tr("Folder for the files"), preferences_.lastFolder(QStringLiteral("export")));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this, [this, id](const QString& folder) {
    preferences_.setLastFolder(QStringLiteral("export"), folder);
    exports_.fetch(id, folder + QLatin1Char('/') + id);
  });
  dialog->open();
}

}  // namespace gan
