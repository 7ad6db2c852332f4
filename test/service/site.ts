import { apiRoutes } from "./api/routes.ts";
import { isDocumented } from "./contract/operations.ts";
import type { ServiceControl } from "./control.ts";
import { controlRoute } from "./controlRoute.ts";
import { answerGit } from "./gitHttp.ts";
import type { Hosting } from "./hosting.ts";
import type { Incoming } from "./http/incoming.ts";
import { unknownRoute } from "./http/problem.ts";
import type { Reply } from "./http/reply.ts";
import { Router } from "./http/router.ts";
import type { Site } from "./http/server.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import { markup, page, upFrom } from "./pages/page.ts";

/** Everything the service answers: control, git, API, OAuth, web pages, in this order. */
export function makeSite(hosting: Hosting, control: ((signal: AbortSignal) => ServiceControl) | undefined): Site {
  const api = new Router(apiRoutes(hosting));
  const web = new Router([...oauthRoutes(hosting), ...(control ? [controlRoute(control)] : [])]);
  return {
    async answer(request, raw) {
      if (request.path.startsWith("/api/")) {
        if (!hosting.extras.served && !isDocumented(request)) throw unknownRoute();
        return answerApi(api, request);
      }
      const git = await answerGit(hosting, request, raw);
      if (git !== undefined) return git === "sent" ? undefined : git;
      const found = web.find(request);
      if (found) return found.route.handle(found.request);
      return landingPage(request);
    },
  };
}

function answerApi(api: Router, request: Incoming): Promise<Reply> | Reply {
  const found = api.find(request);
  if (!found) throw unknownRoute();
  return found.route.handle(found.request);
}

/** The start page, which stands for the pages of projects and wikis too. */
function landingPage(request: Incoming): Reply {
  const body = markup`<p>This is a hosting service for tests and demonstrations. It runs on this machine only.</p>
<p><a href="${upFrom(request.path)}users/sign_in">Sign in</a></p>`;
  return page(request.path, "Welcome", body);
}
