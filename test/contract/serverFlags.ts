/**
 * Names the server that the calls are made against instead of the local service, and what it cannot be asked for: flags of
 * `npm run test:server`. docs/contract-server.md says what each of them is.
 */
export const serverFlags = [
  "base-url",
  "token",
  "project",
  "ref",
  "second-project",
  "merge-requests",
  "submodule",
  "group",
  "oauth-token",
  "admin-token",
  "admin-oauth-token",
  "client-id",
  "client-secret",
  "refresh-token",
  "redirect-uri",
  "feed-user",
  "feed-token",
  "vulnerability",
] as const;

export type ServerFlag = (typeof serverFlags)[number];

/** The environment variable that a flag can also be given by: `FORGELINE_CONTRACT_BASE_URL`. */
export const variableOf = (flag: ServerFlag): string => `FORGELINE_CONTRACT_${flag.replaceAll("-", "_").toUpperCase()}`;

/** What was given by the flag or its variable. An empty value is none. */
export function givenBy(flag: ServerFlag, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const value = env[variableOf(flag)];
  return value === "" ? undefined : value;
}
