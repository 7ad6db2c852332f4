import type { ArtifactFiles } from "../../core/artifacts/artifactFiles.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { Feature } from "../../core/feature.ts";
import type { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import type { JobsContext } from "./context.ts";
import { JobLogs } from "./log/jobLogs.ts";
import { LogDocuments } from "./log/logDocuments.ts";
import { rawLogFolder } from "./log/rawFolder.ts";
import { JobProblems } from "./problems/jobProblems.ts";

interface Needs {
  readonly artifacts: LazyFiles<ArtifactFiles>;
}

/** Jobs: their view, logs, and the problems in logs. */
export const jobs: Feature<JobsContext, typeof import("./main.ts"), Needs> = {
  commands: ["job", "jobs", "log"],
  register(context, load, { artifacts }) {
    const { owned, polling, changes, connections } = context;
    const view = addView(context, {
      view: VIEWS.jobs,
      subjects: ["pipeline", "job"],
      selectMany: true,
      filtered: "forgeline.jobsFiltered",
      hideRoot: true,
      load: async () => (await load()).openJobs(artifacts),
    });
    const account = {
      clientFor: ({ instance }: ProjectScope) => connections.get(instance).client,
      accountFor: ({ instance }: ProjectScope) => connections.get(instance).session?.id,
    };
    const logs = owned.add(
      new JobLogs(
        {
          ...context,
          ...account,
          silentUntil: (instance) => polling.silentUntil(instance),
          onEnded: () => polling.refreshAll(),
          companion: (ref) => problems.companion(ref),
          changes: changes.event,
          storage: rawLogFolder(context),
        },
        load,
      ),
    );
    const problems: JobProblems = owned.add(
      new JobProblems(
        {
          ...context,
          ...account,
          onDidChangeAccount: connections.onDidChange,
          jobOfChannel: ({ uri }) => logs.jobOf(uri),
          changes: changes.event,
        },
        load,
      ),
    );
    const logDocuments = new LogDocuments(logs, context.sessions.ready, load);
    return { ...context, view, logs, logDocuments: owned.add(logDocuments), problems };
  },
};
