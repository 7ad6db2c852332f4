import type { CallsOf } from "../call.ts";

export const submodules = {
  "submodules.update": {
    minimal: async (client, on) => {
      const { branch, path } = await on.submodules.spare();
      return client.submodules.update(on.submodules.project, path, { branch, commit_sha: on.submodules.newSha() });
    },
    maximal: async (client, on) => {
      const { branch, path } = await on.submodules.spare();
      return client.submodules.update(on.submodules.sameProject, path, {
        branch,
        commit_sha: on.submodules.newSha(),
        commit_message: "Move the library: ä",
      });
    },
  },
} satisfies CallsOf<"submodules">;
