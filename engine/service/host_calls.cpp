#include "service/host_calls.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "config/text.h"
#include "protocol/convert.h"
#include "protocol/patience.h"
#include "protocol/status.h"
#include "protocol/utf8.h"
#include "protocol/version.h"
#include "run/event.h"
#include "run/run_folder.h"
#include "run/run_glance.h"
#include "service/caller.h"
#include "service/host_path.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
namespace fs = std::filesystem;

constexpr std::chrono::seconds kListEvery(1);
constexpr std::chrono::milliseconds kLookForEnd(50);
constexpr int kRunsInOneMessage = 1000;

void fill(const RunGlance& glance, v1::RunGlance& message) {
  message.set_status(std::string(runStatusName(glance.status)));
  message.set_has_begun(glance.has_begun);
  message.set_live(glance.writer_alive);
  message.set_step(glance.step);
  message.set_total_steps(glance.total_steps);
  message.set_iterations_per_second(glance.iterations_per_second);
  message.set_preset(toUtf8(glance.preset));
  message.set_parent_path(toUtf8(glance.parent_path));
  message.set_parent_step(glance.parent_step);
  message.set_best_by(glance.best_by);
  if (glance.best_score) message.set_best_score(*glance.best_score);
  message.set_best_compares_as(toUtf8(glance.best_compares_as));
  for (const Alert& alert : glance.alerts) {
    Event event;
    event.what = alert;
    message.add_alerts_json(toJson(event));
  }
}

/// A folder's runs, and what was told of each.
class RunsOfFolder {
 public:
  explicit RunsOfFolder(fs::path folder) : folder_(std::move(folder)) {}

  /// What is new since it was asked last.
  std::vector<v1::RunList> news() {
    std::vector<v1::RunList> lists(1);
    std::set<fs::path> present;
    for (const fs::path& run : findRuns(folder_)) {
      present.insert(run);
      const v1::RunGlance glance = look(run);
      std::string bytes = glance.SerializeAsString();
      std::string& told = told_[run];
      if (told == bytes) continue;
      told = std::move(bytes);
      if (lists.back().runs_size() == kRunsInOneMessage) lists.emplace_back();
      *lists.back().add_runs() = glance;
    }
    glancer_.keepOnly(present);
    for (auto run = told_.begin(); run != told_.end();) {
      if (present.contains(run->first)) {
        ++run;
      } else {
        lists.back().add_gone(toUtf8(run->first.string()));
        run = told_.erase(run);
      }
    }
    return lists;
  }

 private:
  v1::RunGlance look(const fs::path& run) {
    v1::RunGlance glance;
    glance.set_path(toUtf8(run.string()));
    try {
      fill(glancer_.look(run), glance);
    } catch (const Error& error) {
      toMessage(error, *glance.mutable_error());
    }
    return glance;
  }

  const fs::path folder_;
  RunGlancer glancer_;
  std::map<fs::path, std::string> told_;
};

bool isEmpty(const v1::RunList& list) { return list.runs_size() == 0 && list.gone_size() == 0; }

/// What a call of this service answers: does it, and turns an error into a status.
template <class Action>
grpc::Status answered(const grpc::ServerContext& context, Action action) {
  try {
    checkProtocolVersion(Caller(context).protocol_version);
    action();
    return grpc::Status::OK;
  } catch (const Error& error) {
    return toStatus(error);
  } catch (const std::exception& error) {
    return toStatus(Error(ErrorCode::kInternal, "internal", "{reason}", {{"reason", error.what()}}));
  }
}

/// Other commands have calls of their own, or nothing that is to be seen from afar.
void requireTraining(const v1::StartRunRequest& request) {
  const std::string command = request.arguments_size() > 0 ? request.arguments(0) : "";
  if (command == "train" || command == "resume" || command == "branch") return;
  throw Error(ErrorCode::kInvalidArgument, "start_not_a_training",
              "{command} starts no training; what can be started on another machine is train, resume and branch with "
              "their options.",
              {{"command", excerpt(command)}});
}

void requireLook(const v1::LookAtDataRequest& request) {
  const std::string command = request.arguments_size() > 0 ? request.arguments(0) : "";
  const std::string what = request.arguments_size() > 1 ? request.arguments(1) : "";
  if (command == "data" && (what == "inspect" || what == "tune")) return;
  throw Error(ErrorCode::kInvalidArgument, "look_not_at_data",
              "{command} does not look at images; what can be asked of another machine's is data inspect and data tune "
              "with their options.",
              {{"command", excerpt(command + " " + what)}});
}

void requireSlurm(const v1::SlurmQuestion& request) {
  const std::string command = request.arguments_size() > 0 ? request.arguments(0) : "";
  const std::string what = request.arguments_size() > 1 ? request.arguments(1) : "";
  if (command == "slurm" && (what == "script" || what == "submit" || what == "jobs" || what == "cancel")) return;
  throw Error(ErrorCode::kInvalidArgument, "question_not_for_slurm",
              "{command} is nothing that the Slurm of another machine is asked; that is slurm script, slurm submit, "
              "slurm jobs and slurm cancel with their options.",
              {{"command", excerpt(command + " " + what)}});
}

