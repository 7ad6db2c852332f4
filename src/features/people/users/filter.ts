import type { UserQuery } from "../../../api/resources/userTypes.ts";
import { filterMemory } from "../../../core/tree/filterMemory.ts";

/** What the users of the People view are narrowed to. */
export interface UserFilter {
  /** Part of the name, or the primary email address. */
  readonly search?: string;
  /** Exactly this one, in any letter case. */
  readonly username?: string;
  readonly state?: "active" | "blocked";
}

/** A filter from anything: takes what is well formed, drops the rest. */
export function toUserFilter(value: unknown): UserFilter {
  if (typeof value !== "object" || value === null) return {};
  const { search, username, state } = value as Readonly<Record<string, unknown>>;
  const text = (given: unknown): string => (typeof given === "string" ? given.trim() : "");
  const name = text(username).replace(/^@/, "");
  return {
    ...(text(search) !== "" && { search: text(search) }),
    ...(name !== "" && { username: name }),
    ...((state === "active" || state === "blocked") && { state }),
  };
}

export const userFilters = filterMemory<UserFilter>(
  "userFilter",
  toUserFilter,
  (filter) => Object.keys(filter).length > 0,
);

/** The filter as the list of the host takes it, whose switches know no `false`. */
export const userQuery = ({ search, username, state }: UserFilter): UserQuery => ({
  ...(search !== undefined && { search }),
  ...(username !== undefined && { username }),
  ...(state !== undefined && { [state]: true }),
});
