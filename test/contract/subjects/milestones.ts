import { randomUUID } from "node:crypto";
import type { CreateMilestone, GroupMilestoneQuery, Milestone } from "../../../src/api/resources/milestones.ts";
import { type Context, notThere, once } from "../context.ts";
import { branches } from "./branches.ts";

const day = 86_400_000;
const terms = { start_date: "2024-02-29", due_date: "2099-12-31" } as const;

/** Milestones of the project, and of the group. */
export const milestones = (on: Context) => {
  const { client } = on;
  const newTitle = (): string => `Contract ${randomUUID()}`;

  const ofLevel = (level: "group" | "project") => {
    const owner = () => (level === "group" ? on.need("group") : on.project);
    const operations = client.milestones[level];
    /** Where the answer to making one does not tell it, the list does. */
    const make = async (more: Partial<CreateMilestone> = {}): Promise<Milestone> => {
      const title = newTitle();
      const made = await operations.create(owner().id, { title, description: "To call an API", ...terms, ...more });
      return (
        made ??
        (await operations.list(owner().id, { title }).page()).items[0] ??
        notThere("the milestone that was just made")
      );
    };
    const kept = once(async () => {
      const made = await make();
      // Merge requests are planned for milestones of their project, or of its groups.
      const inside = level === "project" || on.project.path.startsWith(`${on.need("group").path}/`);
      if (inside)
        for (const _ of [1, 2])
          await client.mergeRequests.update(on.project.id, await newMergeRequest(), { milestone_id: made.id });
      return made.id;
    });
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
      /** Has two merge requests, where that can be. */
      milestone: kept,
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

  const newMergeRequest = async (): Promise<number> => {
    const made = branches(on, on.project.id);
    const [{ branch }, target_branch] = [await made.make(), await made.defaultBranch()];
    return (
      await client.extras.createMergeRequest(on.project.id, { source_branch: branch, target_branch, title: newTitle() })
    ).iid;
  };

  return { group: ofLevel("group"), project: ofLevel("project") };
};
