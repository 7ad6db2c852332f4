import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The folders of one run of one job, all below one that is removed at its end. */
export interface JobFolders {
  readonly root: string;
  readonly builds: string;
  /** The fresh clone: `CI_PROJECT_DIR`. */
  readonly project: string;
  readonly home: string;
  readonly temp: string;
  /** Where the variable of type `file` is. */
  file(variable: string): string;
}

/** Makes the folders and writes the variables of type `file`. */
export async function makeFolders(
  buildsDir: string,
  job: { id: number; projectPath: string; files: Readonly<Record<string, string>> },
): Promise<JobFolders> {
  await mkdir(buildsDir, { recursive: true });
  // Without symbolic links (a temporary folder may be one), so that paths compare.
  const root = await mkdtemp(join(await realpath(buildsDir), `job-${job.id}-`));
  const builds = join(root, "builds");
  const variables = join(root, "variables");
  const folders = {
    root,
    builds,
    project: join(builds, job.projectPath),
    home: join(root, "home"),
    temp: join(root, "tmp"),
    file: (name: string) => join(variables, name),
  };
  for (const dir of [folders.project, folders.home, folders.temp, variables]) await mkdir(dir, { recursive: true });
  for (const [name, value] of Object.entries(job.files)) {
    if (/^\w+$/.test(name)) await writeFile(folders.file(name), value, { mode: 0o600 });
  }
  return folders;
}

/** Removes a run's folders. */
export function removeFolders(root: string): Promise<void> {
  return rm(root, { recursive: true, force: true, maxRetries: 3 });
}
