import { type CallsOf, first, firstTwo, ofProject } from "../call.ts";

const { pair, same } = ofProject("jobTokenScope");

export const jobTokenScope = {
  "jobTokenScope.get": same((client, project) => client.jobTokenScope.get(project)),
  "jobTokenScope.update": pair(
    (client, project) => client.jobTokenScope.update(project, { enabled: false }),
    (client, project) => client.jobTokenScope.update(project, { enabled: true }),
  ),
  "jobTokenScope.allowlist.list": pair(
    async (client, project, own) => {
      await own.listedProject();
      return first(client.jobTokenScope.allowlist.list(project));
    },
    async (client, project, own) => {
      await own.listedProject();
      return firstTwo(client.jobTokenScope.allowlist.list(project, { perPage: 1 }));
    },
  ),
  "jobTokenScope.allowlist.add": same(async (client, project, own) =>
    client.jobTokenScope.allowlist.add(project, { target_project_id: await own.newProject() }),
  ),
  "jobTokenScope.allowlist.remove": same(async (client, project, own) =>
    client.jobTokenScope.allowlist.remove(project, await own.listedProject()),
  ),
  "jobTokenScope.groupsAllowlist.list": pair(
    async (client, project, own) => {
      await own.listedGroups();
      return first(client.jobTokenScope.groupsAllowlist.list(project));
    },
    async (client, project, own) => {
      await own.listedGroups();
      return firstTwo(client.jobTokenScope.groupsAllowlist.list(project, { perPage: 1 }));
    },
  ),
  "jobTokenScope.groupsAllowlist.add": same(async (client, project, own) =>
    client.jobTokenScope.groupsAllowlist.add(project, { target_group_id: await own.newGroup() }),
  ),
  "jobTokenScope.groupsAllowlist.remove": same(async (client, project, own) =>
    client.jobTokenScope.groupsAllowlist.remove(project, await own.listedGroup()),
  ),
} satisfies CallsOf<"jobTokenScope">;
