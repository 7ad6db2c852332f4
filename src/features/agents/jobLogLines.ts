import type { ProjectScope } from "../../core/base/refs.ts";
import type { Connections } from "../../core/connections.ts";
import { type LogLines, readLogLines } from "../../core/diagnosis/logExcerpts.ts";
import { isRunning } from "../../core/ui/statusStyle.ts";

/** Most logs that are kept: questions about a log come one after the other. */
const maxKept = 4;

interface KeptLog {
  readonly job: number;
  /** Undefined without an account. */
  readonly account: string | undefined;
  readonly instance: string;
  readonly log: LogLines;
}

/** The logs that were asked about last. Logs of running jobs are requested each time. */
export class JobLogLines {
  private readonly connections: Pick<Connections, "get">;
  private kept: readonly KeptLog[] = [];

  constructor(connections: Pick<Connections, "get">) {
    this.connections = connections;
  }

  /** @throws ApiError, CancelledError */
  async of({ instance, project }: ProjectScope, job: number, signal: AbortSignal): Promise<LogLines> {
    const { client, session } = this.connections.get(instance);
    const account = session?.id;
    const known = this.kept.find((one) => one.job === job && one.account === account && one.instance === instance);
    if (known) return known.log;
    const [{ status }, answer] = await Promise.all([
      client.jobs.get(project, job, { signal }),
      client.jobs.trace(project, job, { signal }),
    ]);
    try {
      const log = await readLogLines(answer.body, signal);
      if (!isRunning(status)) this.kept = [...this.kept, { job, account, instance, log }].slice(-maxKept);
      return log;
    } finally {
      await answer.close();
    }
  }
}
