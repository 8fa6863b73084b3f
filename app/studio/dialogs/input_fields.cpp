#include "dialogs/input_fields.h"

#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVector>

#include "controls/quiet_widgets.h"
#include "controls/setting.h"
#include "dialogs/path_line.h"
#include "state/texts.h"
#include "style/plain_text.h"

namespace gan {

void SearchLine::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  const bool clears = event->key() == Qt::Key_Escape && !text().isEmpty();
  if (clears) clear();
  if (!enter && !clears) QLineEdit::keyPressEvent(event);
}

namespace {

const QString kShapes = QStringLiteral("shapes");

QString nameOf(const QString& source) {
  if (source == kShapes) return DataField::tr("Built-in shapes");
  if (source == QLatin1String("idx")) return DataField::tr("IDX files");
  if (source == QLatin1String("folder")) return DataField::tr("Pictures in a folder");
  if (source == QLatin1String("cifar")) return DataField::tr("CIFAR files");
  if (source == QLatin1String("npz")) return DataField::tr("NumPy archive");
  if (source == QLatin1String("hdf5")) return DataField::tr("HDF5 file");
  if (source == QLatin1String("s3")) return DataField::tr("Pictures in S3");
  return source;
}

/// Why no file can be at this path of another computer; empty: it may be.
QString wrongPathThere(const QString& path, const RunPlace& host) {
  return path.startsWith(QLatin1Char('/')) ? QString()
                                           : DataField::tr("On %1, a path begins with / or ~/.").arg(host.host());
}

}  // namespace

DataField::DataField(const Setting& source, QWidget* parent)
    : QWidget(parent), source_(new QComboBox), path_(new QLineEdit), note_(new NoteLabel) {
  for (const QString& choice : source.choices) {
    source_->addItem(nameOf(choice), choice);
  }
  source_->setObjectName(QStringLiteral("new_run_source"));
  source_->setAccessibleName(tr("Source of the images"));
  source_->setToolTip(plainToolTip(source.help));
  path_->setObjectName(QStringLiteral("new_run_path"));
  path_->setAccessibleName(tr("File or folder of images"));
  path_->setPlaceholderText(tr("Drop a file or folder of images here, or choose one"));
  path_->setToolTip(tr(
      "A folder of pictures, flat or with a subfolder for each class; the folder of MNIST's or CIFAR's files; an IDX, "
      ".npz or HDF5 file."));
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
    emit pathChosen(host_.isEmpty() ? absolutePath(path_->text()) : pathThere(path_->text()));
  });
}

/// The path's line goes later, and where it has the focus it says then that it is finished.
DataField::~DataField() { disconnect(path_, nullptr, this, nullptr); }

QLayout* DataField::makeLine() {
  auto* line = new QHBoxLayout;
  line->addWidget(source_);
  line->addWidget(path_, 1);
  const auto add_button = [this, line](const QString& name, const QString& text, QFileDialog::FileMode mode) {
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setAutoDefault(false);
    line->addWidget(button);
    choosers_ << button;
    connect(button, &QPushButton::clicked, this, [this, mode] {
      choosePath(this, mode, tr("Real images"), path_->text(), [this](const QString& path) { emit pathChosen(path); });
    });
  };
  add_button(QStringLiteral("new_run_file"), tr("File …"), QFileDialog::ExistingFile);
  add_button(QStringLiteral("new_run_folder"), tr("Folder …"), QFileDialog::Directory);
  return line;
}

void DataField::setHost(const RunPlace& host) {
  host_ = host;
  const bool here = host.isEmpty();
  for (QPushButton* button : qAsConst(choosers_)) button->setVisible(here);
  path_->setPlaceholderText(here ? tr("Drop a file or folder of images here, or choose one")
                                 : tr("A file or folder of images on %1").arg(host.host()));
  looked_at_.clear();
}

void DataField::display(const QString& source, const QString& path) {
  source_->setCurrentIndex(source_->findData(source));
  const bool typing = path_->hasFocus() && path_->isModified();
  const QString shown = host_.isEmpty() ? path : shownPathThere(path);
  if (!typing && path_->text() != shown) path_->setText(shown);
  const QString wanted = source == kShapes ? QString() : source + QLatin1Char('\n') + path;
  if (wanted == looked_at_ && !wanted.isEmpty()) return;
  looked_at_ = wanted;
  look();
}

void DataField::look() {
  const QString path = looked_at_.section(QLatin1Char('\n'), 1);
  const bool shapes = looked_at_.isEmpty();
  if (shapes || path.isEmpty()) {
    problem_ = shapes ? QString()
                      : tr("Choose a folder of pictures, the folder of MNIST's or CIFAR's files, or an IDX, .npz, HDF5 "
                           "or tar file.");
    note_->setNote(shapes ? QStringLiteral("info") : QStringLiteral("error"),
                   shapes ? tr("The program draws coloured shapes itself; no files are needed.") : problem_);
    task_.cancel();  // what is being looked at does not matter any more
    emit problemChanged();
    return;
  }
  if (!host_.isEmpty()) return lookThere(path);
  task_.run([path] { return findData(path); }, [this](const DataFinding& finding) { show(finding); });
}

