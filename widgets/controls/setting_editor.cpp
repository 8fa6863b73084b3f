#include "controls/setting_editor.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>

#include "controls/line_editor.h"
#include "controls/quiet_widgets.h"

namespace gan {
namespace {

class BoolEditor : public SettingEditor {
 public:
  BoolEditor(const Setting& setting, QWidget* parent) : SettingEditor(parent), box_(new QCheckBox(setting.title)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(box_);
    setMainWidget(box_, setting);
    connect(box_, &QCheckBox::toggled, this, [this](bool on) { emit wished(on); });
  }

  void display(const QVariant& value) override {
    const QSignalBlocker silence(box_);
    box_->setChecked(value.toBool());
  }
  bool showsTitle() const override { return true; }

 private:
  QCheckBox* box_;
};

class ChoiceEditor : public SettingEditor {
 public:
  ChoiceEditor(const Setting& setting, QWidget* parent) : SettingEditor(parent), choices_(new QComboBox) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(choices_);
    choices_->addItems(setting.choices);
    setMainWidget(choices_, setting);
    WheelGuard::protect(choices_);
    connect(choices_, &QComboBox::activated, this, [this] { emit wished(choices_->currentText()); });
  }

  void display(const QVariant& value) override {
    if (choices_->view()->isVisible()) return;
    choices_->setCurrentIndex(choices_->findText(value.toString()));
  }

 private:
  QComboBox* choices_;
};

}  // namespace

SettingEditor* SettingEditor::create(const Setting& setting, QWidget* parent) {
  switch (setting.type) {
    case Setting::Type::kBool:
      return new BoolEditor(setting, parent);
    case Setting::Type::kInteger:
    case Setting::Type::kReal:
      return createNumberEditor(setting, parent);
    case Setting::Type::kChoice:
      return new ChoiceEditor(setting, parent);
    case Setting::Type::kPath:
      return createPathEditor(setting, parent);
    case Setting::Type::kText:
      break;
  }
  return new LineEditor(setting, parent);
}

QString SettingEditor::nameOf(const QString& path) {
  QString name = QStringLiteral("setting_") + path;
  return name.replace(QLatin1Char('.'), QLatin1Char('_'));
}

void SettingEditor::setMainWidget(QWidget* main, const Setting& setting) {
  main->setObjectName(nameOf(setting.path));
  main->setAccessibleName(setting.title);
  main_ = main;
}

void SettingEditor::setProblem(const QString& problem) {
  if (problem == problem_) return;
  problem_ = problem;
  emit problemChanged();
}

}  // namespace gan
