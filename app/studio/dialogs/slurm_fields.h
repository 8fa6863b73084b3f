#pragma once

#include <QHash>
#include <QWidget>

#include "core/message.h"
#include "link/slurm_task.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
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

}  // namespace gan
