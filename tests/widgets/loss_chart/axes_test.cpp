#include <gtest/gtest.h>

#include <QApplication>
#include <QGraphicsTextItem>
#include <QLabel>
#include <QTest>
#include <QTimer>
#include <QVBoxLayout>
#include <random>

#include "fake_run.h"
#include "loss_chart/loss_chart.h"
#include "loss_chart/plot_view.h"
#include "loss_chart/series_model.h"
#include "widgets/settle.h"

namespace gan::test {
namespace {

/// Where each label of the value axis stands, and where its value is drawn.
class Axes : public testing::Test {
 protected:
  Axes() {
    series_.setNames({QStringLiteral("loss/g")});
    run_.value = [this](const QString&, qint64 step) { return largest_ * static_cast<float>(step % 2); };
    QObject::connect(chart_, &LossChart::wanted, chart_, [this](const ChartQuery& query) {
      QTimer::singleShot(0, chart_, [this, query] { chart_->setReply(run_.answer(query)); });
    });
    plot_ = chart_->findChild<PlotView*>(QStringLiteral("chart_plot"));
    layout_ = new QVBoxLayout(&window_);
    layout_->addWidget(chart_, 1);
  }

  /// What is drawn lies 5 % inside of the plot at either end.
  double pixelOfValue(double value) const {
    const double low = -0.05 * largest_;
    const double high = 1.05 * largest_;
    return plot_->plot().bottom() - (value - low) / (high - low) * plot_->plot().height();
  }

  /// The first and the last step lie on the plot's sides.
  double pixelOfStep(double step) const {
    return plot_->plot().left() + (step - 1) / static_cast<double>(chart_->range().second - 1) * plot_->plot().width();
  }

  struct Label {
    QString text;
    QPointF centre;
  };
  /// Those that the person sees now, with the title of the horizontal axis.
  std::vector<Label> labels() const {
    std::vector<Label> found;
    for (const QGraphicsItem* item : plot_->scene()->items()) {
      const auto* text = qgraphicsitem_cast<const QGraphicsTextItem*>(item);
      if (text == nullptr || !text->isVisible() || text->toPlainText().isEmpty()) continue;
      found.push_back({text->toPlainText(), text->sceneBoundingRect().center()});
      EXPECT_TRUE(QRectF(plot_->viewport()->rect()).contains(text->sceneBoundingRect().center()));
    }
    return found;
  }

  void expectLabelsAtTheirValues(const std::string& when) const {
    EXPECT_EQ(plot_->curves().boundingRect(), plot_->plot()) << when;
    int values = 0;
    int steps = 0;
    bool has_title = false;
    for (const Label& label : labels()) {
      const std::string text = when + ": " + label.text.toStdString();
      bool is_number = false;
      const double number = QLocale().toDouble(label.text, &is_number);
      if (!is_number) {
        EXPECT_EQ(label.text, QStringLiteral("Step")) << when;
        has_title = true;
      } else if (label.centre.x() < plot_->plot().left() - 10) {
        ++values;
        EXPECT_NEAR(label.centre.y(), pixelOfValue(number), 1.5) << text;
      } else {
        ++steps;
        EXPECT_NEAR(label.centre.x(), pixelOfStep(number), 1.5) << text;
        EXPECT_GT(label.centre.y(), plot_->plot().bottom()) << text;
      }
    }
    EXPECT_GE(values, 2) << when;
    EXPECT_GE(steps, 2) << when;
    EXPECT_TRUE(has_title) << when;
  }

  float largest_ = 1;
  FakeRun run_{.last_step = 200};
  SeriesModel series_;
  QWidget window_;
  LossChart* chart_ = new LossChart(series_);  // the window's
  PlotView* plot_;
  QVBoxLayout* layout_;
};

TEST_F(Axes, LabelsStandAtTheirValuesAfterEveryResize) {
  window_.resize(900, 460);
  window_.show();
  chart_->setExtent(1, 200);
  settle(window_);
  expectLabelsAtTheirValues("at first");
  std::mt19937 random(3);
  std::uniform_int_distribution<int> change(-12, 12);
  int height = 460;
  for (int i = 0; i < 40; ++i) {
    height = std::clamp(height + change(random), 240, 700);
    window_.resize(900 + change(random), height);
    QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    expectLabelsAtTheirValues("height " + std::to_string(height));
  }
}

TEST_F(Axes, LabelsStandAtTheirValuesWhenAStripAppearsBelowAndGoes) {
  window_.resize(900, 460);
  window_.show();
  chart_->setExtent(1, 200);
  settle(window_);
  auto* strip = new QLabel(QStringLiteral("The loss is not finite."));
  strip->setFixedHeight(40);
  layout_->addWidget(strip);
  settle(window_);
  expectLabelsAtTheirValues("with a strip");
  chart_->setExtent(1, 210);
  settle(window_);
  expectLabelsAtTheirValues("with a strip and new data");
  strip->hide();
  settle(window_);
  expectLabelsAtTheirValues("without it");
}

TEST_F(Axes, LabelsAreWholeAtOnceHoweverTheChartCameToItsSize) {
  for (const float largest : {0.004F, 1.0F, 900.0F, 900'000.0F, 4e6F, 3e20F}) {
    largest_ = largest;
    window_.hide();
    window_.resize(200, 120);
    chart_->clear();
    chart_->setExtent(1, 200);
    window_.show();
    settle(window_);
    window_.resize(900, 460);
    settle(window_);
    expectLabelsAtTheirValues("values up to " + std::to_string(largest));
  }
}

}  // namespace
}  // namespace gan::test
