import { randomUUID } from "node:crypto";
import type { GroupMilestoneQuery, Milestone } from "../../../src/api/resources/milestones.ts";
import { type Context, notThere, once } from "../context.ts";
import { ifServed } from "../undocumented.ts";
import { newMilestone } from "./newMilestone.ts";
import type { OpenMergeRequests } from "./openMergeRequests.ts";

const day = 86_400_000;
const terms = { start_date: "2024-02-29", due_date: "2099-12-31" } as const;

/** Milestones of the project, and of the group. */
export const milestones = (on: Context, open: OpenMergeRequests) => {
  const { client } = on;
  const newTitle = (): string => `Contract ${randomUUID()}`;

  const ofLevel = (level: "group" | "project") => {
    const owner = () => (level === "group" ? on.need("group") : on.project);
    const operations = client.milestones[level];
    const make = (): Promise<Milestone> =>
      newMilestone(operations, owner().id, { title: newTitle(), description: "To call an API", ...terms });
    const kept = once(async () => (await make()).id);
    const withMergeRequests = async (): Promise<number> => {
      const milestone_id = await kept();
      // Merge requests are planned for milestones of their project, or of its groups.
      for (const { iid } of await open.kept()) {
        const planned = await ifServed(() => client.mergeRequests.update(on.project.id, iid, { milestone_id }));
        if (planned?.milestone?.id !== milestone_id)
          notThere(level === "group" ? "a --group that the project is in" : "merge requests with a milestone");
      }
      return milestone_id;
    };
    return {
      get owner() {
        return owner().id;
      },
      /** The same by its other name. */
      get sameOwner() {
        return owner().path;
      },
      /** Two of them at least are met by the second one. */
      filters: async (): Promise<readonly [GroupMilestoneQuery, GroupMilestoneQuery]> => {
        const { iid, title } = await make();
        await make();
        const updated = {
          updated_after: new Date(Date.now() - day),
          updated_before: new Date(Date.now() + day).toISOString(),
        };
        return [
          { iids: [iid ?? 0], title, include_parent_milestones: false },
          { state: "active", search: "contract", include_ancestors: true, ...updated },
        ];
      },
      milestone: kept,
      /** Has two of them. */
      withMergeRequests,
      /** Has issues and a history where the service was given some: the documents make none. */
      withIssues: async (): Promise<{ readonly owner: number; readonly sameOwner: string; readonly id: number }> => {
        if (!on.control) return { owner: owner().id, sameOwner: owner().path, id: await kept() };
        const { project, group } = await on.control.info();
        const sample = level === "group" ? group : project;
        for (const { id } of (await operations.list(sample.id).all()).items) {
          if ((await operations.issues(sample.id, id).page()).items.length > 0)
            return { owner: sample.id, sameOwner: sample.path, id };
        }
        return notThere("a milestone with issues");
      },
      /** To be changed or deleted. */
      spare: async (): Promise<number> => (await make()).id,
      /** Projects of a person have no group that it could be promoted to. */
      promotable: async (): Promise<number> => {
        on.need("group");
        return (await make()).id;
      },
      newTitle,
      terms,
      /** What a call has made does not stay. */
      passing: async (made: Promise<Milestone | undefined>): Promise<Milestone | undefined> => {
        const result = await made;
        if (result) await operations.delete(owner().id, result.id);
        return result;
      },
    };
  };

  return { group: ofLevel("group"), project: ofLevel("project") };
};
