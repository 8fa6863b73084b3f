#pragma once

#include <QString>
#include <memory>
#include <vector>

class QTranslator;

namespace gan {

/// The translations that are in force; their destruction takes them out again. GUI thread.
class Languages {
 public:
  Languages();
  ~Languages();

  /// "en", "zh_CN", or empty for the system's; a language without translations is English. Texts that were made before
  /// stay as they are.
  void use(const QString& language);

 private:
  std::vector<std::unique_ptr<QTranslator>> translators_;
};

}  // namespace gan
