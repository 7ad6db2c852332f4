import { l10n } from "vscode";
import type { SystemHook } from "../../../api/resources/systemHooks.ts";
import { plainText } from "../../../core/ui/plainText.ts";

/** The optional events of a system hook (Part 1, System hook), in order of display. */
export const hookSwitches = [
  "repository_update_events",
  "push_events",
  "tag_push_events",
  "merge_requests_events",
] as const;
export type HookSwitch = (typeof hookSwitches)[number];

/** Returns the label of an event. */
export function switchName(name: HookSwitch): string {
  switch (name) {
    case "repository_update_events":
      return l10n.t("Repository updates");
    case "push_events":
      return l10n.t("Pushes");
    case "tag_push_events":
      return l10n.t("Tag pushes");
    case "merge_requests_events":
      return l10n.t("Merge requests");
  }
}

/** Returns the description of an event. */
export function switchMeaning(name: HookSwitch): string {
  switch (name) {
    case "repository_update_events":
      return l10n.t("Once per push, with all branches and tags that it updated");
    case "push_events":
      return l10n.t("A push to any branch of any project");
    case "tag_push_events":
      return l10n.t("A tag pushed to any project");
    case "merge_requests_events":
      return l10n.t("A merge request is created, updated, merged or closed");
  }
}

/** Returns the events of a hook besides those of projects, users and groups, which every system hook gets. */
export function eventsText(hook: Pick<SystemHook, HookSwitch>): string {
  const heard = hookSwitches.filter((name) => hook[name]).map(switchName);
  return heard.length === 0 ? l10n.t("Only projects, users and groups") : heard.join(", ");
}

/** Returns the name of a hook for titles and messages: its URL without secrets. */
export function hookName({ url }: Pick<SystemHook, "url">): string {
  return plainText(withoutSecrets(url), 120);
}

/** Masks the password and the query values of a URL, which are often keys. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  if (address.password !== "") address.password = "***";
  for (const name of [...address.searchParams.keys()]) address.searchParams.set(name, "***");
  return address.href;
}

/** Returns whether a URL may contain a password or a key, also one that is only partly typed. */
export const mayHoldSecrets = (url: string): boolean => /[?@]|:\/\/[^/]*:(?!\d*(?:\/|$))/.test(url);

/** Returns the state of a disabled hook in words; undefined for an enabled one. */
export function alertText({ alert_status: status }: Pick<SystemHook, "alert_status">): string | undefined {
  switch (status) {
    case "temporarily_disabled":
      return l10n.t("temporarily disabled after failures");
    case "disabled":
      return l10n.t("disabled after failures");
    default:
      return undefined;
  }
}
