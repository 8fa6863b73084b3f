#include "comparison/configuration_view.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include "comparison/configuration_model.h"
#include "style/text_table.h"

namespace gan {
namespace {

/// Cut to a width that leaves room for what stands beside.
class SettingsTable : public TextTable {
 public:
  explicit SettingsTable(QAbstractItemModel& model) : TextTable(model) {
    connect(&model, &QAbstractItemModel::modelReset, this, &SettingsTable::fit);
    fit();
  }

 private:
  void fit() {
    for (int column = 0; column < model()->columnCount(); ++column) fitColumn(column);
  }
};

}  // namespace

ConfigurationView::ConfigurationView(ConfigurationModel& model, QWidget* parent)
    : QWidget(parent), model_(model), remark_(new QLabel) {
  setObjectName(QStringLiteral("configuration_view"));
  auto* all = new QCheckBox(tr("&All settings"));
  all->setObjectName(QStringLiteral("configuration_all"));
  all->setToolTip(tr("Also show the settings that are the same in all runs; those that differ are bold then"));
  all->setChecked(model_.showsAll());
  connect(all, &QCheckBox::toggled, &model_, &ConfigurationModel::setShowsAll);
  auto* table = new SettingsTable(model_);
  table->setObjectName(QStringLiteral("configuration_table"));
  table->setAccessibleName(tr("Settings of the compared runs"));
  table->setToolTip(tr("Copy the chosen lines with Ctrl+C"));
  remark_->setObjectName(QStringLiteral("configuration_remark"));
  remark_->setWordWrap(true);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(all);
  layout->addWidget(remark_);
  layout->addWidget(table, 1);
  connect(&model_, &QAbstractItemModel::modelReset, this, &ConfigurationView::refresh);
  refresh();
}

void ConfigurationView::refresh() {
  remark_->setText(tr("The runs have the same settings."));
  remark_->setVisible(model_.rowCount() == 0 && model_.hasRows());
}

}  // namespace gan
