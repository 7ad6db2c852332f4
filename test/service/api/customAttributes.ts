import type { AttributeKind } from "../customAttributes/store.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply } from "../http/paging.ts";
import { notFound } from "../http/problem.ts";
import { json, reply } from "../http/reply.ts";
import { DELETE, GET, PUT, type Route } from "../http/router.ts";
import { requireAdmin } from "./access.ts";

const KINDS = ["users", "groups", "projects"] as const satisfies readonly AttributeKind[];
const NAMES: Readonly<Record<AttributeKind, string>> = { users: "User", groups: "Group", projects: "Project" };

/** Part 1, E. Custom attributes: of people, groups and projects, for administrators. */
export function customAttributeRoutes(hosting: Hosting): Route[] {
  const { customAttributes } = hosting;
  return KINDS.flatMap((kind): Route[] => {
    const owner = (request: Incoming): number => {
      requireAdmin(hosting, request);
      const id = Number(request.holes["id"]);
      if (!hosting.state[kind].has(id)) throw notFound(NAMES[kind]);
      return id;
    };
    const key = (request: Incoming): string => request.holes["key"] ?? "";
    const all = `/${kind}/:id/custom_attributes`;
    return [
      GET(all, (request) => listReply(customAttributes.list(kind, owner(request)), request, (one) => one)),
      GET(`${all}/:key`, (request) => {
        const found = customAttributes.get(kind, owner(request), key(request));
        if (!found) throw notFound();
        return json(found);
      }),
      PUT(`${all}/:key`, async (request) => {
        const id = owner(request);
        return json(customAttributes.set(kind, id, key(request), (await request.fields()).required("value")));
      }),
      DELETE(`${all}/:key`, (request) => {
        if (!customAttributes.delete(kind, owner(request), key(request))) throw notFound();
        return reply(204);
      }),
    ];
  });
}
