#include "dialogs/host_dialog.h"

#include <QDateTime>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QShortcut>
#include <QTreeView>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "dialogs/engine_field.h"
#include "link/place_source.h"
#include "state/texts.h"
#include "style/divided_parts.h"
#include "style/named.h"
#include "style/plain_text.h"
#include "style/scale.h"

namespace gan {
namespace {

constexpr int kLongestHostText = 4096;
const QString kSsh = QStringLiteral("ssh://");

QString lastUsed(const SavedHost& host) {
  if (host.used_unix_seconds <= 0) return HostDialog::tr("never");
  return QLocale().toString(QDateTime::fromSecsSinceEpoch(host.used_unix_seconds), QLocale::ShortFormat);
}

QPushButton* quiet(QPushButton* button) {
  button->setAutoDefault(false);
  return button;
}

}  // namespace

HostDialog::HostDialog(Preferences& preferences, const std::shared_ptr<EngineAccess>& access, QWidget* parent)
    : QDialog(parent),
      preferences_(preferences),
      access_(access),
      store_(access),
      address_(named(new QLineEdit, "host_address")),
      engine_(new EngineField("host_engine")),
      connect_(makeButton<QPushButton>("host_connect", tr("&Connect"), tr("Log in there and list the runs (Enter)"))),
      saved_(named(new QTreeWidget, "hosts", tr("Connections"))),
      rename_(quiet(
          makeButton<QPushButton>("host_rename", tr("Re&name …"), tr("Call the connection something else (F2)")))),
      remove_(quiet(makeButton<QPushButton>("host_remove", tr("Remo&ve"), tr("Forget the connection (Delete)")))),
      words_(named(new QLineEdit, "host_words", tr("Words that the listed runs have in their names"))),
      runs_(named(new QTreeView, "host_runs", tr("Runs there"))),
      note_(makeLabel("host_note")) {
  setObjectName(QStringLiteral("host_dialog"));
  setWindowTitle(tr("Runs of another computer"));
  setAttribute(Qt::WA_DeleteOnClose);
  address_->setPlaceholderText(QStringLiteral("ssh://user@host/path/of/runs"));
  address_->setMaxLength(kLongestHostText);
  auto* form = new QFormLayout;
  auto* line = new QHBoxLayout;
  line->addWidget(address_, 1);
  line->addWidget(quiet(connect_));
  form->addRow(tr("&Address"), line);
  form->addRow(EngineField::title(), engine_);
  // The field of a row with a layout has no buddy by itself.
  static_cast<QLabel*>(form->labelForField(line))->setBuddy(address_);
  auto* split = new DividedParts;
  split->setObjectName(QStringLiteral("host_split"));
  split->setChildrenCollapsible(false);
  split->addPart(makeSaved(), tr("Connections"));
  split->addPart(makeRuns(), tr("Runs there"));
  split->setStretchFactor(0, 2);
  split->setStretchFactor(1, 3);
  auto* buttons = new QDialogButtonBox;
  open_ = quiet(buttons->addButton(tr("&Open"), QDialogButtonBox::ActionRole));
  open_->setObjectName(QStringLiteral("host_open"));
  quiet(buttons->addButton(tr("C&lose"), QDialogButtonBox::RejectRole))->setObjectName(QStringLiteral("host_close"));
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(form);
  layout->addWidget(split, 1);
  layout->addWidget(note_);
  layout->addWidget(buttons);
  giveFirstSize(*this, 130, 32);

  connect(address_, &QLineEdit::textChanged, this, &HostDialog::refresh);
  connect(address_, &QLineEdit::returnPressed, this, &HostDialog::reach);
  connect(engine_, &QLineEdit::returnPressed, this, &HostDialog::reach);
  connect(connect_, &QPushButton::clicked, this, &HostDialog::reach);
  connect(open_, &QPushButton::clicked, this, &HostDialog::openChosen);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(&store_, &HostStore::changed, this, [this] {
    if (store_.state() == HostStore::State::kListed) reached();
    refresh();
  });
  hosts_ = preferences_.hosts();
  showSaved();
  refresh();
  hosts_.isEmpty() ? address_->setFocus() : saved_->setFocus();
}

QWidget* HostDialog::makeSaved() {
  saved_->setColumnCount(3);
  saved_->setHeaderLabels({tr("Connection"), tr("Address"), tr("Last used")});
  saved_->setRootIsDecorated(false);
  saved_->setUniformRowHeights(true);
  saved_->setAllColumnsShowFocus(true);
  saved_->setTextElideMode(Qt::ElideMiddle);
  saved_->header()->setAccessibleName(tr("Columns of the list of connections"));
  saved_->header()->setStretchLastSection(false);
  saved_->header()->setSectionResizeMode(QHeaderView::Stretch);
  saved_->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
  auto* row = new QHBoxLayout;
  row->addWidget(rename_);
  row->addWidget(remove_);
  row->addStretch();
  auto* part = new QWidget;
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins({});
  column->addWidget(saved_, 1);
  column->addLayout(row);
  const auto on_key = [this](int key, void (HostDialog::*does)()) {
    auto* keys = new QShortcut(QKeySequence(key), saved_);
    keys->setContext(Qt::WidgetShortcut);
    connect(keys, &QShortcut::activated, this, does);
  };
  on_key(Qt::Key_F2, &HostDialog::rename);
  on_key(Qt::Key_Delete, &HostDialog::remove);
  connect(saved_, &QTreeWidget::currentItemChanged, this, &HostDialog::showCurrent);
  connect(saved_, &QTreeWidget::itemActivated, this, &HostDialog::reach);
  connect(rename_, &QPushButton::clicked, this, &HostDialog::rename);
  connect(remove_, &QPushButton::clicked, this, &HostDialog::remove);
  return part;
}

QWidget* HostDialog::makeRuns() {
  RunListModel& model = store_.model();
  words_->setPlaceholderText(tr("Find in names"));
  words_->setClearButtonEnabled(true);
  runs_->setModel(&model);
  runs_->setUniformRowHeights(true);
  runs_->setAllColumnsShowFocus(true);
  runs_->setTextElideMode(Qt::ElideMiddle);
  runs_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  runs_->setExpandsOnDoubleClick(false);
  runs_->header()->setAccessibleName(tr("Columns of the list of runs"));
  runs_->header()->setStretchLastSection(false);
  runs_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  runs_->header()->setSectionResizeMode(RunListModel::kName, QHeaderView::Stretch);
  // What is noted of a run, and its pictures, its host's list does not say; how long it is to be its steps tell.
  for (const int column : {RunListModel::kTags, RunListModel::kPicture, RunListModel::kLength}) {
    runs_->hideColumn(column);
  }
  auto* part = new QWidget;
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins({});
  column->addWidget(words_);
  column->addWidget(runs_, 1);
  connect(words_, &QLineEdit::textChanged, this,
          [&model](const QString& words) { model.setFilter({.words = words, .archived = false}); });
  connect(&model, &QAbstractItemModel::rowsInserted, runs_, &QTreeView::expandAll, Qt::QueuedConnection);
  connect(runs_->selectionModel(), &QItemSelectionModel::currentChanged, this, &HostDialog::refresh);
  connect(runs_, &QTreeView::activated, this, &HostDialog::openChosen);
  return part;
}

std::optional<SavedHost> HostDialog::current() const {
  const int row = saved_->indexOfTopLevelItem(saved_->currentItem());
  return row < 0 ? std::nullopt : std::optional(hosts_[row]);
}

RunPlace HostDialog::typed() const {
  QString address = address_->text().trimmed();
  if (address.isEmpty()) return {};
  if (!isRemoteTarget(address)) address.prepend(kSsh);
  if (address.startsWith(kSsh) && address.indexOf(QLatin1Char('/'), kSsh.size()) < 0) {
    address += QStringLiteral("/~/runs");
  }
  const RunPlace place = RunPlace::ofTarget(address);
  const auto known = std::ranges::find(hosts_, place, &SavedHost::folder);
  return known == hosts_.end() ? place : known->folder;
}

void HostDialog::showSaved() {
  const QSignalBlocker blocker(saved_);
  const std::optional<SavedHost> before = current();
  saved_->clear();
  for (const SavedHost& host : hosts_) {
    auto* item = new QTreeWidgetItem(saved_, {printable(host.folder.name), host.folder.target, lastUsed(host)});
    for (int column = 0; column < saved_->columnCount(); ++column) {
      item->setToolTip(column, plainToolTip(host.folder.target));
    }
    if (before && before->folder == host.folder) saved_->setCurrentItem(item);
  }
}

void HostDialog::showCurrent() {
  if (const auto host = current()) {
    address_->setText(host->folder.target);
    engine_->setText(host->engine);
  }
  refresh();
}

/// In place of the one with the same folder.
void HostDialog::keep(const SavedHost& host) {
  hosts_.removeIf([&host](const SavedHost& other) { return other.folder == host.folder; });
  hosts_.prepend(host);
  preferences_.setHosts(hosts_);
  hosts_ = preferences_.hosts();
  showSaved();
}

void HostDialog::reach() {
  if (!connect_->isEnabled()) return;
  const RunPlace folder = typed();
  address_->setText(folder.target);
  // In another folder of a computer that is known its engine is where it was; runs that are open log in there, too.
  const bool is_new = std::ranges::find(hosts_, folder, &SavedHost::folder) == hosts_.end();
  if (is_new && engine_->engine().isEmpty()) engine_->setText(preferences_.engineAt(folder));
  access_->setEngine(folder, engine_->engine());
  was_reached_ = false;
  store_.list(folder);
}

void HostDialog::reached() {
  if (was_reached_) return;
  was_reached_ = true;
  RunPlace folder = store_.folder();
  if (const auto known = std::ranges::find(hosts_, folder, &SavedHost::folder); known != hosts_.end()) {
    folder = known->folder;
  }
  keep({.folder = folder, .engine = engine_->engine(), .used_unix_seconds = QDateTime::currentSecsSinceEpoch()});
  if (saved_->topLevelItemCount() > 0) {
    const QSignalBlocker blocker(saved_);
    saved_->setCurrentItem(saved_->topLevelItem(0));
  }
  runs_->expandAll();
  if (!runs_->currentIndex().isValid()) {
    const QModelIndex group = store_.model().index(0, 0);
    runs_->setCurrentIndex(store_.model().index(0, 0, group));
  }
  if (isActiveWindow()) runs_->setFocus();
}

void HostDialog::rename() {
  const auto host = current();
  if (!host) return;
  auto* dialog = new QInputDialog(this);
  dialog->setObjectName(QStringLiteral("rename_host"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Rename the connection"));
  dialog->setLabelText(tr("Name of the connection; empty, it says where it leads:"));
  dialog->setTextValue(host->folder.name);
  connect(dialog, &QInputDialog::textValueSelected, this, [this, host = *host](const QString& name) mutable {
    host.folder = RunPlace::ofTarget(host.folder.target, name.trimmed());
    keep(host);
  });
  dialog->open();
}

void HostDialog::remove() {
  const auto host = current();
  if (!host) return;
  const int row = saved_->indexOfTopLevelItem(saved_->currentItem());
  {
    const QSignalBlocker blocker(saved_);
    delete saved_->takeTopLevelItem(row);  // its neighbour is the current one then
  }
  hosts_.removeAt(row);
  preferences_.setHosts(hosts_);
  showSaved();
  refresh();
}

RunPlace HostDialog::chosenRun() const {
  const auto place = runs_->currentIndex().data(RunListModel::kPlaceRole).value<RunPlace>();
  return place.isEmpty() ? RunPlace() : RunPlace::ofTarget(place.target);
}

void HostDialog::openChosen() {
  const RunPlace run = chosenRun();
  if (run.isEmpty()) return;
  emit chosen(run);
  accept();
}

void HostDialog::refresh() {
  using State = HostStore::State;
  const RunPlace folder = typed();
  QString note;
  bool is_right = false;
  const QString how =
      tr("The runs of a computer are listed over ssh: ssh://[user@]host/path of the folder that holds them. "
         "Attach to a run reaches a single one.");
  if (!folder.isEmpty()) {
    const Message wrong = wrongIn(folder);
    is_right = wrong.empty() && !folder.path().isEmpty() && !folder.isLocal();
    if (!wrong.empty()) {
      note = translated(wrong);
    } else if (!is_right) {
      note = how;
    }
  } else if (store_.state() == State::kIdle) {
    note = how;
  }
  if (note.isEmpty()) {
    const QString host = store_.folder().host();
    if (store_.state() == State::kReaching) note = tr("Connecting to %1 …").arg(host);
    if (store_.state() == State::kLost) {
      note = tr("No contact with %1, which is tried again and again: what is listed may be so no longer. %2")
                 .arg(host, translated(store_.why()));
    }
    if (store_.state() == State::kFailed) note = translated(store_.why());
    if (store_.state() == State::kListed && store_.model().runs().isEmpty()) {
      note = tr("There are no runs in %1 on %2.").arg(store_.folder().path(), host);
    }
  }
  note_->setText(note);
  connect_->setEnabled(is_right);
  const bool has_host = current().has_value();
  rename_->setEnabled(has_host);
  remove_->setEnabled(has_host);
  open_->setEnabled(!chosenRun().isEmpty());
}

}  // namespace gan
