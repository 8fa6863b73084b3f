#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "controls/line_editor.h"
#include "style/icons.h"

namespace gan {
namespace {

class PathEditor : public LineEditor {
  Q_OBJECT

 public:
  PathEditor(const Setting& setting, QWidget* parent) : LineEditor(setting, parent) {
    auto* button = new QToolButton;
    button->setObjectName(nameOf(setting.path) + QStringLiteral("_choose"));
    button->setIcon(icon(QStringLiteral("open-folder")));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolTip(tr("Choose a folder or a file"));
    button->setAccessibleName(tr("Choose %1").arg(setting.title));
    auto* menu = new QMenu(button);
    menu->addAction(tr("Choose a folder …"), this, [this] { choose(QFileDialog::Directory); });
    menu->addAction(tr("Choose a file …"), this, [this] { choose(QFileDialog::ExistingFile); });
    button->setMenu(menu);
    layout()->addWidget(button);
  }

 private:
  void choose(QFileDialog::FileMode mode) {
    const bool folder = mode == QFileDialog::Directory;
    auto* dialog = new QFileDialog(this, folder ? tr("Choose a folder") : tr("Choose a file"));
    dialog->setObjectName(QStringLiteral("path_dialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    dialog->setOption(QFileDialog::ShowDirsOnly, folder);
    if (!line().text().isEmpty()) dialog->selectFile(line().text());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
      line().setText(path);
      line().setModified(true);
      finish();
    });
    dialog->open();
  }
};

}  // namespace

SettingEditor* createPathEditor(const Setting& setting, QWidget* parent) { return new PathEditor(setting, parent); }

}  // namespace gan

#include "path_editor.moc"
