/** Watches `fetch`, by which VS Code's own network code is used, and puts the settings of the network back. */
import { replace, setting as set } from "./spies.ts";
import type { Stage } from "./stage.ts";

export const transportSetting = "forgeline.http.transport";
/** Hosts that only a proxy could reach. */
export const far = "http://git.forge.invalid";
export const secureFar = "https://git.forge.invalid";

export { set };

/** What `fetch` is called with in each test of the suite around it, as `GET http://host/path`. */
export function fetchSpy(): {
  readonly fetched: string[];
  readonly redirects: Set<RequestInit["redirect"]>;
  readonly fetchedFar: () => string[];
} {
  const fetched: string[] = [];
  const redirects = new Set<RequestInit["redirect"]>();
  let spy: { dispose(): void };
  beforeEach(() => {
    fetched.length = 0;
    const watched = (real: typeof fetch) =>
      ((input: URL, init: RequestInit) => {
        fetched.push(`${init.method ?? ""} ${input.href}`);
        redirects.add(init.redirect);
        return real(input, init);
      }) as typeof fetch;
    spy = replace(globalThis, "fetch", watched);
  });
  afterEach(async () => {
    spy.dispose();
    for (const name of [transportSetting, "http.proxy", "http.proxySupport"]) await set(name, undefined);
  });
  return { fetched, redirects, fetchedFar: () => fetched.filter((request) => request.includes("git.forge.invalid")) };
}

/** What asking a host for the user fails with. */
export async function failureOf({ app }: Stage, url: string): Promise<unknown> {
  try {
    await app.connections.connect(url).users.current();
  } catch (error) {
    return error;
  }
  throw new Error("It did not fail");
}
