import { workspace } from "vscode";

/**
 * Settings that choose a program, an address, a certificate or which proxy sees a request. Whoever writes a workspace's settings must not
 * decide these: VS Code itself refuses that only for settings that are registered, and git.path is not while its git extension is off.
 */
export type UserSetting =
  | "forgeline.instances"
  | "forgeline.ssh.hostAliases"
  | "git.path"
  | "http.noProxy"
  | "http.proxy"
  | "http.proxyAuthorization"
  | "http.proxyStrictSSL"
  | "http.proxySupport"
  | "http.systemCertificates";

/** Returns the value in the settings of the user or the machine, else the default; values of a workspace are ignored, trusted or not. */
export function userSetting(setting: UserSetting): unknown {
  const [section = "", ...key] = setting.split(".");
  // Asked for at each request: VS Code makes a section far sooner than the whole.
  const found = workspace.getConfiguration(section).inspect(key.join("."));
  return found?.globalValue ?? found?.defaultValue;
}
