import { networkEnvironment } from "../../../git/environment.ts";

/** How git accesses a wiki's repository. */
export interface RepositoryAccess {
  /** Base URL of the instance; the credential is sent only there. */
  readonly instance: string;
  /** Undefined for anonymous access to public wikis. */
  readonly token: string | undefined;
  /** URL of the proxy; undefined for a direct connection. */
  readonly proxy: string | undefined;
  /** Whether TLS certificates are verified. */
  readonly verify: boolean;
  /** The user's own settings of the connection; see `connectionSettings`. */
  readonly settings?: readonly GitSetting[];
}

export type GitSetting = readonly [name: string, value: string];

/** Inherited variables that would select another repository or trace credentials. */
const removedVariables =
  /^(?:GIT_DIR|GIT_WORK_TREE|GIT_COMMON_DIR|GIT_INDEX_FILE|GIT_OBJECT_DIRECTORY|GIT_ALTERNATE_OBJECT_DIRECTORIES|GIT_NAMESPACE|GIT_CONFIG_PARAMETERS|GIT_TRACE\w*|GIT_CURL_VERBOSE|SSH_ASKPASS)$/i;

/** Settings of certificates and speed. Proxies, redirects, headers and cookies are not among them. */
const connectionSetting =
  /^http\.(?:ssl\w*|schannel\w*|pinnedpubkey|proxyssl\w*|proxyauthmethod|version|lowspeed\w*|postbuffer|useragent)$/;

/** Returns the environment that reads the user's own settings, for a command without a credential. */
export const userEnvironment = (base = networkEnvironment()): Record<string, string> =>
  Object.fromEntries(
    Object.entries(base).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !removedVariables.test(entry[0]),
    ),
  );

/** Returns the settings that the git with the credential gets. @param printed by `git config --null --get-urlmatch http URL` */
export const connectionSettings = (printed: string): readonly GitSetting[] =>
  printed.split("\0").flatMap((entry) => {
    const [name = "", ...value] = entry.split("\n");
    return connectionSetting.test(name) ? [[name, value.length > 0 ? value.join("\n") : "true"] as const] : [];
  });

/**
 * Returns the environment of git with the credential, which thus appears in neither arguments nor files. Git reads no
 * settings of the user or the system, which could start programs with this environment, write it to a file, or send the
 * credential elsewhere. It uses the proxy of VS Code's own requests, never prompts, follows no redirects and runs no hooks.
 */
export function accessEnvironment(
  { instance, token, proxy, verify, settings: own = [] }: RepositoryAccess,
  base = networkEnvironment(),
): Record<string, string> {
  const settings: GitSetting[] = [
    ...own,
    ["http.followRedirects", "false"],
    ["http.proxy", proxy ?? ""],
    ["core.hooksPath", process.platform === "win32" ? "NUL" : "/dev/null"],
    ["gc.autoDetach", "false"],
    ["maintenance.autoDetach", "false"],
    ["fetch.recurseSubmodules", "false"],
    ...(verify ? [] : ([["http.sslVerify", "false"]] as const)),
    ...(token === undefined
      ? []
      : ([
          [
            `http.${instance}/.extraHeader`,
            `Authorization: Basic ${Buffer.from(`oauth2:${token}`).toString("base64")}`,
          ],
        ] as const)),
  ];
  const kept = Object.entries(userEnvironment(base)).filter(([name]) => !/^GIT_CONFIG/i.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ASKPASS: "",
    GCM_INTERACTIVE: "never",
    // Git's messages are parsed.
    LC_ALL: "C",
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([name, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, name] as const,
        [`GIT_CONFIG_VALUE_${at}`, value] as const,
      ]),
    ),
  };
}
