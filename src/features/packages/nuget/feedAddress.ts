import type { Feed } from "../../../api/resources/packageFeed.ts";

/** Protocols of a feed (Part 1, Package feeds). */
export type FeedVersion = "v3" | "v2";

/** Returns the address that NuGet clients use for a feed. @param instance base address without a trailing slash */
export function feedAddress(instance: string, feed: Feed, version: FeedVersion): string {
  const base = "project" in feed ? `projects/${feed.project}` : `groups/${feed.group}/-`;
  return `${instance}/api/v4/${base}/packages/nuget/${version === "v3" ? "index.json" : "v2"}`;
}

/** Returns the ID of the project whose feed an address belongs to; undefined for group feeds and other addresses. */
export function projectOfAddress(address: string | null | undefined): number | undefined {
  const id = Number(/\/projects\/([1-9]\d*)\/packages\/nuget(?:\/|$)/.exec(address ?? "")?.[1]);
  return Number.isSafeInteger(id) ? id : undefined;
}

/** Returns the .nupkg file name at the end of an address, if there is one. */
export function filenameOfAddress(address: string | null | undefined): string | undefined {
  const last = /\/([^/?#]+)(?:[?#].*)?$/.exec(address ?? "")?.[1];
  if (last === undefined) return undefined;
  try {
    const name = decodeURIComponent(last);
    return /\.nupkg$/i.test(name) && !/[/\\]/.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
