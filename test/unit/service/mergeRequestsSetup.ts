import type { ServiceOptions } from "../../service/service.ts";
import type { Answer, Running } from "./calling.ts";
import { running } from "./calling.ts";

export interface MergeRequest extends Readonly<Record<string, unknown>> {
  readonly iid: number;
  readonly state: string;
  readonly sha: string | null;
  readonly detailed_merge_status: string;
}

export interface Workshop extends Running {
  /** As somebody, below the project's merge requests. */
  mr(method: string, path: string, body?: unknown, who?: Person): Promise<Answer>;
  /** A new one of a branch with one commit of its own (or of the branch as it is), by bob unless told. */
  open(
    branch: string,
    options?: {
      readonly files?: Readonly<Record<string, string>>;
      readonly fields?: Readonly<Record<string, unknown>>;
      readonly who?: Person;
    },
  ): Promise<MergeRequest>;
  /** Reads one until the check of its branches is over. */
  settled(iid: number): Promise<MergeRequest>;
  as(who: Person): { headers: Record<string, string> };
}

export type Person = "alice" | "bob" | "max" | "rita" | "admin";

/** A project `demo/work` with a first commit on `main`, and no CI. */
export async function workshop(options: ServiceOptions = {}): Promise<Workshop> {
  const at = await running(options);
  await at.service.control.createProject({ path: "demo/work", files: { "a.txt": "one\n", "b.txt": "two\n" } });
  const project = "/api/v4/projects/demo%2Fwork";
  const as = (who: Person): { headers: Record<string, string> } => ({
    headers: { "PRIVATE-TOKEN": at.info.users[who].token },
  });
  const mr: Workshop["mr"] = (method, path, body, who = "alice") =>
    at.call(method, `${project}/merge_requests${path}`, { ...as(who), ...(body === undefined ? {} : { body }) });
  return {
    ...at,
    as,
    mr,
    async open(branch, { files = { [`${branch}.txt`]: "new\n" }, fields = {}, who = "bob" } = {}) {
      await at.service.control.commit(files, { project: "demo/work", branch, startBranch: "main", by: who });
      const answer = await mr(
        "POST",
        "",
        { source_branch: branch, target_branch: "main", title: `Add ${branch}`, ...fields },
        who,
      );
      if (answer.status !== 201) throw new Error(`No merge request: ${answer.status} ${answer.text}`);
      return answer.json as MergeRequest;
    },
    async settled(iid) {
      for (;;) {
        const one = (await mr("GET", `/${iid}`)).json as MergeRequest;
        if (!["unchecked", "checking"].includes(one.detailed_merge_status)) return one;
      }
    },
  };
}
