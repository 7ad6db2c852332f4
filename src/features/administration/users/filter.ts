import type { UserQuery } from "../../../api/resources/userTypes.ts";
import { filterMemory } from "../../../core/tree/filterMemory.ts";

/** What the users of the Administration view are narrowed to: everything that the documents let administrators ask for (Part 3, Users). */
export interface AdminUserFilter {
  /** Part of the name, or the whole e-mail address. */
  readonly search?: string;
  /** Exactly this one, in any letter case. */
  readonly username?: string;
  readonly state?: (typeof userStates)[number];
  readonly twoFactor?: (typeof twoFactorStates)[number];
  readonly external?: true;
  /** A login at another service; hosts want both or neither. */
  readonly identity?: { readonly provider: string; readonly uid: string };
  /** ISO 8601 */
  readonly createdAfter?: string;
  /** ISO 8601 */
  readonly createdBefore?: string;
  /** Values by key: users with all of them. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Has the rows tell custom attributes, too. */
  readonly withAttributes?: true;
  readonly orderBy?: (typeof userOrders)[number];
  readonly sort?: (typeof userDirections)[number];
}

export const userStates = ["active", "blocked"] as const;
export const twoFactorStates = ["enabled", "disabled"] as const;
/** The first is what hosts do unless told. */
export const userOrders = ["id", "name", "username", "created_at", "updated_at"] as const;
export const userDirections = ["desc", "asc"] as const;

const texts = ["search", "username", "createdAfter", "createdBefore"] as const;
const flags = ["external", "withAttributes"] as const;
const choices = {
  state: userStates,
  twoFactor: twoFactorStates,
  orderBy: userOrders.slice(1),
  sort: userDirections.slice(1),
} as const;

type Raw = Readonly<Record<string, unknown>>;
const record = (value: unknown): Raw => (typeof value === "object" && value !== null ? (value as Raw) : {});
const filled = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** A filter from anything: takes what is well formed; drops empty texts, what hosts do anyway, and the rest. */
export function toAdminUserFilter(value: unknown): AdminUserFilter {
  const given = record(value);
  const filter: Record<string, unknown> = {};
  for (const key of texts) {
    const text = filled(given[key]);
    if (text !== undefined) filter[key] = text;
  }
  for (const key of flags) if (given[key] === true) filter[key] = true;
  for (const [key, values] of Object.entries(choices))
    if ((values as readonly unknown[]).includes(given[key])) filter[key] = given[key];
  const { provider, uid } = record(given["identity"]);
  const identity = { provider: filled(provider), uid: filled(uid) };
  if (identity.provider !== undefined && identity.uid !== undefined) filter["identity"] = identity;
  const attributes = Object.entries(record(given["attributes"])).filter(
    (pair): pair is [string, string] => pair[0] !== "" && typeof pair[1] === "string",
  );
  if (attributes.length > 0) filter["attributes"] = Object.fromEntries(attributes);
  return filter;
}

/** Whether the filter leaves anything out, orders it otherwise, or shows more of it. */
export const narrowsUsers = (filter: AdminUserFilter): boolean => Object.keys(toAdminUserFilter(filter)).length > 0;

export const adminUserFilters = filterMemory<AdminUserFilter>("adminUserFilter", toAdminUserFilter, narrowsUsers);

/** What the host is asked for. */
export function adminUserQuery(filter: AdminUserFilter): UserQuery {
  const {
    search,
    username,
    state,
    twoFactor,
    external,
    identity,
    createdAfter,
    createdBefore,
    attributes,
    withAttributes,
    orderBy,
    sort,
  } = filter;
  return {
    search,
    username,
    // The filters of hosts know no `false`.
    ...(state === "active" && { active: true }),
    ...(state === "blocked" && { blocked: true }),
    two_factor: twoFactor,
    external,
    ...(identity && { extern_uid: identity.uid, provider: identity.provider }),
    created_after: createdAfter,
    created_before: createdBefore,
    custom_attributes: attributes,
    with_custom_attributes: withAttributes,
    order_by: orderBy,
    sort,
  };
}
