import { instanceHost } from "../instanceUrl.ts";

/**
 * What an account is called: `alice @ git.example.com`; with port and sub-path where another known instance has the
 * same host name, and with a number where even that is taken. VS Code remembers by this label who may use an account.
 * @param others base addresses of the other instances known here
 * @param taken labels of other accounts
 */
export function accountLabel(username: string, instance: string, others: readonly string[], taken: readonly string[]): string {
  const { hostname } = new URL(instance);
  const lookalikes = others.filter((other) => other !== instance && hostnameOf(other) === hostname);
  const withPort = instanceHost(instance);
  const needsScheme = lookalikes.some((other) => instanceHost(other) === withPort);
  const names = [hostname, withPort, instance].slice(needsScheme ? 2 : lookalikes.length > 0 ? 1 : 0);
  for (const name of names) {
    const label = `${username} @ ${name}`;
    if (!taken.includes(label)) return label;
  }
  const base = `${username} @ ${names.at(-1) ?? instance}`;
  let number = 2;
  while (taken.includes(`${base} (${number})`)) number++;
  return `${base} (${number})`;
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
