import type { SeedContext } from "../types.ts";
import { commitSample, samplePath } from "./commits.ts";
import { samplePipelines } from "./history.ts";

/** Fills a service with the weather station: a repository of several authors, and pipelines of the last days. */
export async function seedSample(context: SeedContext): Promise<void> {
  context.createProject({
    path: samplePath,
    name: "Weather Station",
    description: "Readings of simulated weather sensors, and a page about the day",
    defaultBranch: "main",
    visibility: "private",
    members: ["alice", "max", "bob", "rita"],
  });
  const commits = await commitSample(context.repositories, context.users);
  for (const pipeline of await samplePipelines(commits)) await context.addPipeline({ ...pipeline, project: samplePath });
}
