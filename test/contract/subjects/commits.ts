import type { CreateCommit } from "../../../src/api/resources/commits.ts";
import { type Context, notThere, once } from "../context.ts";
import { branches } from "./branches.ts";

/** Where statuses from outside stand. */
const externalStage = "external";

/** Commits on branches of their own. */
export const commits = (on: Context) => {
  const { client } = on;
  const project = on.project.id;
  const made = branches(on, project);
  /** Where all kinds of actions can start. */
  const base = () =>
    made.make([
      { action: "create", file_path: "one.txt", content: "one\n" },
      { action: "create", file_path: "two.txt", content: "two\n" },
      { action: "create", file_path: "three.txt", content: "three\n" },
      { action: "create", file_path: "four.sh", content: "#!/bin/sh\n" },
    ]);
  return {
    project,
    /** The same by its other name. */
    sameProject: on.project.path,
    /** To be changed. */
    branch: made.make,
    newBranch: made.newName,
    /** A commit of every kind of action, on a branch that it overwrites. */
    everything: async (): Promise<CreateCommit> => {
      const { branch, commit } = await base();
      const last_commit_id = commit.id;
      return {
        ...{ branch: (await made.make()).branch, start_branch: branch, start_project: project },
        commit_message: "Do everything ä",
        ...{ author_name: "Connie Contract", author_email: "connie@example.com", stats: true, force: true },
        actions: [
          { action: "create", file_path: "a b/new.bin", content: "AAEC", encoding: "base64" },
          { action: "update", file_path: "one.txt", content: "", encoding: "text", last_commit_id },
          {
            action: "move",
            file_path: "moved/two.txt",
            previous_path: "two.txt",
            content: "two, moved\n",
            last_commit_id,
          },
          { action: "delete", file_path: "three.txt", last_commit_id },
          { action: "chmod", file_path: "four.sh", execute_filemode: true },
        ],
      };
    },
    /** Two commits that change a file of a branch. */
    two: once(async () => {
      const branch = await made.make();
      await made.change(branch);
      return { branch: branch.branch, path: branch.files.first };
    }),
    /** In two branches, with two files, two comments and two statuses of the last pipeline. */
    commit: once(async () => {
      const { branch, commit, files } = await made.make();
      await client.commits.create(project, {
        branch: made.newName(),
        start_sha: commit.id,
        commit_message: "Go on",
        actions: [{ action: "create", file_path: "more.txt", content: "more\n" }],
      });
      for (const note of ["First", "Second"])
        await client.commits.createComment(project, commit.id, { note, path: files.first, line: 1, line_type: "new" });
      for (const name of ["contract/a", "contract/b"])
        await client.commits.setStatus(project, commit.id, {
          state: "success",
          ref: branch,
          name,
          target_url: "https://builds.example.com/1",
          description: "Good",
        });
      return { branch, sha: commit.id, stage: externalStage, name: "contract/a" };
    }),
    /** One to comment on, or to judge. */
    spare: async () => {
      const { branch, commit, files } = await made.make();
      return { branch, sha: commit.id, path: files.first };
    },
    /** A commit, and another branch that lacks it. */
    pick: async () => {
      const [from, onto] = [await made.make(), await made.make()];
      return { sha: from.commit.id, branch: onto.branch };
    },
    pipelineOf: async (sha: string): Promise<number> => {
      await client.commits.setStatus(project, sha, { state: "pending" });
      const { last_pipeline } = await client.commits.get(project, sha);
      return last_pipeline?.id ?? notThere("a pipeline of a commit that has a status");
    },
  };
};
