import { randomUUID } from "node:crypto";
import type { MergeRequest } from "../../../src/api/resources/mergeRequests.ts";
import { type Context, notThere, once } from "../context.ts";
import { ifServed } from "../undocumented.ts";
import { branches } from "./branches.ts";

/**
 * Open merge requests of the user in the project. The documents make none: they are those that were given by number, two of which are
 * kept, else they are made by the route that most hosts have.
 */
export const openMergeRequests = (on: Context) => {
  const { client } = on;
  const project = on.project.id;
  const made = branches(on, project);
  const given = [...(on.mergeRequests ?? [])];
  const reserved = given.splice(0, 2);
  const byNumber = async (iid: number): Promise<MergeRequest> =>
    (
      await client.mergeRequests.listForProject(project, { iids: [iid], scope: "all", state: "opened" }).page()
    ).items.find((one) => one.iid === iid) ?? notThere(`an open merge request !${iid}, as --merge-requests says`);
  const make = async (): Promise<MergeRequest | undefined> => {
    const [{ branch }, target_branch] = [await made.make(), await made.defaultBranch()];
    return ifServed(() =>
      client.extras.createMergeRequest(project, {
        source_branch: branch,
        target_branch,
        title: `Contract ${randomUUID()}`,
        description: "To call an API",
      }),
    );
  };
  /** One to be changed, merged or deleted. */
  const spare = async (): Promise<MergeRequest> => {
    const iid = given.shift();
    if (iid !== undefined) return byNumber(iid);
    if (on.mergeRequests) return notThere("more numbers in --merge-requests");
    return (await make()) ?? notThere("--merge-requests");
  };
  return {
    byNumber,
    spare,
    /** Two that stay open. */
    kept: once(async (): Promise<readonly MergeRequest[]> => {
      const [one = await spare(), two = await spare()] = await Promise.all(reserved.map(byNumber));
      return [one, two];
    }),
  };
};

export type OpenMergeRequests = ReturnType<typeof openMergeRequests>;
