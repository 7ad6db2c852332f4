import { randomUUID } from "node:crypto";
import type { Commit, CommitAction } from "../../../src/api/resources/commits.ts";
import { type Context, notThere, once } from "../context.ts";

export interface MadeBranch {
  readonly branch: string;
  readonly commit: Commit;
  /** Of three lines. */
  readonly files: NewFiles;
}

/** Nobody has these paths yet: branches get merged. The second one is not ASCII. */
interface NewFiles {
  readonly first: string;
  readonly second: string;
}

/** New branches of a project, each with a commit of its own: what calls change is never what others look at. */
export const branches = ({ client }: Pick<Context, "client">, project: number) => {
  const defaultBranch = once(
    async () => (await client.extras.project(project)).default_branch ?? notThere("a default branch in the project"),
  );
  const newName = (): string => `contract/${randomUUID()}`;
  const newFiles = (): NewFiles => {
    const folder = `notes/${randomUUID()} day 1 + 2`;
    return { first: `${folder}/first.md`, second: `${folder}/ä/second.md` };
  };
  const content = (): string => `${randomUUID()}\nsunny\nrainy\n`;
  return {
    defaultBranch,
    newName,
    /** Starts at the default branch, and has two new files, and more if told. */
    make: async (more: readonly CommitAction[] = []): Promise<MadeBranch> => {
      const [branch, files] = [newName(), newFiles()];
      const created = Object.values(files).map((file_path: string): CommitAction => ({
        action: "create",
        file_path,
        content: content(),
      }));
      const request = {
        branch,
        start_branch: await defaultBranch(),
        commit_message: "Call an API\n\nOf commits.",
        actions: [...created, ...more],
      };
      return { branch, commit: await client.commits.create(project, request), files };
    },
    /** Another commit of a branch: its first file is changed. */
    change: async ({ branch, files }: MadeBranch): Promise<Commit> =>
      client.commits.create(project, {
        branch,
        commit_message: "Change a line",
        actions: [{ action: "update", file_path: files.first, content: content() }],
      }),
  };
};
