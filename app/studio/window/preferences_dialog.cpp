#include "window/preferences_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <memory>

#include "controls/quiet_widgets.h"
#include "dialogs/path_line.h"
#include "state/preferences.h"
#include "state/run_list_store.h"
#include "style/plain_text.h"
#include "style/scale.h"
#include "window/actions.h"
#include "window/keys_page.h"
#include "window/preferences_page.h"

namespace gan {
namespace {

QPushButton* makeButton(const char* name, const QString& text) {
  auto* button = new QPushButton(text);
  button->setObjectName(QLatin1String(name));
  button->setAutoDefault(false);  // Enter belongs to the line that one types in
  return button;
}

}  // namespace

PreferencesDialog::PreferencesDialog(Actions& actions, Preferences& preferences, RunListStore& runs, QWidget* parent)
    : QDialog(parent),
      actions_(actions),
      preferences_(preferences),
      runs_(runs),
      search_(new QLineEdit),
      titles_(new QListWidget),
      stack_(new QStackedWidget),
      nothing_(new QLabel(tr("Nothing here has these words."))),
      folders_(new QListWidget) {
  setObjectName(QStringLiteral("preferences"));
  setWindowTitle(tr("Preferences"));
  setAttribute(Qt::WA_DeleteOnClose);
  search_->setObjectName(QStringLiteral("preferences_search"));
  search_->setPlaceholderText(tr("Find a preference"));
  search_->setAccessibleName(tr("Words of the preferences to show"));
  search_->setClearButtonEnabled(true);
  titles_->setObjectName(QStringLiteral("preferences_pages"));
  titles_->setAccessibleName(tr("Pages of the preferences"));
  nothing_->setObjectName(QStringLiteral("preferences_nothing"));
  nothing_->hide();
  addPage(makeWindowPage());
  addPage(makeRunsPage());
  addPage(makeDesktopPage());
  addPage(makeClusterPage());
  addPage(new KeysPage(actions_, preferences_));
  titles_->setFixedWidth(titles_->sizeHintForColumn(0) + fontMetrics().height() * 2);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  auto* both = new QHBoxLayout;
  both->addWidget(titles_);
  both->addWidget(stack_, 1);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(search_);
  layout->addWidget(nothing_);
  layout->addLayout(both, 1);
  layout->addWidget(buttons);
  giveFirstSize(*this, 100, 28);

  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(search_, &QLineEdit::textChanged, this, &PreferencesDialog::find);
  connect(titles_, &QListWidget::currentRowChanged, stack_, &QStackedWidget::setCurrentIndex);
  titles_->setCurrentRow(0);
  search_->setFocus();
}

void PreferencesDialog::addPage(PreferencesPage* page) {
  auto* area = new QScrollArea;
  area->setWidget(page);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setAccessibleName(page->title());  // Tab stops at it
  stack_->addWidget(area);
  titles_->addItem(page->title());
  pages_ << page;
}

PreferencesPage* PreferencesDialog::makeWindowPage() {
  auto* page = new PreferencesForm("preferences_window", tr("Window"));
  const auto all = [this](std::initializer_list<const char*> ids) {
    QVector<QAction*> found;
    for (const char* id : ids) found << actions_[QLatin1String(id)];
    return found;
  };
  page->addChoice("preference_theme", tr("&Colours"), tr("Theme of the window: light, dark, or as the desktop is."),
                  all({"theme_system", "theme_light", "theme_dark"}));
  page->addChoice("preference_language", tr("&Language"),
                  tr("Language of the window and of what it says; the window is made anew."),
                  all({"language_system", "language_english", "language_chinese"}));
  QPushButton* reset = makeButton("reset_layout", tr("&Put everything back in its place"));
  connect(reset, &QPushButton::clicked, this, &PreferencesDialog::layoutResetWished);
  page->add("reset_layout", tr("Layout"),
            tr("Reset sizes and places of panels, splitters and columns, and what is folded; the window is made anew."),
            reset);
  return page;
}

PreferencesPage* PreferencesDialog::makeRunsPage() {
  auto* page = new PreferencesForm("preferences_runs", tr("Runs"));
  page->add("preference_folders", tr("&Folders"), tr("The runs of these folders are in the list."), makeFolders());
  page->add("preference_connections", tr("&Other computers"),
            tr("Runs that were reached on other computers are in the list."), makeConnections());
  page->addSwitch(*actions_[QStringLiteral("show_archived")]);
  auto* price = new QDoubleSpinBox;
  price->setRange(0, Preferences::kHighestPrice);
  price->setSpecialValueText(tr("none"));
  price->setGroupSeparatorShown(true);
  price->setValue(preferences_.devicePrice());
  WheelGuard::protect(price);
  connect(price, &QDoubleSpinBox::valueChanged, this, [this](double chosen) { preferences_.setDevicePrice(chosen); });
  page->add("preference_device_price", tr("Pri&ce a device-hour"),
            tr("What a device (a GPU, or a machine without one) costs an hour: forecasts of a run say the cost."),
            price);
  QPushButton* forget = makeButton("forget_runs", tr("For&get them"));
  connect(forget, &QPushButton::clicked, this, [this] {
    preferences_.forgetRuns();
    emit runsForgotten();
  });
  page->add("forget_runs", tr("Runs that were open last"),
            tr("Forget which runs were open: the next start opens none, and the start page shows none."), forget);
  return page;
}

QWidget* PreferencesDialog::makeFolders() {
  auto* both = new QWidget;
  folders_->setObjectName(QStringLiteral("run_folders"));
  folders_->setAccessibleName(tr("Folders whose runs are listed"));
  folders_->setTextElideMode(Qt::ElideMiddle);
  QPushButton* add = makeButton("add_run_folder", tr("&Add …"));
  QPushButton* remove = makeButton("remove_run_folder", tr("&Remove"));
  remove->setToolTip(tr("List the runs of this folder no longer; they stay."));
  connect(add, &QPushButton::clicked, this, [this] {
    choosePath(this, QFileDialog::Directory, tr("Add folder of runs"), preferences_.lastFolder(QStringLiteral("runs")),
               [this](const QString& folder) {
                 runs_.addFolder(folder);
                 showFolders();
               });
  });
  connect(remove, &QPushButton::clicked, this, [this] {
    if (const QListWidgetItem* item = folders_->currentItem()) runs_.removeFolder(item->text());
    showFolders();
  });
  connect(folders_, &QListWidget::currentRowChanged, remove, [remove](int row) { remove->setEnabled(row >= 0); });
  auto* buttons = new QVBoxLayout;
  buttons->addWidget(add);
  buttons->addWidget(remove);
  buttons->addStretch();
  auto* layout = new QHBoxLayout(both);
  layout->setContentsMargins({});
  layout->addWidget(folders_, 1);
  layout->addLayout(buttons);
  both->setFocusProxy(folders_);
  remove->setEnabled(false);
  showFolders();
  return both;
}

QWidget* PreferencesDialog::makeConnections() {
  auto* both = new QWidget;
  auto* list = new QListWidget;
  list->setObjectName(QStringLiteral("connections"));
  list->setAccessibleName(tr("Runs of other computers that are listed"));
  list->setTextElideMode(Qt::ElideMiddle);
  for (const RunPlace& place : preferences_.connections()) {
    auto* item = new QListWidgetItem(printable(place.name), list);
    item->setData(Qt::UserRole, QVariant::fromValue(place));
    item->setToolTip(plainToolTip(place.target));
  }
  QPushButton* remove = makeButton("remove_connection", tr("Re&move"));
  remove->setToolTip(tr("List this run no longer; it stays."));
  remove->setEnabled(false);
  connect(remove, &QPushButton::clicked, this, [this, list] {
    const std::unique_ptr<QListWidgetItem> item(list->takeItem(list->currentRow()));
    if (item) runs_.removeConnection(item->data(Qt::UserRole).value<RunPlace>());
  });
  connect(list, &QListWidget::currentRowChanged, remove, [remove](int row) { remove->setEnabled(row >= 0); });
  auto* layout = new QHBoxLayout(both);
  layout->setContentsMargins({});
  layout->addWidget(list, 1);
  layout->addWidget(remove, 0, Qt::AlignTop);
  both->setFocusProxy(list);
  return both;
}

void PreferencesDialog::showFolders() {
  folders_->clear();
  folders_->addItems(runs_.folders());
}

PreferencesPage* PreferencesDialog::makeDesktopPage() {
  auto* page = new PreferencesForm("preferences_desktop", tr("Desktop"));
  for (const char* id : {"desktop_notifications", "desktop_tray", "desktop_awake"}) {
    page->addSwitch(*actions_[QLatin1String(id)]);
  }
  return page;
}

PreferencesPage* PreferencesDialog::makeClusterPage() {
  auto* page = new PreferencesForm("preferences_cluster", tr("Slurm cluster"));
  const SlurmSite site = preferences_.slurmSite();
  const auto line = [](const QString& text) {
    auto* editor = new QLineEdit(text);
    editor->setMaxLength(4096);
    return editor;
  };
  auto* partition = line(site.partition);
  auto* account = line(site.account);
  auto* modules = line(site.modules.join(QLatin1Char(' ')));
  auto* container = line(site.container);
  auto* runner = new QComboBox;
  runner->addItems({QStringLiteral("apptainer"), QStringLiteral("pyxis")});
  runner->setCurrentText(site.container_runner);
  WheelGuard::protect(runner);
  auto* shared = new QCheckBox(tr("Folders are on every &machine, whatever their file system says"));
  shared->setAccessibleName(tr("Shared file system"));
  shared->setChecked(site.shared);
  page->add("preference_partition", tr("P&artition"), tr("Slurm's partition; the site's usual one when empty"),
            partition);
  page->add("preference_account", tr("Acco&unt"), tr("Slurm's account; your usual one when empty"), account);
  page->add("preference_modules", tr("Mo&dules"), tr("Environment modules to load first, with spaces between them"),
            modules);
  page->add("preference_container", tr("Conta&iner"),
            tr("Image that holds gan-engine; without one, this program's own is run"), container);
  page->add("preference_container_runner", tr("Container run &by"),
            tr("What runs the container: apptainer, or Slurm's plugin pyxis"), runner);
  page->add("preference_shared", {}, tr("For a file system that looks like this machine's own, but is not"), shared);
  const auto remember = [=, this] {
    preferences_.setSlurmSite({.partition = partition->text().trimmed(),
                               .account = account->text().trimmed(),
                               .modules = modules->text().split(QLatin1Char(' '), Qt::SkipEmptyParts),
                               .container = container->text().trimmed(),
                               .container_runner = runner->currentText(),
                               .shared = shared->isChecked()});
  };
  for (QLineEdit* editor : {partition, account, modules, container}) {
    connect(editor, &QLineEdit::textChanged, this, remember);
  }
  connect(runner, &QComboBox::currentTextChanged, this, remember);
  connect(shared, &QCheckBox::toggled, this, remember);
  return page;
}

void PreferencesDialog::find(const QString& words) {
  int first = -1;
  for (int row = 0; row < pages_.size(); ++row) {
    const bool any = pages_[row]->showOnly(words);
    titles_->item(row)->setHidden(!any);
    if (any && first < 0) first = row;
  }
  nothing_->setVisible(first < 0);
  stack_->setVisible(first >= 0);
  const QListWidgetItem* current = titles_->currentItem();
  if (first >= 0 && (current == nullptr || current->isHidden())) titles_->setCurrentRow(first);
}

}  // namespace gan