void DataField::lookThere(const QString& path) {
  task_.cancel();
  problem_ = isBucket(path) ? QString() : wrongPathThere(path, host_);
  note_->setNote(
      problem_.isEmpty() ? QStringLiteral("info") : QStringLiteral("error"),
      problem_.isEmpty() ? tr("The engine on %1 looks there when the run starts.").arg(host_.host()) : problem_);
  emit problemChanged();
}

void DataField::show(const DataFinding& finding) {
  problem_ = finding.problem ? translated(*finding.problem) : QString();
  note_->setNote(finding.problem ? QStringLiteral("error") : QStringLiteral("info"),
                 finding.problem ? problem_ : describe(finding));
  const QString path = looked_at_.section(QLatin1Char('\n'), 1);
  const bool other = !finding.problem && looked_at_.section(QLatin1Char('\n'), 0, 0) != finding.source;
  if (other) {
    looked_at_ = finding.source + QLatin1Char('\n') + path;  // known, so that it is not looked at again
    emit sourceFound(finding.source);
  }
  emit problemChanged();
}

QString DataField::describe(const DataFinding& finding) const {
  const QString count = QLocale().toString(finding.count);
  const QString height = QString::number(finding.height);
  const QString width = QString::number(finding.width);
  if (finding.count == 0) return tr("The engine looks into this file when the run starts.");
  if (finding.source == QLatin1String("folder")) {
    return finding.classes > 0
               ? tr("%1 pictures of %2 classes; the first one has %3 × %4 px.")
                     .arg(count, QLocale().toString(finding.classes), width, height)
               : tr("%1 pictures without classes; the first one has %2 × %3 px.").arg(count, width, height);
  }
  return finding.channels == 1 ? tr("%1 grey images of %2 × %3 px.").arg(count, width, height)
                               : tr("%1 coloured images of %2 × %3 px.").arg(count, width, height);
}

OutputField::OutputField(const QString& runs_folder, QWidget* parent)
    : QWidget(parent),
      runs_folder_(runs_folder),
      line_(new QLineEdit),
      chooser_(new QPushButton(tr("Folder …"))),
      note_(new NoteLabel) {
  line_->setObjectName(QStringLiteral("new_run_out"));
  line_->setAccessibleName(tr("Folder of the run"));
  line_->setToolTip(tr("Everything about the run is kept in this folder; it is made when the run starts."));
  line_->setAcceptDrops(false);
  note_->setObjectName(QStringLiteral("new_run_out_note"));
  chooser_->setObjectName(QStringLiteral("new_run_out_folder"));
  chooser_->setAutoDefault(false);
  chooser_->setToolTip(tr("Choose an empty folder, or one in which a new folder is made for the run"));
  auto* line = new QHBoxLayout;
  line->addWidget(line_, 1);
  line->addWidget(chooser_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->addLayout(line);
  column->addWidget(note_);
  setFocusProxy(line_);
  connect(line_, &QLineEdit::textEdited, this, [this] {
    chosen_ = true;
    look();
  });
  connect(chooser_, &QPushButton::clicked, this, [this] {
    choosePath(this, QFileDialog::Directory, tr("Folder of the run"), runs_folder_, [this](const QString& path) {
      chosen_ = true;
      setFolder(path);
      look();
    });
  });
}

QString OutputField::folder() const { return host_.isEmpty() ? absolutePath(line_->text()) : pathThere(line_->text()); }

void OutputField::setHost(const RunPlace& runs) {
  host_ = runs;
  chosen_ = false;
  chooser_->setVisible(runs.isEmpty());
}

void OutputField::setFolder(const QString& folder) {
  line_->setText(host_.isEmpty() ? folder : shownPathThere(folder));
  emit changed();
}

void OutputField::proposeFor(const QString& preset) {
  if (chosen_) return;
  if (!host_.isEmpty()) {
    const QString minute = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd-HHmm"));
    setFolder(host_.path() + QLatin1Char('/') + minute + QLatin1Char('-') + preset);
    return look();
  }
  const QString date = QDate::currentDate().toString(Qt::ISODate);
  setFolder(absolutePath(runs_folder_ + QLatin1Char('/') + date + QLatin1Char('-') + preset));
  setProblem({});
  task_.run([runs = absolutePath(runs_folder_), preset] { return freeRunFolder(runs, preset); },
            [this](const QString& free) {
              if (!chosen_) setFolder(free);
            });
}

void OutputField::look() {
  const QString path = folder();
  if (path.isEmpty()) {
    task_.cancel();  // an answer about an earlier folder is not wanted any more
    setProblem(tr("Say in which folder the run is kept."));
    emit changed();
    return;
  }
  if (!host_.isEmpty()) {
    task_.cancel();
    setProblem(wrongPathThere(path, host_));
    emit changed();
    return;
  }
  task_.run([path] { return isFreeForRun(path); },
            [this, path](bool free) {
              setProblem(free ? QString() : tr("%1 is there already and not empty. Choose another name.").arg(path));
              emit changed();
            });
  emit changed();
}

void OutputField::setProblem(const QString& problem) {
  problem_ = problem;
  note_->setNote(QStringLiteral("error"), problem);
}

}  // namespace gan
