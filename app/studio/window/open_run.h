#pragma once

#include <QString>
#include <memory>

#include "link/export_link.h"
#include "link/local_server.h"
#include "link/picture_link.h"
#include "link/picture_row_link.h"
#include "link/run_connection.h"
#include "link/run_link.h"
#include "link/sampler_watch.h"
#include "link/search_link.h"
#include "run_list/run_place.h"
#include "state/class_pictures.h"
#include "state/evaluations_store.h"
#include "state/explorer_store.h"
#include "state/exports_store.h"
#include "state/run_store.h"
#include "state/steering.h"
#include "state/tests_store.h"

namespace gan {

class Actions;
class EngineAccess;
class Preferences;
class RunPage;
class SteerPanel;

/// Everything of the run that is open: its link, what is known of it, and the panels that show it. Does not start the
/// link.
struct OpenRun {
  OpenRun(const RunPlace& at, const std::shared_ptr<EngineAccess>& access, Preferences& preferences,
          const Actions& actions);
  /// The panels show the models of what stands above them, so they go first.
  ~OpenRun();
  OpenRun(const OpenRun&) = delete;
  OpenRun& operator=(const OpenRun&) = delete;

  const RunPlace place;
  const std::shared_ptr<RunConnection> connection;
  RunLink link;
  RunStore store;
  Steering steering;
  LocalServer server;
  PictureLink pictures;
  PictureRowLink compared_pictures;
  PictureRowLink film;
  PictureRowLink strip;
  PictureRowLink shelf;
  PictureRowLink judged;
  ExportLink export_link;
  SearchLink directions;
  SearchLink photo;
  SearchLink nearest;
  SamplerWatch sampler;
  ExplorerStore explorer;
  ExportsStore exports;
  EvaluationsStore evaluations;
  ClassPictures class_pictures;
  TestsStore tests;
  RunPage* const page;
  SteerPanel* const panel;
};

}  // namespace gan
