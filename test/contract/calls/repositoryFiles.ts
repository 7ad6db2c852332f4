import { base64Content } from "../../../src/api/resources/repositoryFiles.ts";
import { type CallsOf, ofProject } from "../call.ts";

const author = { author_name: "Connie Contract", author_email: "connie@example.com" } as const;
const lines = { range: { start: 1, end: 2 } };
const { pair, same } = ofProject("repositoryFiles");

export const repositoryFiles = {
  "repositoryFiles.get": pair(
    async ({ repositoryFiles: files }, project, own) => {
      const { first, ref } = await own.file();
      return files.get(project, first, { ref });
    },
    async ({ repositoryFiles: files }, project, own) => {
      const { second, ref } = await own.file();
      return files.get(project, second, { ref });
    },
  ),
  "repositoryFiles.head": same(async ({ repositoryFiles: files }, project, own) => {
    const { first, ref } = await own.file();
    return files.head(project, first, { ref });
  }),
  "repositoryFiles.blame": pair(
    async ({ repositoryFiles: files }, project, own) => {
      const { first, ref } = await own.file();
      return files.blame(project, first, { ref });
    },
    async ({ repositoryFiles: files }, project, own) => {
      const { second, ref } = await own.file();
      return files.blame(project, second, { ref, ...lines });
    },
  ),
  "repositoryFiles.blameHead": pair(
    async ({ repositoryFiles: files }, project, own) => {
      const { first, ref } = await own.file();
      return files.blameHead(project, first, { ref });
    },
    async ({ repositoryFiles: files }, project, own) => {
      const { first, ref } = await own.file();
      return files.blameHead(project, first, { ref, ...lines });
    },
  ),
  "repositoryFiles.raw": pair(
    async ({ repositoryFiles: files }, project, own) => files.raw(project, await own.onDefaultBranch()),
    async ({ repositoryFiles: files }, project, own) => {
      const { second, ref } = await own.file();
      return files.raw(project, second, { ref, lfs: true });
    },
  ),
  "repositoryFiles.rawHead": pair(
    async ({ repositoryFiles: files }, project, own) => files.rawHead(project, await own.onDefaultBranch()),
    async ({ repositoryFiles: files }, project, own) => {
      const { first, ref } = await own.file();
      return files.rawHead(project, first, { ref, lfs: true });
    },
  ),
  "repositoryFiles.create": pair(
    async ({ repositoryFiles: files }, project, own) => {
      const { branch } = await own.spare();
      return files.create(project, own.newPath(), { branch, commit_message: "Add a file", content: "" });
    },
    async ({ repositoryFiles: files }, project, own) => {
      const { branch } = await own.spare();
      return files.create(project, own.newPath(), {
        branch: own.newBranch(),
        start_branch: branch,
        commit_message: "Add a program: ä",
        ...base64Content(Uint8Array.of(0, 255, 10)),
        execute_filemode: true,
        ...author,
      });
    },
  ),
  "repositoryFiles.update": pair(
    async ({ repositoryFiles: files }, project, own) => {
      const { branch, path } = await own.spare();
      return files.update(project, path, { branch, commit_message: "Empty a file", content: "" });
    },
    async ({ repositoryFiles: files }, project, own) => {
      const { branch, path, lastCommit } = await own.spare();
      return files.update(project, path, {
        branch: own.newBranch(),
        start_branch: branch,
        commit_message: "Change a file",
        content: "rainy\n",
        encoding: "text",
        execute_filemode: true,
        last_commit_id: lastCommit,
        ...author,
      });
    },
  ),
  "repositoryFiles.delete": pair(
    async ({ repositoryFiles: files }, project, own) => {
      const { branch, path } = await own.spare();
      return files.delete(project, path, { branch, commit_message: "Remove a file" });
    },
    async ({ repositoryFiles: files }, project, own) => {
      const { branch, path, lastCommit } = await own.spare();
      return files.delete(project, path, {
        branch: own.newBranch(),
        start_branch: branch,
        commit_message: "Remove a file & say so",
        last_commit_id: lastCommit,
        ...author,
      });
    },
  ),
} satisfies CallsOf<"repositoryFiles">;
