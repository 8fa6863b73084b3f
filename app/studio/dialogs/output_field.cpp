#include "dialogs/output_field.h"

#include <QDate>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "controls/quiet_widgets.h"
#include "dialogs/path_line.h"
#include "dialogs/run_folder_name.h"

namespace gan {

OutputField::OutputField(const QString& runs_folder, QWidget* parent)
    : QWidget(parent), runs_folder_(runs_folder), line_(new QLineEdit), note_(new NoteLabel) {
  line_->setObjectName(QStringLiteral("new_run_out"));
  line_->setAccessibleName(tr("Folder of the run"));
  line_->setToolTip(tr("Everything about the run is kept in this folder; it is made when the run starts."));
  line_->setAcceptDrops(false);
  note_->setObjectName(QStringLiteral("new_run_out_note"));
  auto* button = new QPushButton(tr("Folder …"));
  button->setObjectName(QStringLiteral("new_run_out_folder"));
  button->setAutoDefault(false);
  button->setToolTip(tr("Choose an empty folder, or one in which a new folder is made for the run"));
  auto* line = new QHBoxLayout;
  line->addWidget(line_, 1);
  line->addWidget(button);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->addLayout(line);
  column->addWidget(note_);
  setFocusProxy(line_);
  connect(line_, &QLineEdit::textEdited, this, [this] {
    chosen_ = true;
    look();
  });
  connect(button, &QPushButton::clicked, this, [this] {
    choosePath(this, QFileDialog::Directory, tr("Folder of the run"), runs_folder_, [this](const QString& path) {
      chosen_ = true;
      setFolder(path);
      look();
    });
  });
}

QString OutputField::folder() const { return absolutePath(line_->text()); }

void OutputField::setFolder(const QString& folder) {
  line_->setText(folder);
  emit changed();
}

void OutputField::proposeFor(const QString& preset) {
  if (chosen_) return;
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
    task_.run([] { return 0; }, [](int) {});  // an answer about an earlier folder is not wanted any more
    setProblem(tr("Say in which folder the run is kept."));
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
