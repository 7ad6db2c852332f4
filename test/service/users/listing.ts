import type { Params } from "../http/params.ts";
import { invalid } from "../http/problem.ts";
import type { UserRecord } from "./records.ts";

/**
 * The people that a list request asks for (part 3, Users). Filters and orders that only administrators have are
 * ignored for others, as on real hosts. Newest first unless ordered otherwise.
 */
export function listedUsers(all: readonly UserRecord[], query: Params, byAdmin: boolean): UserRecord[] {
  if (query.has("extern_uid") !== query.has("provider"))
    throw invalid("extern_uid, provider provide all or none of parameters");
  const tests = [...publicTests(query), ...(byAdmin ? adminTests(query) : [])];
  const found = all.filter((user) => tests.every((test) => test(user)));
  const orderBy = byAdmin ? (query.text("order_by") ?? "id") : "id";
  const ascending = byAdmin && query.text("sort") === "asc";
  return found.sort(
    (a, b) => (compare(sortKey(a, orderBy), sortKey(b, orderBy)) || a.id - b.id) * (ascending ? 1 : -1),
  );
}

type Test = (user: UserRecord) => boolean;

function publicTests(query: Params): Test[] {
  const search = query.text("search")?.toLowerCase();
  const username = query.text("username")?.toLowerCase();
  return [
    (user) =>
      search === undefined ||
      user.name.toLowerCase().includes(search) ||
      user.username.toLowerCase().includes(search) ||
      user.email.toLowerCase() === search,
    (user) => username === undefined || user.username.toLowerCase() === username,
    // False values are not supported: they filter nothing.
    (user) => query.flag("active") !== true || user.state === "active",
    (user) => query.flag("blocked") !== true || user.state === "blocked",
  ];
}

function adminTests(query: Params): Test[] {
  const twoFactor = query.text("two_factor");
  const [externUid, provider] = [query.text("extern_uid"), query.text("provider")];
  const [after, before] = [query.time("created_after"), query.time("created_before")];
  return [
    (user) => twoFactor === undefined || user.account.twoFactor === (twoFactor === "enabled"),
    (user) =>
      externUid === undefined ||
      user.identities.some((one) => one.externUid === externUid && one.provider === provider),
    (user) => query.flag("external") !== true || user.account.external,
    (user) => (after === undefined || user.createdAt >= after) && (before === undefined || user.createdAt <= before),
  ];
}

function sortKey(user: UserRecord, orderBy: string): string | number {
  switch (orderBy) {
    case "name":
      return user.name;
    case "username":
      return user.username;
    case "created_at":
      return user.createdAt;
    case "updated_at":
      return user.updatedAt;
    default:
      return user.id;
  }
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
