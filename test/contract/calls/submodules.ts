import { type CallsOf, ofProject } from "../call.ts";

const { pair } = ofProject("submodules");

export const submodules = {
  "submodules.update": pair(
    async (client, project, own) => {
      const { branch, path } = await own.spare();
      return client.submodules.update(project, path, { branch, commit_sha: own.newSha() });
    },
    async (client, project, own) => {
      const { branch, path } = await own.spare();
      const words = { commit_message: "Move the library: ä" };
      return client.submodules.update(project, path, { branch, commit_sha: own.newSha(), ...words });
    },
  ),
} satisfies CallsOf<"submodules">;
