#include "link/weights_server.h"

#include <QFileInfo>

namespace gan {

WeightsServer::WeightsServer(const QString& file)
    : file_(file),
      run_(place_.filePath(QFileInfo(file).completeBaseName())),
      server_(run_, {QStringLiteral("serve"), file, QStringLiteral("--as"), run_, QStringLiteral("--json")}) {}

}  // namespace gan
