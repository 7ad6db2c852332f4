import { randomUUID } from "node:crypto";
import { type Context, once } from "../context.ts";
import { branches } from "./branches.ts";

/** Files on branches of their own. */
export const repositoryFiles = (on: Context) => {
  const project = on.project.id;
  const made = branches(on, project);
  return {
    project,
    sameProject: on.project.path,
    /** Three lines, on a branch: one file with a name in ASCII, so that headers hold it as it is, and one beyond. */
    file: once(async () => {
      const { branch, files } = await made.make();
      return { ...files, ref: branch };
    }),
    /** On the default branch. */
    onDefaultBranch: once(async () => {
      const path = `contract/${randomUUID()}.txt`;
      await on.client.commits.create(project, {
        branch: await made.defaultBranch(),
        commit_message: "Call an API",
        actions: [{ action: "create", file_path: path, content: "sunny\n" }],
      });
      return path;
    }),
    /** A branch whose files may be changed. */
    spare: async () => {
      const { branch, commit, files } = await made.make();
      return { branch, path: files.first, lastCommit: commit.id };
    },
    newBranch: made.newName,
    newPath: () => `notes/ü/${randomUUID()}.md`,
  };
};
