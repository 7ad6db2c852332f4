import type { Client } from "../../../src/api/client.ts";
import { type CallsOf, first, firstTwo } from "../call.ts";
import type { Subjects } from "../subjects.ts";

type Level = "group" | "project";
type Upon<T> = (
  milestones: Client["milestones"]["project"],
  owner: number | string,
  own: Subjects["milestones"]["project"],
) => Promise<T>;

/** The calls of one level: minimal ones by the ID of the group or project, maximal ones by its path. */
function ofLevel(level: Level) {
  const pair = <Minimal, Maximal>(minimal: Upon<Minimal>, maximal: Upon<Maximal>) => {
    const use =
      <T>(call: Upon<T>, by: "owner" | "sameOwner") =>
      (client: Client, on: Subjects): Promise<T> => {
        const own = on.milestones[level];
        return call(client.milestones[level] as Client["milestones"]["project"], own[by], own);
      };
    return { minimal: use(minimal, "owner"), maximal: use(maximal, "sameOwner") };
  };
  const same = <T>(call: Upon<T>) => pair(call, call);
  return {
    same,
    list: pair(
      async (milestones, owner, own) => {
        await own.milestone();
        return first(milestones.list(owner));
      },
      async (milestones, owner, own) => {
        const [exact, wide] = await own.filters();
        await first(milestones.list(owner, exact));
        const query = { ...wide, ...(level === "group" && { include_descendants: true }) };
        return firstTwo(milestones.list(owner, query, { perPage: 1 }));
      },
    ),
    get: same(async (milestones, owner, own) => milestones.get(owner, await own.milestone())),
    create: pair(
      (milestones, owner, own) => own.passing(milestones.create(owner, { title: own.newTitle() })),
      (milestones, owner, own) =>
        own.passing(milestones.create(owner, { title: own.newTitle(), description: "Ä *good* one", ...own.terms })),
    ),
    update: pair(
      async (milestones, owner, own) =>
        own.passing(
          milestones.update(owner, await own.spare(), level === "group" ? { description: "" } : { due_date: "" }),
        ),
      async (milestones, owner, own) => {
        const changes = { title: own.newTitle(), description: "Over", ...own.terms, state_event: "close" } as const;
        return own.passing(milestones.update(owner, await own.spare(), changes));
      },
    ),
    delete: same(async (milestones, owner, own) => milestones.delete(owner, await own.spare())),
    issues: pair(
      async (milestones, _owner, own) => {
        const { owner, id } = await own.withIssues();
        return first(milestones.issues(owner, id));
      },
      async (milestones, _owner, own) => {
        const { sameOwner, id } = await own.withIssues();
        return firstTwo(milestones.issues(sameOwner, id, { perPage: 1 }));
      },
    ),
    mergeRequests: pair(
      async (milestones, owner, own) => first(milestones.mergeRequests(owner, await own.withMergeRequests())),
      async (milestones, owner, own) =>
        firstTwo(milestones.mergeRequests(owner, await own.withMergeRequests(), { perPage: 1 })),
    ),
    burndownEvents: pair(
      async (milestones, _owner, own) => {
        const { owner, id } = await own.withIssues();
        return milestones.burndownEvents(owner, id);
      },
      async (milestones, _owner, own) => {
        const { sameOwner, id } = await own.withIssues();
        return milestones.burndownEvents(sameOwner, id);
      },
    ),
  };
}

const [group, project] = [ofLevel("group"), ofLevel("project")];

export const milestones = {
  "milestones.group.list": group.list,
  "milestones.group.get": group.get,
  "milestones.group.create": group.create,
  "milestones.group.update": group.update,
  "milestones.group.delete": group.delete,
  "milestones.group.issues": group.issues,
  "milestones.group.mergeRequests": group.mergeRequests,
  "milestones.group.burndownEvents": group.burndownEvents,
  "milestones.project.list": project.list,
  "milestones.project.get": project.get,
  "milestones.project.create": project.create,
  "milestones.project.update": project.update,
  "milestones.project.delete": project.delete,
  "milestones.project.issues": project.issues,
  "milestones.project.mergeRequests": project.mergeRequests,
  "milestones.project.burndownEvents": project.burndownEvents,
  "milestones.project.promote": project.same(async (milestones, owner, own) =>
    milestones.promote(owner, await own.promotable()),
  ),
} satisfies CallsOf<"milestones">;
