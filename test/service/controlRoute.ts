import type { ServiceControl } from "./control.ts";
import { header } from "./http/incoming.ts";
import { forbidden, message, Problem, unknownRoute } from "./http/problem.ts";
import { json } from "./http/reply.ts";
import { POST, type Route } from "./http/router.ts";

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * The control over HTTP: `POST /-/control/<name>` with `{"args": […]}`. Web pages cannot call it: no Origin, JSON only.
 * `make` builds a control whose waits end with the signal.
 */
export function controlRoute(make: (signal: AbortSignal) => ServiceControl): Route {
  return POST("/-/control/:name", async (request) => {
    if (header(request, "origin") !== undefined || !/^application\/json\b/.test(header(request, "content-type") ?? ""))
      throw forbidden();
    const calls = new Map(Object.entries(make(request.signal)) as [string, Call][]);
    const call = calls.get(request.holes["name"] ?? "");
    if (!call) throw unknownRoute();
    const args = (await request.fields()).values["args"];
    try {
      // JSON has no undefined: null stands for an argument left out.
      return json((await call(...(Array.isArray(args) ? args.map((arg) => arg ?? undefined) : []))) ?? null);
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw message(400, error instanceof Error ? error.message : String(error));
    }
  });
}
