import { maySee } from "./api/access.ts";
import { identify } from "./api/identity.ts";
import { apiRoutes } from "./api/routes.ts";
import { isDocumented } from "./contract/operations.ts";
import type { ServiceControl } from "./control.ts";
import { controlRoute } from "./controlRoute.ts";
import { answerGit } from "./gitHttp.ts";
import type { Hosting } from "./hosting.ts";
import type { Incoming } from "./http/incoming.ts";
import { unknownRoute } from "./http/problem.ts";
import { reply, type Reply } from "./http/reply.ts";
import { Router } from "./http/router.ts";
import type { Site } from "./http/server.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import { markup, page, upFrom } from "./pages/page.ts";
import { avatarRoute } from "./users/avatarRoute.ts";

/** Everything the service answers: control, git, API, OAuth, web pages, in this order. */
export function makeSite(hosting: Hosting, control: ((signal: AbortSignal) => ServiceControl) | undefined): Site {
  const api = new Router(apiRoutes(hosting));
  const web = new Router([...oauthRoutes(hosting), avatarRoute(hosting), ...(control ? [controlRoute(control)] : [])]);
  return {
    async answer(request, raw) {
      if (request.path.startsWith("/api/")) {
        if (!hosting.extras.served && request.method !== "OPTIONS" && !isDocumented(request)) throw unknownRoute();
        return answerApi(api, request);
      }
      const git = await answerGit(hosting, request, raw);
      if (git !== undefined) return git === "sent" ? undefined : git;
      const found = web.find(request);
      if (found) return found.route.handle(found.request);
      return landingPage(hosting, request);
    },
  };
}

function answerApi(api: Router, request: Incoming): Promise<Reply> | Reply {
  if (request.method === "OPTIONS") {
    return reply(200, "", {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      "Access-Control-Allow-Headers": "Authorization, Content-Type, Private-Token, If-None-Match, Range",
      "Access-Control-Max-Age": "7200",
    });
  }
  const found = api.find(request);
  if (!found) throw unknownRoute();
  return found.route.handle(found.request);
}

/**
 * The start page, which stands for the pages of projects and wikis too; at any other path with 404: a person, or a client with a wrong
 * address, gets HTML.
 */
async function landingPage(hosting: Hosting, request: Incoming): Promise<Reply> {
  const user = hosting.sessions.of(request)?.user ?? identify(hosting, request)?.user;
  const up = upFrom(request.path);
  const projects = [...hosting.state.projects.values()].filter((project) => maySee(project, user));
  const [, path = "", slug] = /^\/(.*?)(?:\/-\/(?:wikis\/(.+)|.*))?$/.exec(request.path) ?? [];
  const project = projects.find((one) => one.path === path);
  const missing = project && slug !== undefined && !(await hosting.wikis.page(project, decodeURIComponent(slug)));
  const known = path === "" || (project !== undefined && missing !== true);
  const body = markup`${known ? undefined : markup`<p class="error">There is no page at this address.</p>`}
<p>This is a hosting service for tests and demonstrations. It runs on this machine only.</p>
${user ? markup`<p>Signed in as <strong>${user.name}</strong>.</p>` : markup`<p><a href="${up}users/sign_in">Sign in</a></p>`}
<h2>Projects</h2><ul>${projects.map((project) => markup`<li><a href="${up}${project.path}">${project.path}</a></li>`)}</ul>`;
  return page(request.path, known ? `Welcome ${path}` : "Page not found", body, { status: known ? 200 : 404 });
}
