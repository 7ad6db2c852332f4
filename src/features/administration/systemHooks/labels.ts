import { l10n } from "vscode";
import type { SystemHook } from "../../../api/resources/systemHooks.ts";
import { plainText } from "../../../core/ui/plainText.ts";

/** The switches of a system hook, by the names of the contract (Part 1, System hook), in the order they are shown. */
export const hookSwitches = [
  "repository_update_events",
  "push_events",
  "tag_push_events",
  "merge_requests_events",
] as const;
export type HookSwitch = (typeof hookSwitches)[number];

/** What a switch lets the hook hear of. */
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

/** Why one would want a switch. */
export function switchMeaning(name: HookSwitch): string {
  switch (name) {
    case "repository_update_events":
      return l10n.t("Once per push, with all branches and tags that it moved");
    case "push_events":
      return l10n.t("Each branch that is pushed, of every project");
    case "tag_push_events":
      return l10n.t("Each tag that is pushed, of every project");
    case "merge_requests_events":
      return l10n.t("Merge requests that are opened, changed, merged or closed");
  }
}

/** What a hook hears of besides projects, users and groups, which every system hook is told about. */
export function eventsText(hook: Pick<SystemHook, HookSwitch>): string {
  const heard = hookSwitches.filter((name) => hook[name]).map(switchName);
  return heard.length === 0 ? l10n.t("Projects, users and groups only") : heard.join(", ");
}

/** How a hook is called in titles and messages: its address, without what may be a password in it. */
export function hookName({ url }: Pick<SystemHook, "url">): string {
  return plainText(withoutSecrets(url), 120);
}

/** An address without a password and without the values of its query, which often are keys. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  if (address.password !== "") address.password = "***";
  for (const name of [...address.searchParams.keys()]) address.searchParams.set(name, "***");
  return address.href;
}

/** Whether an address may hold a password or a key: only what comes before those can be kept. True as soon as one may have been begun. */
export const mayHoldSecrets = (url: string): boolean => /[?@]|:\/\/[^/]*:(?!\d*(?:\/|$))/.test(url);

/** Whether the host has stopped calling the hook, in words; undefined while it calls it, and on hosts that do not tell. */
export function alertText({ alert_status: status }: Pick<SystemHook, "alert_status">): string | undefined {
  switch (status) {
    case "temporarily_disabled":
      return l10n.t("not called for a while, after failures");
    case "disabled":
      return l10n.t("not called any more, after failures");
    default:
      return undefined;
  }
}
