import type { Pages } from "../../../src/api/pages.ts";
import type { Context } from "../context.ts";

/** The project's own settings, and what may be on its allowlists. */
export const jobTokenScope = (on: Context) => {
  const { allowlist, groupsAllowlist } = on.client.jobTokenScope;
  const project = on.project.id;
  const otherProject = (): number => on.need("secondProject").id;
  const isListed = async (list: Pages<{ readonly id: number }>, id: number): Promise<boolean> =>
    (await list.all()).items.some((one) => one.id === id);
  const isProjectListed = (id: number): Promise<boolean> => isListed(allowlist.list(project), id);
  const isGroupListed = (id: number): Promise<boolean> => isListed(groupsAllowlist.list(project), id);

  const listedProject = async (): Promise<number> => {
    const id = otherProject();
    if (!(await isProjectListed(id))) await allowlist.add(project, { target_project_id: id });
    return id;
  };
  const listed = async (id: number): Promise<number> => {
    if (!(await isGroupListed(id))) await groupsAllowlist.add(project, { target_group_id: id });
    return id;
  };
  return {
    project,
    sameProject: on.project.path,
    /** Is on the list. */
    listedProject,
    listedGroup: () => listed(on.need("group").id),
    /** Two of them are, where a second is known: the local service's. */
    listedGroups: async (): Promise<void> => {
      await listed(on.need("group").id);
      if (on.control) await listed((await on.control.info()).subgroup.id);
    },
    /** Is not on the list. */
    newProject: async (): Promise<number> => {
      const id = otherProject();
      if (await isProjectListed(id)) await allowlist.remove(project, id);
      return id;
    },
    newGroup: async (): Promise<number> => {
      const { id } = on.need("group");
      if (await isGroupListed(id)) await groupsAllowlist.remove(project, id);
      return id;
    },
  };
};
