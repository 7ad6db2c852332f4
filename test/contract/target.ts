/** What the calls are made against: the local service in both of its dialects, or the server that flags or environment name. */
import { local } from "./localTarget.ts";
import type { Target } from "./opened.ts";
import { givenBy } from "./serverFlags.ts";
import { openServer } from "./serverTarget.ts";

export function targets(env: NodeJS.ProcessEnv = process.env): Target[] {
  const url = givenBy("base-url", env);
  if (url === undefined) return [local("gitlab"), local("neutral")];
  if (!URL.canParse(url)) throw new Error(`--base-url ${url}: enter a URL, for example https://git.example.com`);
  return [
    {
      name: new URL(url).host,
      complete: false,
      strict: false,
      open: () => openServer(url, (flag) => givenBy(flag, env)),
    },
  ];
}
