import { l10n } from "vscode";
import type { AttributedKind } from "../../../api/resources/customAttributes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Connection } from "../../../core/connections.ts";
import { numericProjectId } from "../../../core/numericProjectId.ts";
import { findUserByUsername } from "../../../core/people/findUser.ts";
import { routeRefused } from "../../../core/routeRefused.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { ownerName } from "./labels.ts";
import type { AttributesRef } from "./refs.ts";

/** An owner with its ID, which the routes need (Part 1, Custom attributes). */
export type FoundOwner = AttributesRef["owner"] & { readonly id: number };

/** Returns the ID that a text consists of. */
const numberOf = (name: string): number | undefined =>
  /^\d{1,15}$/.test(name) && Number(name) > 0 ? Number(name) : undefined;

/**
 * Returns an owner with its ID; looks it up by username or path if it is unknown.
 * @throws UserError when it is not found; ApiError when the request fails
 */
export async function findOwner(
  connection: Connection,
  owner: AttributesRef["owner"],
  signal: AbortSignal,
): Promise<FoundOwner> {
  if (owner.id !== undefined) return { ...owner, id: owner.id };
  const { kind, name } = owner;
  const id = numberOf(name) ?? (await lookUp(connection, kind, name, signal));
  if (id !== undefined) return { kind, name, id };
  throw new UserError(
    l10n.t(
      "The ID of {1} was not found on {0}. Check the spelling, or enter the ID shown on its page.",
      instanceHost(connection.instance.url),
      ownerName(owner),
    ),
  );
}

/** Returns an owner with its ID, and with its name if an ID was typed and the host shows the name. */
export async function namedOwner(
  connection: Connection,
  { kind, name }: AttributesRef["owner"],
  signal: AbortSignal,
): Promise<FoundOwner> {
  const id = numberOf(name);
  if (id === undefined) return findOwner(connection, { kind, name }, signal);
  const { client } = connection;
  const found = await unlessRefused(async () => {
    if (kind === "users") return (await client.users.get(id, {}, { signal })).username;
    return kind === "groups"
      ? (await client.extras.group(id, { signal })).full_path
      : (await client.extras.project(id, { signal })).path_with_namespace;
  });
  return { kind, name: found ?? name, id };
}

async function lookUp(
  connection: Connection,
  kind: AttributedKind,
  name: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { client, instance } = connection;
  const first = { perPage: 1, signal };
  switch (kind) {
    case "users":
      return (await findUserByUsername(client, name.replace(/^@/, ""), signal))?.id;
    case "projects":
      return numericProjectId(connection, { instance: instance.url, project: plainPath(name) }, signal);
    case "groups":
      return (
        (await unlessRefused(async () => (await client.extras.group(plainPath(name), { signal })).id)) ??
        // Any of its milestones contains the ID, too.
        (await unlessRefused(
          async () => (await client.milestones.group.list(plainPath(name), {}, first).page()).items[0]?.group_id,
        )) ??
        undefined
      );
  }
}

const plainPath = (text: string): string => text.trim().replace(/^\/+|\/+$/g, "");

/** Resolves to undefined when the host refuses. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (routeRefused(error)) return undefined;
    throw error;
  }
}

/** Returns the error for an owner that was deleted or hidden. */
export const goneOwner = (owner: AttributesRef["owner"], instance: string, cause: unknown): UserError =>
  new UserError(
    l10n.t(
      "Not found on {0}: {1}. It may have been deleted, or your account cannot see it.",
      instanceHost(instance),
      plainText(ownerName(owner), 140),
    ),
    { cause, action: { title: l10n.t("Refresh"), command: "forgeline.refresh" } },
  );
