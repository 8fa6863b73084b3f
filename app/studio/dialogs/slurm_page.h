#pragma once

#include <QHash>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "core/message.h"
#include "link/slurm_task.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace gan {

class NoteLabel;

/// What is asked of Slurm, each field with room for what is wrong with it.
class SlurmFields : public QWidget {
  Q_OBJECT

 public:
  explicit SlurmFields(QWidget* parent = nullptr);

  SlurmSite site() const;
  void setSite(const SlurmSite& site);
  /// Without the run.
  SlurmRequest request() const;
  /// Of the whole job, one for each GPU.
  int processes() const;
  /// What the engine makes of a lead time that nobody chose.
  void setUsualLead(qint64 seconds);
  /// An error as the form tells it: with the names of its boxes in place of options.
  QString told(const Message& error) const;
  /// Marks the field that an error is about; false when it is about none, or about one that is marked already.
  bool mark(const Message& error);
  void unmark();
  /// Titles of what is marked, in the form's order.
  QStringList marked() const { return marked_; }
  /// request(), with what is marked as it is when nobody chose it: to find out what else is wrong.
  SlurmRequest requestWithoutMarked() const;

 signals:
  void changed();

 private:
  enum class Place { kLeft, kRight, kWide };
  struct Title {
    QString text;  ///< With a mnemonic.
    QString tip;
  };

  /// The option is that of `gan-engine slurm`, by which errors name the field.
  void add(const char* option, const Title& title, QWidget* editor, QWidget* field, Place place);
  QSpinBox* addNumber(const char* option, const Title& title, int lowest, int value, Place place);
  QLineEdit* addText(const char* option, const Title& title, const QString& example, Place place);
  void addContainer();
  void addLead();
  void addChecks();
  void refreshProcesses();

  struct Field {
    QString title;
    QWidget* editor;
    NoteLabel* note;
  };

  QGridLayout* grid_;
  QHash<QString, Field> fields_;
  QStringList marked_;  ///< Titles.
  QStringList marked_options_;
  QSpinBox* nodes_;
  QSpinBox* gpus_;
  QSpinBox* tasks_;
  QSpinBox* cpus_;
  QLineEdit* time_;
  QLineEdit* memory_;
  QLineEdit* partition_;
  QLineEdit* account_;
  QLineEdit* modules_;
  QLineEdit* container_ = nullptr;
  QComboBox* runner_ = nullptr;
  QSpinBox* lead_ = nullptr;
  QLineEdit* measured_ = nullptr;
  QCheckBox* requeue_ = nullptr;
  QCheckBox* shared_ = nullptr;
};

/// A new run as a Slurm job: what is asked of Slurm, and the script that comes of it. The engine writes and checks the
/// script; what it refuses stands beside the fields it is about. It refuses one thing at a time, so it is asked again
/// without that until all are known.
class SlurmPage : public QWidget {
  Q_OBJECT

 public:
  explicit SlurmPage(QWidget* parent = nullptr);

  SlurmSite site() const;
  void setSite(const SlurmSite& site);
  int processes() const;
  /// Whose Slurm is to have the job: of the computer of this place, which is logged in to through access; no place:
  /// this computer's.
  void setHost(const std::shared_ptr<EngineAccess>& access, const RunPlace& host);
  /// Nothing: it cannot be started as it is.
  void setRun(const std::optional<NewRun>& run);
  /// The words after `gan-engine`, as a person would type them; only while there is a run, as submit().
  QStringList command() const;
  /// Why the job cannot be submitted; empty: nothing is known that would keep it.
  QString problem() const;
  /// Emits submitted() or refused().
  void submit();

 signals:
  /// What it shows; problem() and command() may be others now.
  void changed();
  /// A person asked for something else.
  void edited();
  /// The script is in the file that a person chose.
  void scriptSaved();
  void submitted(const QString& job, const QString& run);
  void refused(const QString& reason);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makePreview();
  void connectAll();
  /// For the run.
  SlurmRequest request(SlurmRequest asked) const;
  void askLater();
  void forgetRefusal();
  void ask();
  void onScript(const SlurmScript& script);
  void onRefusal(const Message& why);
  void tellRefusals();
  void save();
  void refresh();

  SlurmFields* fields_;
  NoteLabel* missing_;
  QPlainTextEdit* script_;
  QPushButton* save_;
  NoteLabel* status_;
  SlurmTask look_;
  SlurmTask preview_;
  SlurmTask saving_;
  SlurmTask submitting_;
  QTimer soon_;
  RunPlace host_;  ///< Whose Slurm; empty: this computer's.
  std::optional<NewRun> run_;
  std::optional<bool> found_;  ///< Whether there is a Slurm here; nothing: not known yet.
  QString problem_;
};

}  // namespace gan
