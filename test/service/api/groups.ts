import type { GroupRecord } from "../groups/records.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { offsetPage, pageReply } from "../http/paging.ts";
import { json } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import { identify, maySeeGroup, readableGroup } from "./access.ts";
import { attributesShown, hasWantedAttributes } from "./attributeFilter.ts";
import { time } from "./present.ts";

/** Beyond the documents: groups, as real hosts have them. */
export function groupRoutes(hosting: Hosting): Route[] {
  const show = (request: Incoming) => (group: GroupRecord): object => ({ ...showGroup(hosting, group), ...attributesShown(hosting, request, "groups", group.id) });
  return [
    {
      method: "GET",
      path: "/groups",
      handle: (request) => {
        const user = identify(hosting, request)?.user;
        const search = request.query.text("search")?.toLowerCase() ?? "";
        const wanted = hasWantedAttributes(hosting, request, "groups");
        const seen = [...hosting.state.groups.values()].filter((group) => maySeeGroup(hosting, group, user) && group.path.toLowerCase().includes(search) && wanted(group.id));
        return pageReply(offsetPage(seen, request, { apiUrl: `${hosting.url}/api/v4` }), show(request));
      },
    },
    { method: "GET", path: "/groups/:id", handle: (request) => json(show(request)(readableGroup(hosting, request))) },
  ];
}

function showGroup(hosting: Hosting, group: GroupRecord): object {
  return {
    id: group.id,
    web_url: `${hosting.url}/groups/${group.path}`,
    name: group.name,
    path: group.path.slice(group.path.lastIndexOf("/") + 1),
    description: group.description,
    visibility: group.visibility,
    full_name: hosting.state.groups
      .upwards(group)
      .map((one) => one.name)
      .reverse()
      .join(" / "),
    full_path: group.path,
    parent_id: group.parentId ?? null,
    created_at: time(hosting, group.createdAt),
    avatar_url: null,
  };
}
