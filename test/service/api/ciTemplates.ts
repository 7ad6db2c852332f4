import type { Hosting } from "../hosting.ts";
import { offsetPage, pageReply } from "../http/paging.ts";
import { notFound, unknownRoute } from "../http/problem.ts";
import { json } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import { TEMPLATES } from "../templates/catalogue.ts";

/** Part 2, CI templates: public, paged by 20. */
export function ciTemplateRoutes(hosting: Hosting): Route[] {
  const path = hosting.dialect === "neutral" ? "/templates/service_ci_ymls" : "/templates/gitlab_ci_ymls";
  return [
    {
      method: "GET",
      path,
      handle: (request) =>
        pageReply(offsetPage(TEMPLATES, request, { apiUrl: `${hosting.url}/api/v4` }), ({ name }) => ({
          key: name,
          name,
        })),
    },
    {
      method: "GET",
      path: `${path}/:key`,
      handle: (request) => {
        const key = request.holes["key"] ?? "";
        // Real hosts list `C++`, but their route takes only these characters.
        if (!/^[\w.-]+$/.test(key)) throw unknownRoute();
        const template = TEMPLATES.find((one) => one.name === key);
        if (!template) throw notFound("Gitlab_ci_yml");
        return json({ name: template.name, content: template.content });
      },
    },
  ];
}
