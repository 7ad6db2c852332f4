import { env, Uri } from "vscode";
import { isUnencrypted } from "../core/base/instanceUrl.ts";
import type { Logger } from "../core/base/log.ts";

/** Pages on which a host's users manage who may use its API. */
export interface HostPages {
  /** Opens the page that lists and registers applications, or else the host's first page. */
  readonly openApplications: () => void;
  /** Opens the page that creates tokens, with the name and scopes filled in, or else the host's first page. */
  readonly openTokens: () => void;
}

export interface HostPagesOptions {
  /** Returns whether a host has GitLab's pages; asks it if that is unknown. False if it does not answer. */
  readonly hasGitLabPages: (instance: string) => Promise<boolean>;
  readonly log: Pick<Logger, "warn">;
}

/** Returns the page that creates tokens on a host with GitLab's pages. */
const tokensPage = (instance: string, scopes: readonly string[]): string =>
  `${instance}/-/user_settings/personal_access_tokens?name=Forgeline&scopes=${scopes.map(encodeURIComponent).join(",")}`;

/** Returns the pages of a host; undefined if they would be opened unencrypted, since people type passwords there. */
export function hostPages(
  instance: string,
  scopes: readonly string[],
  { hasGitLabPages, log }: HostPagesOptions,
): HostPages | undefined {
  if (isUnencrypted(instance)) return undefined;
  const open = (page: string): void =>
    void hasGitLabPages(instance)
      .then((has) => env.openExternal(Uri.parse(has ? page : instance)))
      .catch((error: unknown) => log.warn(`A page of ${instance} could not be opened`, error));
  return {
    openApplications: () => open(`${instance}/-/user_settings/applications`),
    openTokens: () => open(tokensPage(instance, scopes)),
  };
}
