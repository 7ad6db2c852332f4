import { instanceHost } from "../core/base/instanceUrl.ts";

/**
 * Returns the label of an account: `alice @ git.example.com`, with the port if it is not the default; with sub-path or scheme if another
 * known instance has the same host and port, and with a number if that is taken too. VS Code stores by this label which extensions may use
 * an account.
 * @param others base URLs of the other known instances
 * @param taken labels of other accounts
 */
export function accountLabel(
  username: string,
  instance: string,
  others: readonly string[],
  taken: readonly string[],
): string {
  const { host } = new URL(instance);
  // A host may call its user `alice @ another.example`, or anything that menus and messages give a meaning to.
  const user = username.slice(0, 100).replace(/[^\p{L}\p{M}\p{N}._+ -]/gu, "_");
  const lookalikes = others.filter((other) => other !== instance && hostOf(other) === host);
  const withPath = instanceHost(instance);
  const needsScheme = lookalikes.some((other) => instanceHost(other) === withPath);
  const names = [host, withPath, instance].slice(needsScheme ? 2 : lookalikes.length > 0 ? 1 : 0);
  for (const name of names) {
    const label = `${user} @ ${name}`;
    if (!taken.includes(label)) return label;
  }
  const base = `${user} @ ${names.at(-1) ?? instance}`;
  let number = 2;
  while (taken.includes(`${base} (${number})`)) number++;
  return `${base} (${number})`;
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}
