import assert from "node:assert/strict";
import type { AccessLevelRecord } from "../../../src/api/resources/protectedBranches.ts";
import { type CallsOf, first, firstTwo, ofProject } from "../call.ts";

const { pair, same } = ofProject("protectedBranches");

/** The first entry's ID, which older hosts do not send. */
const idOf = (levels: readonly AccessLevelRecord[] | null | undefined): number =>
  levels?.[0]?.id ?? assert.fail("The entry has no ID");

export const protectedBranches = {
  "protectedBranches.list": pair(
    async (client, project, own) => {
      await own.rule();
      return first(client.protectedBranches.list(project));
    },
    async (client, project, own) => {
      await own.rule();
      return firstTwo(client.protectedBranches.list(project, { search: "contract-" }, { perPage: 1 }));
    },
  ),
  "protectedBranches.get": same(async (client, project, own) =>
    client.protectedBranches.get(project, await own.rule()),
  ),
  "protectedBranches.create": pair(
    (client, project, own) => own.passing(client.protectedBranches.create(project, { name: own.newName() })),
    async (client, project, own) => {
      const allowed = [{ user_id: await own.user() }];
      return own.passing(
        client.protectedBranches.create(project, {
          name: own.newName(),
          allow_force_push: true,
          allowed_to_merge: allowed,
          allowed_to_push: [...allowed, { access_level: 30 }],
          allowed_to_unprotect: allowed,
          code_owner_approval_required: true,
          merge_access_level: 30,
          push_access_level: 40,
          unprotect_access_level: 40,
        }),
      );
    },
  ),
  "protectedBranches.update": pair(
    async (client, project, own) =>
      own.passing(client.protectedBranches.update(project, (await own.spare()).name, { allow_force_push: true })),
    async (client, project, own) => {
      const { name, push_access_levels: push, merge_access_levels: merge } = await own.spare();
      return own.passing(
        client.protectedBranches.update(project, name, {
          allow_force_push: false,
          allowed_to_merge: [{ id: idOf(merge), access_level: 30 }],
          allowed_to_push: [{ id: idOf(push), _destroy: true }, { access_level: 0 }],
          allowed_to_unprotect: [{ user_id: await own.user() }],
          code_owner_approval_required: true,
        }),
      );
    },
  ),
  "protectedBranches.delete": same(async (client, project, own) =>
    client.protectedBranches.delete(project, (await own.spare()).name),
  ),
} satisfies CallsOf<"protectedBranches">;
