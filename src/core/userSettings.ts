import { ConfigurationTarget, workspace } from "vscode";
import type { RestrictedSetting } from "./settings.ts";

/**
 * Settings that choose a program, an address, a certificate or a proxy. A workspace must not change them: VS Code ensures that only for
 * settings that are registered, and `git.path` is not while the Git extension is disabled.
 */
export type UserSetting =
  | RestrictedSetting
  | "git.path"
  | "http.noProxy"
  | "http.proxy"
  | "http.proxyAuthorization"
  | "http.proxyStrictSSL"
  | "http.proxySupport"
  | "http.systemCertificates";

/** Returns the value in the user or machine settings, else the default; values of a workspace are ignored, trusted or not. */
export function userSetting(setting: UserSetting): unknown {
  const [section = "", ...key] = setting.split(".");
  // Read at each request: VS Code returns a section much faster than the whole configuration.
  const found = workspace.getConfiguration(section).inspect(key.join("."));
  return found?.globalValue ?? found?.defaultValue;
}

/** Changes a setting of ours in the user settings, or in those of the machine where it belongs there. */
export const changeUserSetting = (setting: RestrictedSetting, value: unknown): Thenable<void> =>
  workspace.getConfiguration().update(setting, value, ConfigurationTarget.Global);
