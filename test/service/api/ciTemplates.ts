import type { Hosting } from "../hosting.ts";
import { listReply } from "../http/paging.ts";
import { notFound, unknownRoute } from "../http/problem.ts";
import { json } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import { TEMPLATES } from "../templates/catalogue.ts";

/** Part 2, CI templates: public, paged by 20. */
export function ciTemplateRoutes(hosting: Hosting): Route[] {
  const path = hosting.dialect === "neutral" ? "/templates/service_ci_ymls" : "/templates/gitlab_ci_ymls";
  return [
    GET(path, (request) => listReply(TEMPLATES, request, ({ name }) => ({ key: name, name }))),
    GET(`${path}/:key`, (request) => {
      const key = request.holes["key"] ?? "";
      // Real hosts list `C++`, but their route takes only these characters.
      if (!/^[\w.-]+$/.test(key)) throw unknownRoute();
      const template = TEMPLATES.find((one) => one.name === key);
      if (!template) throw notFound("Gitlab_ci_yml");
      return json({ name: template.name, content: template.content });
    }),
  ];
}
