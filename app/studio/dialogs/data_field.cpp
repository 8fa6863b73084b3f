#include "dialogs/data_field.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include "controls/quiet_labels.h"
#include "controls/setting.h"
#include "dialogs/path_line.h"
#include "state/texts.h"
#include "style/plain_text.h"

namespace gan {
namespace {

const QString kShapes = QStringLiteral("shapes");
const QString kIdx = QStringLiteral("idx");

}  // namespace

DataField::DataField(const Setting& source, QWidget* parent)
    : QWidget(parent), source_(new QComboBox), path_(new QLineEdit), note_(new NoteLabel) {
  for (const QString& choice : source.choices) {
    const QString text = choice == kShapes ? tr("Built-in shapes") : choice == kIdx ? tr("IDX files") : choice;
    source_->addItem(text, choice);
  }
  source_->setObjectName(QStringLiteral("new_run_source"));
  source_->setAccessibleName(tr("Source of the images"));
  source_->setToolTip(plainToolTip(source.help));
  path_->setObjectName(QStringLiteral("new_run_path"));
  path_->setAccessibleName(tr("File or folder of images"));
  path_->setPlaceholderText(tr("Drop a file or folder of images here, or choose one"));
  path_->setToolTip(tr("An IDX file of images, or a folder that holds train-images-idx3-ubyte, with or without gzip."));
  path_->setAcceptDrops(false);  // as text; the dialog takes what is dropped as a path
  note_->setObjectName(QStringLiteral("new_run_data_note"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->addLayout(makeLine());
  column->addWidget(note_);
  setFocusProxy(source_);
  connect(source_, &QComboBox::activated, this, [this] { emit sourceChosen(source_->currentData().toString()); });
  connect(path_, &QLineEdit::editingFinished, this, [this] {
    if (!path_->isModified()) return;
    path_->setModified(false);
    emit pathChosen(absolutePath(path_->text()));
  });
}

QLayout* DataField::makeLine() {
  auto* line = new QHBoxLayout;
  line->addWidget(source_);
  line->addWidget(path_, 1);
  const auto add_button = [this, line](const QString& name, const QString& text, QFileDialog::FileMode mode) {
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setAutoDefault(false);
    line->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, mode] {
      choosePath(this, mode, tr("Real images"), path_->text(), [this](const QString& path) { emit pathChosen(path); });
    });
  };
  add_button(QStringLiteral("new_run_file"), tr("File …"), QFileDialog::ExistingFile);
  add_button(QStringLiteral("new_run_folder"), tr("Folder …"), QFileDialog::Directory);
  return line;
}

void DataField::display(const QString& source, const QString& path) {
  source_->setCurrentIndex(source_->findData(source));
  const bool typing = path_->hasFocus() && path_->isModified();
  if (!typing && path_->text() != path) path_->setText(path);
  const QString wanted = source == kShapes ? QString() : source + QLatin1Char('\n') + path;
  if (wanted == looked_at_ && !wanted.isEmpty()) return;
  looked_at_ = wanted;
  look();
}

void DataField::look() {
  const QString path = looked_at_.section(QLatin1Char('\n'), 1);
  const bool shapes = looked_at_.isEmpty();
  if (shapes || path.isEmpty()) {
    problem_ = shapes ? QString() : tr("Choose an IDX file, or a folder that holds train-images-idx3-ubyte.");
    note_->setNote(shapes ? QStringLiteral("info") : QStringLiteral("error"),
                   shapes ? tr("The program draws coloured shapes itself; no files are needed.") : problem_);
    task_.run([] { return 0; }, [](int) {});  // what is being looked at does not matter any more
    emit problemChanged();
    return;
  }
  task_.run([path] { return findData(path); }, [this](const DataFinding& finding) { show(finding); });
}

void DataField::show(const DataFinding& finding) {
  problem_ = finding.problem ? translated(*finding.problem) : QString();
  if (finding.problem) {
    note_->setNote(QStringLiteral("error"), problem_);
  } else {
    const QString count = QLocale().toString(finding.count);
    const QString height = QString::number(finding.height);
    const QString width = QString::number(finding.width);
    note_->setNote(QStringLiteral("info"), finding.channels == 1
                                               ? tr("%1 grey images of %2 × %3 px.").arg(count, width, height)
                                               : tr("%1 coloured images of %2 × %3 px.").arg(count, width, height));
  }
  emit problemChanged();
}

}  // namespace gan
