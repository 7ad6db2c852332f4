import { type CallsOf, first, firstTwo } from "../call.ts";

export const jobTokenScope = {
  "jobTokenScope.get": {
    minimal: async (client, on) => client.jobTokenScope.get(on.jobTokenScope.project),
    maximal: async (client, on) => client.jobTokenScope.get(on.jobTokenScope.sameProject),
  },
  "jobTokenScope.update": {
    minimal: async (client, on) => client.jobTokenScope.update(on.jobTokenScope.project, { enabled: false }),
    maximal: async (client, on) => client.jobTokenScope.update(on.jobTokenScope.sameProject, { enabled: true }),
  },
  "jobTokenScope.allowlist.list": {
    minimal: async (client, on) => {
      await on.jobTokenScope.listedProject();
      return first(client.jobTokenScope.allowlist.list(on.jobTokenScope.project));
    },
    maximal: async (client, on) => {
      await on.jobTokenScope.listedProject();
      return firstTwo(client.jobTokenScope.allowlist.list(on.jobTokenScope.sameProject, { perPage: 1 }));
    },
  },
  "jobTokenScope.allowlist.add": {
    minimal: async (client, on) =>
      client.jobTokenScope.allowlist.add(on.jobTokenScope.project, {
        target_project_id: await on.jobTokenScope.newProject(),
      }),
    maximal: async (client, on) =>
      client.jobTokenScope.allowlist.add(on.jobTokenScope.sameProject, {
        target_project_id: await on.jobTokenScope.newProject(),
      }),
  },
  "jobTokenScope.allowlist.remove": {
    minimal: async (client, on) =>
      client.jobTokenScope.allowlist.remove(on.jobTokenScope.project, await on.jobTokenScope.listedProject()),
    maximal: async (client, on) =>
      client.jobTokenScope.allowlist.remove(on.jobTokenScope.sameProject, await on.jobTokenScope.listedProject()),
  },
  "jobTokenScope.groupsAllowlist.list": {
    minimal: async (client, on) => {
      await on.jobTokenScope.listedGroups();
      return first(client.jobTokenScope.groupsAllowlist.list(on.jobTokenScope.project));
    },
    maximal: async (client, on) => {
      await on.jobTokenScope.listedGroups();
      return firstTwo(client.jobTokenScope.groupsAllowlist.list(on.jobTokenScope.sameProject, { perPage: 1 }));
    },
  },
  "jobTokenScope.groupsAllowlist.add": {
    minimal: async (client, on) =>
      client.jobTokenScope.groupsAllowlist.add(on.jobTokenScope.project, {
        target_group_id: await on.jobTokenScope.newGroup(),
      }),
    maximal: async (client, on) =>
      client.jobTokenScope.groupsAllowlist.add(on.jobTokenScope.sameProject, {
        target_group_id: await on.jobTokenScope.newGroup(),
      }),
  },
  "jobTokenScope.groupsAllowlist.remove": {
    minimal: async (client, on) =>
      client.jobTokenScope.groupsAllowlist.remove(on.jobTokenScope.project, await on.jobTokenScope.listedGroup()),
    maximal: async (client, on) =>
      client.jobTokenScope.groupsAllowlist.remove(on.jobTokenScope.sameProject, await on.jobTokenScope.listedGroup()),
  },
} satisfies CallsOf<"jobTokenScope">;
