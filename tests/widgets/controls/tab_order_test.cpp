#include "style/tab_order.h"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include "controls/settings_form.h"
#include "controls/settings_model.h"
#include "some_settings.h"
#include "widgets/accessibility.h"

namespace gan {
namespace {

template <typename T>
T* called(const char* name) {
  auto* widget = new T;
  widget->setObjectName(QLatin1String(name));
  return widget;
}

QStringList order(const QWidget& window) {
  QStringList names;
  for (const QWidget* stop : test::tabStops(window)) names << stop->objectName();
  return names;
}

class TabOrder : public testing::Test {
 protected:
  TabOrder() {
    column_->addWidget(called<QLineEdit>("before"));
    column_->addWidget(part_);
    column_->addWidget(called<QPushButton>("after"));
    window_.show();
  }

  QWidget window_;
  QVBoxLayout* column_ = new QVBoxLayout(&window_);
  QWidget* part_ = new QWidget;
};

TEST_F(TabOrder, WhatComesIntoAShownWindowLaterIsReadWhereItStands) {
  auto* inside = new QVBoxLayout(part_);
  auto* last = called<QSpinBox>("last");
  auto* area = new QScrollArea;
  area->setWidget(called<QLineEdit>("scrolled"));
  area->setFocusPolicy(Qt::NoFocus);
  inside->addWidget(last);
  inside->insertWidget(0, area);
  area->widget()->show();
  for (QWidget* widget : {static_cast<QWidget*>(last), static_cast<QWidget*>(area)}) widget->show();
  ASSERT_EQ(order(window_).last(), QStringLiteral("scrolled")) << "this is what Qt does by itself";
  takeTabPlace(*part_);
  EXPECT_EQ(order(window_), QStringList({QStringLiteral("before"), QStringLiteral("scrolled"), QStringLiteral("last"),
                                         QStringLiteral("after")}));
  EXPECT_EQ(part_->focusPolicy(), Qt::NoFocus);
}

TEST_F(TabOrder, OfAPartThatIsTheFirstBeginsWithIt) {
  delete window_.findChild<QWidget*>(QStringLiteral("before"));
  auto* inside = new QVBoxLayout(part_);
  inside->addWidget(called<QLineEdit>("first"));
  window_.findChild<QWidget*>(QStringLiteral("first"))->show();
  takeTabPlace(*part_);
  EXPECT_EQ(order(window_), QStringList({QStringLiteral("first"), QStringLiteral("after")}));
}

TEST_F(TabOrder, OfPartsIsAsTheyAreReadWhateverCameFirst) {
  auto* inside = new QVBoxLayout(part_);
  for (const char* name : {"one", "two"}) inside->addWidget(called<QPushButton>(name));
  auto* nowhere = called<QPushButton>("nowhere");
  column_->addWidget(nowhere);
  auto* before = window_.findChild<QWidget*>(QStringLiteral("before"));
  auto* after = window_.findChild<QWidget*>(QStringLiteral("after"));
  QWidget* const two = window_.findChild<QWidget*>(QStringLiteral("two"));
  for (QWidget* widget : {nowhere, part_->findChild<QPushButton*>(QStringLiteral("one"))}) widget->show();
  two->show();
  const QList<QWidget*> parts{after, two, part_, before};
  const auto round = [&](Qt::FocusReason reason) {
    QStringList names;
    after->setFocus();
    do {
      names << window_.focusWidget()->objectName();
      nextTabStop(window_, parts, reason)->setFocus();
    } while (window_.focusWidget() != after && names.size() < 10);
    return names;
  };
  EXPECT_EQ(round(Qt::TabFocusReason),
            QStringList({QStringLiteral("after"), QStringLiteral("two"), QStringLiteral("one"),
                         QStringLiteral("before"), QStringLiteral("nowhere")}));
  EXPECT_EQ(round(Qt::BacktabFocusReason),
            QStringList({QStringLiteral("after"), QStringLiteral("nowhere"), QStringLiteral("before"),
                         QStringLiteral("one"), QStringLiteral("two")}));
  two->setEnabled(false);
  EXPECT_FALSE(round(Qt::TabFocusReason).contains(QStringLiteral("two")));
}

TEST(NextTabStop, OfAWindowWithoutAnyIsNone) {
  QWidget window;
  QWidget part(&window);
  EXPECT_EQ(nextTabStop(window, {&part}, Qt::TabFocusReason), nullptr);
  EXPECT_EQ(nextTabStop(window, {}, Qt::BacktabFocusReason), nullptr);
}

TEST(SettingsFormTabOrder, StaysWhenOtherSettingsAreShown) {
  SettingsModel model;
  model.setSettings(test::someSettings());
  QWidget window;
  auto* column = new QVBoxLayout(&window);
  column->addWidget(called<QLineEdit>("before"));
  auto* form = new SettingsForm(model, SettingsForm::Show::kAll);
  column->addWidget(form);
  column->addWidget(called<QPushButton>("after"));
  window.resize(700, 700);
  window.show();
  const QStringList at_first = order(window);
  ASSERT_GT(at_first.size(), 8);
  ASSERT_EQ(at_first.last(), QStringLiteral("after"));
  model.setSettings(test::someSettings());
  EXPECT_EQ(order(window), at_first);
  EXPECT_EQ(test::againstReadingOrder(window), "");
  window.activateWindow();
  EXPECT_EQ(test::traps(window), "");
}

}  // namespace
}  // namespace gan
