#include "controls/line_editor.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>

#include "style/icons.h"

namespace gan {
namespace {

constexpr int kComplainAfterMs = 700;

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

LineEditor::LineEditor(const Setting& setting, QWidget* parent) : SettingEditor(parent), line_(new QLineEdit(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins({});
  layout->addWidget(line_);
  setMainWidget(line_, setting);
  line_->installEventFilter(this);
  complain_.setSingleShot(true);
  complain_.setInterval(kComplainAfterMs);
  connect(&complain_, &QTimer::timeout, this, [this] { setProblem(read(line_->text()).problem); });
  connect(line_, &QLineEdit::textEdited, this, [this] { typed(); });
  connect(line_, &QLineEdit::editingFinished, this, [this] { finish(); });
}

/// The line goes later, and where it has the focus it says then that it is finished.
LineEditor::~LineEditor() { disconnect(line_, nullptr, this, nullptr); }

void LineEditor::display(const QVariant& value) {
  displayed_ = value;
  const bool begun = line_->isModified() && (line_->hasFocus() || !problem().isEmpty());
  if (begun) return;
  // A cursor that jumps to the end hides how a path begins.
  const int cursor = line_->cursorPosition();
  const QString text = write(value);
  if (line_->text() == text) return;
  line_->setText(text);
  line_->setCursorPosition(line_->hasFocus() ? cursor : 0);
}

void LineEditor::discard() {
  complain_.stop();
  line_->setModified(false);
  setProblem({});
  display(displayed_);
}

void LineEditor::typed() {
  const Reading reading = read(line_->text());
  if (reading.problem.isEmpty()) {
    complain_.stop();
    setProblem({});
  } else {
    complain_.start();
  }
  textTyped();
}

void LineEditor::finish() {
  if (!line_->isModified()) return;
  complain_.stop();
  const Reading reading = read(line_->text());
  setProblem(reading.problem);
  if (!reading.problem.isEmpty()) return;
  line_->setModified(false);
  line_->setText(write(reading.value));
  emit wished(reading.value);
}

bool LineEditor::eventFilter(QObject* watched, QEvent* event) {
  const bool override = event->type() == QEvent::ShortcutOverride;
  if (watched != line_ || (!override && event->type() != QEvent::KeyPress)) return false;
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Escape && line_->isModified()) {
    event->accept();
    if (!override) discard();
    return true;
  }
  return !override && keyPressed(key);
}

SettingEditor* createPathEditor(const Setting& setting, QWidget* parent) { return new PathEditor(setting, parent); }

}  // namespace gan

#include "line_editor.moc"
