import type { ServiceOptions } from "../../service/service.ts";
import { type Answer, type Running, running } from "./calling.ts";

interface MergeRequest {
  readonly iid: number;
  readonly sha: string | null;
}

export interface Workshop extends Running {
  /** Sends a request below the project's merge requests. */
  mr(method: string, path: string, body?: unknown, who?: Person): Promise<Answer>;
  /** Opens one of a new branch, by bob. */
  open(branch: string, files: Readonly<Record<string, string>>, title: string): Promise<MergeRequest>;
}

export type Person = "alice" | "bob" | "max" | "rita" | "admin";

/** A project `demo/work` with a first commit on `main`, and no CI. */
export async function workshop(options: ServiceOptions = {}): Promise<Workshop> {
  const at = await running(options);
  await at.service.control.createProject({ path: "demo/work", files: { "a.txt": "one\n", "b.txt": "two\n" } });
  const mr: Workshop["mr"] = (method, path, body, who = "alice") => {
    const headers = { "PRIVATE-TOKEN": at.info.users[who].token };
    const sent = { headers, ...(body === undefined ? {} : { body }) };
    return at.call(method, `/api/v4/projects/demo%2Fwork/merge_requests${path}`, sent);
  };
  return {
    ...at,
    mr,
    async open(source_branch, files, title) {
      const from = { project: "demo/work", branch: source_branch, startBranch: "main", by: "bob" } as const;
      await at.service.control.commit(files, from);
      const answer = await mr("POST", "", { source_branch, target_branch: "main", title }, "bob");
      if (answer.status !== 201) throw new Error(`No merge request: ${answer.status} ${answer.text}`);
      return answer.json as MergeRequest;
    },
  };
}
