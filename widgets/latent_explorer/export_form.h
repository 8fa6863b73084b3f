#pragma once

#include <QStringList>
#include <QWidget>
#include <initializer_list>
#include <utility>

#include "latent_explorer/export_plan.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace gan {

class SnapshotBox;

/// A line for each setting of an export; which there are goes by what is exported.
class ExportForm : public QWidget {
  Q_OBJECT

 public:
  ExportForm(const ExportWish& wish, const ExportChoices& choices, QWidget* parent = nullptr);

  /// As it was set.
  ExportWish wish() const;

 signals:
  void changed();

 private:
  using Choices = std::initializer_list<std::pair<QString, const char*>>;  ///< Titles, and what they mean.
  void addLines(const SamplesWish& wish);
  void addLines(const FilmWish& wish);
  void addLines(const SheetWish& wish);
  void addLines(const EvaluationOrder&) {}  ///< Scores have a dialog of their own,
  void addLines(const TestWish&) {}         ///< and tests a panel.
  void addAlike(const AlikeWish& wish);
  void addStep();
  void addFormat(const Choices& formats, const QString& chosen);
  void addQuality(int quality);
  void connectLines();
  AlikeWish alike(AlikeWish wish) const;
  SheetWish sheet(SheetWish wish) const;
  /// What the chosen kind of sheet can be made of in place of numbered samples.
  QStringList pointsOf(const QString& kind) const;
  /// Shows the lines that mean something beside the others.
  void refresh();

  const ExportWish begun_;
  const ExportChoices choices_;
  QFormLayout* form_;
  // Null where they are none of this export's.
  QSpinBox* count_ = nullptr;
  QComboBox* kind_ = nullptr;
  QCheckBox* of_points_ = nullptr;
  QSpinBox* rows_ = nullptr;
  QSpinBox* columns_ = nullptr;
  QLineEdit* seed_ = nullptr;
  QLineEdit* classes_ = nullptr;
  QDoubleSpinBox* truncation_ = nullptr;
  SnapshotBox* step_ = nullptr;
  QComboBox* format_ = nullptr;
  QSpinBox* quality_ = nullptr;
  QCheckBox* class_folders_ = nullptr;
  QSpinBox* zoom_ = nullptr;
};

}  // namespace gan
