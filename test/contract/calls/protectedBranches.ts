import assert from "node:assert/strict";
import type { AccessLevelRecord } from "../../../src/api/resources/protectedBranches.ts";
import { type CallsOf, first, firstTwo } from "../call.ts";

/** The first entry's ID, which older hosts do not send. */
const idOf = (levels: readonly AccessLevelRecord[] | null | undefined): number =>
  levels?.[0]?.id ?? assert.fail("The entry has no ID");

export const protectedBranches = {
  "protectedBranches.list": {
    minimal: async (client, on) => {
      await on.protectedBranches.rule();
      return first(client.protectedBranches.list(on.protectedBranches.project));
    },
    maximal: async (client, on) => {
      await on.protectedBranches.rule();
      return firstTwo(
        client.protectedBranches.list(on.protectedBranches.sameProject, { search: "contract-" }, { perPage: 1 }),
      );
    },
  },
  "protectedBranches.get": {
    minimal: async (client, on) =>
      client.protectedBranches.get(on.protectedBranches.project, await on.protectedBranches.rule()),
    maximal: async (client, on) =>
      client.protectedBranches.get(on.protectedBranches.sameProject, await on.protectedBranches.rule()),
  },
  "protectedBranches.create": {
    minimal: async (client, on) =>
      on.protectedBranches.passing(
        client.protectedBranches.create(on.protectedBranches.project, { name: on.protectedBranches.newName() }),
      ),
    maximal: async (client, on) => {
      const allowed = [{ user_id: await on.protectedBranches.user() }];
      return on.protectedBranches.passing(
        client.protectedBranches.create(on.protectedBranches.sameProject, {
          name: on.protectedBranches.newName(),
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
  },
  "protectedBranches.update": {
    minimal: async (client, on) =>
      on.protectedBranches.passing(
        client.protectedBranches.update(on.protectedBranches.project, (await on.protectedBranches.spare()).name, {
          allow_force_push: true,
        }),
      ),
    maximal: async (client, on) => {
      const { name, push_access_levels: push, merge_access_levels: merge } = await on.protectedBranches.spare();
      return on.protectedBranches.passing(
        client.protectedBranches.update(on.protectedBranches.sameProject, name, {
          allow_force_push: false,
          allowed_to_merge: [{ id: idOf(merge), access_level: 30 }],
          allowed_to_push: [{ id: idOf(push), _destroy: true }, { access_level: 0 }],
          allowed_to_unprotect: [{ user_id: await on.protectedBranches.user() }],
          code_owner_approval_required: true,
        }),
      );
    },
  },
  "protectedBranches.delete": {
    minimal: async (client, on) =>
      client.protectedBranches.delete(on.protectedBranches.project, (await on.protectedBranches.spare()).name),
    maximal: async (client, on) =>
      client.protectedBranches.delete(on.protectedBranches.sameProject, (await on.protectedBranches.spare()).name),
  },
} satisfies CallsOf<"protectedBranches">;
