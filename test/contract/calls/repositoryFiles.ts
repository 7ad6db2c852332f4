import type { Client } from "../../../src/api/client.ts";
import { base64Content } from "../../../src/api/resources/repositoryFiles.ts";
import { type CallsOf, ofProject } from "../call.ts";
import type { Subjects } from "../subjects.ts";

const author = { author_name: "Connie Contract", author_email: "connie@example.com" } as const;
const lines = { range: { start: 1, end: 2 } };
const { pair, same } = ofProject("repositoryFiles");

type Files = Client["repositoryFiles"];
type FileCall<T> = (files: Files, project: number | string, path: string, ref: string) => Promise<T>;

/** A call upon a file of a branch: the first one, or the second, whose path has more than ASCII. */
const upon =
  <T>(which: "first" | "second", call: FileCall<T>) =>
  async (client: Client, project: number | string, own: Subjects["repositoryFiles"]): Promise<T> => {
    const file = await own.file();
    return call(client.repositoryFiles, project, file[which], file.ref);
  };

export const repositoryFiles = {
  "repositoryFiles.get": pair(
    upon("first", (files, project, path, ref) => files.get(project, path, { ref })),
    upon("second", (files, project, path, ref) => files.get(project, path, { ref })),
  ),
  "repositoryFiles.head": same(upon("first", (files, project, path, ref) => files.head(project, path, { ref }))),
  "repositoryFiles.blame": pair(
    upon("first", (files, project, path, ref) => files.blame(project, path, { ref })),
    upon("second", (files, project, path, ref) => files.blame(project, path, { ref, ...lines })),
  ),
  "repositoryFiles.blameHead": pair(
    upon("first", (files, project, path, ref) => files.blameHead(project, path, { ref })),
    upon("first", (files, project, path, ref) => files.blameHead(project, path, { ref, ...lines })),
  ),
  "repositoryFiles.raw": pair(
    async ({ repositoryFiles: files }, project, own) => files.raw(project, await own.onDefaultBranch()),
    upon("second", (files, project, path, ref) => files.raw(project, path, { ref, lfs: true })),
  ),
  "repositoryFiles.rawHead": pair(
    async ({ repositoryFiles: files }, project, own) => files.rawHead(project, await own.onDefaultBranch()),
    upon("first", (files, project, path, ref) => files.rawHead(project, path, { ref, lfs: true })),
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
