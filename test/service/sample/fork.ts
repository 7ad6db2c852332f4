import type { Hosting } from "../hosting.ts";
import type { MergeRequestSpec } from "../mergeRequests/specs.ts";
import { forkProject } from "../projects/forks.ts";
import type { ProjectRecord } from "../types.ts";

const HOUR = 3_600_000;
const branch = "docs/sea-temperature";

/** Rita only reports in the weather station, so what she writes comes from a fork of hers, in which Alice may help. */
export async function forkSample(hosting: Pick<Hosting, "state" | "repositories" | "merging">, project: ProjectRecord): Promise<MergeRequestSpec> {
  const rita = hosting.state.userNamed("rita")!;
  const at = hosting.state.clock.now() - 44 * HOUR;
  const fork = await forkProject(hosting, project, { path: "rita/weather-station", members: { rita: 50, alice: 30 } });
  await hosting.repositories.commit(fork.path, {
    branch,
    startBranch: project.defaultBranch,
    message: "Say how to measure the sea\n\nThe bucket has to be a wooden one.\n",
    author: { name: rita.name, email: rita.email },
    actions: [{ action: "create", file_path: "docs/sea.md", content: Buffer.from("# The temperature of the sea\n\n1. Take the wooden bucket: metal is too cold.\n2. Draw water at the end of the pier, not at the steps.\n3. Wait a minute before reading.\n") }],
    at,
    user: rita,
  });
  return { fork: fork.path, sourceBranch: branch, title: "Say how to measure the temperature of the sea", description: "As asked on the pier so often.", by: "rita", reviewers: ["alice"], labels: ["documentation"], createdAt: at + HOUR };
}
