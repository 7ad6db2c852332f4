import type { HookRecord } from "../hooks/store.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply } from "../http/paging.ts";
import { message, notFound } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { DELETE, GET, POST, type Route } from "../http/router.ts";
import { requireAdmin } from "./access.ts";
import { time } from "./present.ts";

/** What the test of a hook sends and answers, always (part 1, D. System hooks). */
const MOCK_PAYLOAD = {
  project_id: 1,
  owner_email: "example@example.com",
  owner_name: "Someone",
  name: "Ruby",
  path: "ruby",
  event_name: "project_create",
};

/** Part 1, D. System hooks: for administrators. */
export function systemHookRoutes(hosting: Hosting): Route[] {
  return [
    GET("/hooks", (request) => {
      requireAdmin(hosting, request);
      return listReply([...hosting.systemHooks.values()], request, (hook) => showHook(hosting, hook));
    }),
    POST("/hooks", (request) => createHook(hosting, request)),
    GET("/hooks/:id", (request) => json(single(hosting, hookOf(hosting, request)))),
    POST("/hooks/:id", async (request) => {
      const prefix = hosting.dialect === "neutral" ? "X-Service" : "X-Gitlab";
      await hosting.systemHooks.deliver(hookOf(hosting, request), MOCK_PAYLOAD, prefix);
      hosting.state.changed();
      return json(MOCK_PAYLOAD, 201);
    }),
    DELETE("/hooks/:id", (request) => {
      hosting.systemHooks.delete(hookOf(hosting, request).id);
      return reply(204);
    }),
  ];
}

async function createHook(hosting: Hosting, request: Incoming): Promise<Reply> {
  requireAdmin(hosting, request);
  const fields = await request.fields();
  hosting.secrets.note("hook token", fields.text("token"));
  const url = fields.required("url");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw message(400, { url: ["is blocked: Only allowed schemes are http, https"] });
  const hook = hosting.systemHooks.add({
    url,
    token: fields.text("token"),
    pushEvents: fields.flag("push_events") ?? false,
    tagPushEvents: fields.flag("tag_push_events") ?? false,
    mergeRequestsEvents: fields.flag("merge_requests_events") ?? false,
    repositoryUpdateEvents: fields.flag("repository_update_events") ?? true,
    enableSslVerification: fields.flag("enable_ssl_verification") ?? true,
  });
  return json(single(hosting, hook), 201);
}

function hookOf(hosting: Hosting, request: Incoming): HookRecord {
  requireAdmin(hosting, request);
  const hook = hosting.systemHooks.get(Number(request.holes["id"]));
  if (!hook) throw notFound();
  return hook;
}

/** One hook comes as such from real hosts, as a list of one in the documents. */
function single(hosting: Hosting, hook: HookRecord): unknown {
  const shown = showHook(hosting, hook);
  return hosting.dialect === "neutral" ? [shown] : shown;
}

function showHook(hosting: Hosting, hook: HookRecord): object {
  return {
    id: hook.id,
    url: hook.url,
    created_at: time(hosting, hook.createdAt),
    push_events: hook.pushEvents,
    tag_push_events: hook.tagPushEvents,
    merge_requests_events: hook.mergeRequestsEvents,
    repository_update_events: hook.repositoryUpdateEvents,
    enable_ssl_verification: hook.enableSslVerification,
    ...(hosting.dialect === "neutral"
      ? {}
      : {
          name: null,
          description: null,
          alert_status: "executable",
          disabled_until: null,
          url_variables: [],
          push_events_branch_filter: null,
          branch_filter_strategy: "wildcard",
        }),
  };
}
