import { base64Content } from "../../../src/api/resources/repositoryFiles.ts";
import type { CallsOf } from "../call.ts";

const author = { author_name: "Connie Contract", author_email: "connie@example.com" } as const;

export const repositoryFiles = {
  "repositoryFiles.get": {
    minimal: async (client, on) => {
      const { first, ref } = await on.repositoryFiles.file();
      return client.repositoryFiles.get(on.repositoryFiles.project, first, { ref });
    },
    maximal: async (client, on) => {
      const { second, ref } = await on.repositoryFiles.file();
      return client.repositoryFiles.get(on.repositoryFiles.sameProject, second, { ref });
    },
  },
  "repositoryFiles.head": {
    minimal: async (client, on) => {
      const { first, ref } = await on.repositoryFiles.file();
      return client.repositoryFiles.head(on.repositoryFiles.project, first, { ref });
    },
    maximal: async (client, on) => {
      const { first, ref } = await on.repositoryFiles.file();
      return client.repositoryFiles.head(on.repositoryFiles.sameProject, first, { ref });
    },
  },
  "repositoryFiles.blame": {
    minimal: async (client, on) => {
      const { first, ref } = await on.repositoryFiles.file();
      return client.repositoryFiles.blame(on.repositoryFiles.project, first, { ref });
    },
    maximal: async (client, on) => {
      const { second, ref } = await on.repositoryFiles.file();
      return client.repositoryFiles.blame(on.repositoryFiles.sameProject, second, { ref, range: { start: 1, end: 2 } });
    },
  },
  "repositoryFiles.blameHead": {
    minimal: async (client, on) => {
      const { first, ref } = await on.repositoryFiles.file();
      return client.repositoryFiles.blameHead(on.repositoryFiles.project, first, { ref });
    },
    maximal: async (client, on) => {
      const { first, ref } = await on.repositoryFiles.file();
      return client.repositoryFiles.blameHead(on.repositoryFiles.sameProject, first, {
        ref,
        range: { start: 1, end: 2 },
      });
    },
  },
  "repositoryFiles.raw": {
    minimal: async (client, on) =>
      client.repositoryFiles.raw(on.repositoryFiles.project, await on.repositoryFiles.onDefaultBranch()),
    maximal: async (client, on) => {
      const { second, ref } = await on.repositoryFiles.file();
      return client.repositoryFiles.raw(on.repositoryFiles.sameProject, second, { ref, lfs: true });
    },
  },
  "repositoryFiles.rawHead": {
    minimal: async (client, on) =>
      client.repositoryFiles.rawHead(on.repositoryFiles.project, await on.repositoryFiles.onDefaultBranch()),
    maximal: async (client, on) => {
      const { first, ref } = await on.repositoryFiles.file();
      return client.repositoryFiles.rawHead(on.repositoryFiles.sameProject, first, { ref, lfs: true });
    },
  },
  "repositoryFiles.create": {
    minimal: async (client, on) => {
      const { branch } = await on.repositoryFiles.spare();
      return client.repositoryFiles.create(on.repositoryFiles.project, on.repositoryFiles.newPath(), {
        branch,
        commit_message: "Add a file",
        content: "",
      });
    },
    maximal: async (client, on) => {
      const { branch } = await on.repositoryFiles.spare();
      return client.repositoryFiles.create(on.repositoryFiles.sameProject, on.repositoryFiles.newPath(), {
        branch: on.repositoryFiles.newBranch(),
        start_branch: branch,
        commit_message: "Add a program: ä",
        ...base64Content(Uint8Array.of(0, 255, 10)),
        execute_filemode: true,
        ...author,
      });
    },
  },
  "repositoryFiles.update": {
    minimal: async (client, on) => {
      const { branch, path } = await on.repositoryFiles.spare();
      return client.repositoryFiles.update(on.repositoryFiles.project, path, {
        branch,
        commit_message: "Empty a file",
        content: "",
      });
    },
    maximal: async (client, on) => {
      const { branch, path, lastCommit } = await on.repositoryFiles.spare();
      return client.repositoryFiles.update(on.repositoryFiles.sameProject, path, {
        branch: on.repositoryFiles.newBranch(),
        start_branch: branch,
        commit_message: "Change a file",
        content: "rainy\n",
        encoding: "text",
        execute_filemode: true,
        last_commit_id: lastCommit,
        ...author,
      });
    },
  },
  "repositoryFiles.delete": {
    minimal: async (client, on) => {
      const { branch, path } = await on.repositoryFiles.spare();
      return client.repositoryFiles.delete(on.repositoryFiles.project, path, {
        branch,
        commit_message: "Remove a file",
      });
    },
    maximal: async (client, on) => {
      const { branch, path, lastCommit } = await on.repositoryFiles.spare();
      return client.repositoryFiles.delete(on.repositoryFiles.sameProject, path, {
        branch: on.repositoryFiles.newBranch(),
        start_branch: branch,
        commit_message: "Remove a file & say so",
        last_commit_id: lastCommit,
        ...author,
      });
    },
  },
} satisfies CallsOf<"repositoryFiles">;
