import { randomUUID } from "node:crypto";
import type { Commit, CommitAction } from "../../../src/api/resources/commits.ts";
import { type Context, notThere, once } from "../context.ts";
import { ifServed } from "../undocumented.ts";

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
  const ours = "contract/";
  /** The newest commit of the default branch, which lists are about where they name no branch. */
  const head = once(
    async () =>
      (await client.commits.list(project, {}, { perPage: 1 }).page()).items[0]?.id ??
      notThere("a commit in the project"),
  );
  /** What nothing documented says outright: the branch of the latest pipeline is the default branch, and the newest commit is in it. */
  const defaultBranch = once(async (): Promise<string> => {
    const named =
      (await ifServed(() => client.extras.project(project)))?.default_branch ??
      (await ifServed(() => client.pipelines.latest(project)))?.ref;
    if (typeof named === "string") return named;
    const names = (await client.commits.refs(project, await head(), { type: "branch" }).all()).items
      .map(({ name }) => name)
      .filter((name) => !name.startsWith(ours));
    const usual = names.find((name) => name === "main" || name === "master");
    return usual ?? (names.length === 1 ? names[0]! : notThere("a default branch that can be told from the others"));
  });
  const newName = (): string => `${ours}${randomUUID()}`;
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
        start_sha: await head(),
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