std::vector<std::string> wordsOf(const google::protobuf::RepeatedPtrField<std::string>& arguments) {
  std::vector<std::string> words;
  for (const std::string& word : arguments) words.push_back(hostWord(word));
  return words;
}

/// A call that answers with a stream, and is refused.
template <class Message>
struct StreamRefusal final : grpc::ServerWriteReactor<Message> {
  explicit StreamRefusal(const grpc::Status& why) { this->Finish(why); }
  void OnDone() override { delete this; }
};

}  // namespace

HostProcesses::GoOn HostCalls::whileWanted(grpc::ServerContext& context) const {
  return [this, &context] { return !closing_ && !context.IsCancelled(); };
}

grpc::Status HostCalls::ListRuns(grpc::ServerContext* context, const v1::ListRunsRequest* request,
                                 grpc::ServerWriter<v1::RunList>* writer) {
  return answered(*context, [&] {
    refuseUnknownFields(*request);
    const HostProcesses::GoOn wanted = whileWanted(*context);
    RunsOfFolder runs(hostPath(request->folder()));
    bool is_first = true;
    do {
      for (const v1::RunList& list : runs.news()) {
        if ((is_first || !isEmpty(list)) && !writer->Write(list)) return;
        is_first = false;
      }
      const auto until = std::chrono::steady_clock::now() + kListEvery;
      while (request->follow() && wanted() && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(kLookForEnd);
      }
    } while (request->follow() && wanted());
  });
}

grpc::Status HostCalls::StartRun(grpc::ServerContext* context, const v1::StartRunRequest* request,
                                 v1::StartRunReply* reply) {
  return answered(*context, [&] {
    refuseUnknownFields(*request);
    requireTraining(*request);
    const fs::path run = hostPath(request->run());
    const auto started = processes_.start(wordsOf(request->arguments()), run, whileWanted(*context));
    reply->set_ended(started == HostProcesses::Started::kEnded);
    reply->set_run(toUtf8(run.string()));
  });
}

grpc::Status HostCalls::ServeRun(grpc::ServerContext* context, const v1::ServeRunRequest* request, v1::ServeRunReply*) {
  return answered(*context, [&] {
    refuseUnknownFields(*request);
    const fs::path run = hostPath(request->run());
    RunFolder::openForDisplay(run);  // what is no run is nothing to wait for
    processes_.serve(run, whileWanted(*context));
    reach_(run);  // a step of a job takes its time: calls need not wait for it
  });
}

grpc::Status HostCalls::LookAtData(grpc::ServerContext* context, const v1::LookAtDataRequest* request,
                                   grpc::ServerWriter<v1::DataNews>* writer) {
  return answered(*context, [&] {
    refuseUnknownFields(*request);
    requireLook(*request);
    const auto progress = [writer](const std::string& line) {
      v1::DataNews news;
      news.set_progress(toUtf8(line));
      writer->Write(news);
    };
    HostProcesses::Found found = processes_.look(wordsOf(request->arguments()), progress, whileWanted(*context));
    v1::DataNews last;
    last.set_found_json(toUtf8(found.json));
    last.set_sheet(std::move(found.sheet));
    writer->Write(last);
  });
}

grpc::Status HostCalls::AskSlurm(grpc::ServerContext* context, const v1::SlurmQuestion* request,
                                 v1::SlurmAnswer* reply) {
  return answered(*context, [&] {
    refuseUnknownFields(*request);
    requireSlurm(*request);
    // What changes the queue is done to its end, whoever waits for it.
    const bool changes = request->arguments(1) == "submit" || request->arguments(1) == "cancel";
    const HostProcesses::GoOn wanted = whileWanted(*context);
    const auto goes_on = [this, changes, wanted] { return changes ? !closing_ : wanted(); };
    reply->set_json(toUtf8(processes_.askSlurm(wordsOf(request->arguments()), goes_on)));
  });
}

grpc::Status NoHostCalls::refusal(const Context& context) const try {
  count_call_(context.peer());
  throw Error(ErrorCode::kPermissionDenied, "host_over_ssh_only",
              "This connection leads to one run. The runs of its machine are listed and started by ssh only: name "
              "the machine as ssh://host/folder.");
} catch (const Error& error) {
  refused_(addressOfPeer(context.peer()), error.id());
  return toStatus(error);
}

grpc::ServerWriteReactor<v1::RunList>* NoHostCalls::ListRuns(Context* context, const v1::ListRunsRequest*) {
  return new StreamRefusal<v1::RunList>(refusal(*context));
}

grpc::ServerUnaryReactor* NoHostCalls::StartRun(Context* context, const v1::StartRunRequest*, v1::StartRunReply*) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(refusal(*context));
  return reactor;
}

grpc::ServerUnaryReactor* NoHostCalls::ServeRun(Context* context, const v1::ServeRunRequest*, v1::ServeRunReply*) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(refusal(*context));
  return reactor;
}

grpc::ServerUnaryReactor* NoHostCalls::AskSlurm(Context* context, const v1::SlurmQuestion*, v1::SlurmAnswer*) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(refusal(*context));
  return reactor;
}

grpc::ServerWriteReactor<v1::DataNews>* NoHostCalls::LookAtData(Context* context, const v1::LookAtDataRequest*) {
  return new StreamRefusal<v1::DataNews>(refusal(*context));
}

}  // namespace gan
