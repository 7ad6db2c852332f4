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
}

/** Inherited variables that would select another repository or trace credentials. */
const removedVariables =
  /^(?:GIT_DIR|GIT_WORK_TREE|GIT_COMMON_DIR|GIT_INDEX_FILE|GIT_OBJECT_DIRECTORY|GIT_ALTERNATE_OBJECT_DIRECTORIES|GIT_NAMESPACE|GIT_CONFIG_PARAMETERS|GIT_TRACE\w*|GIT_CURL_VERBOSE|SSH_ASKPASS)$/i;

/**
 * Returns the environment of git with the credential, which thus appears in neither arguments nor files. Git uses the
 * proxy of VS Code's own requests, never prompts, uses no credential helpers, follows no redirects and runs no hooks.
 */
export function accessEnvironment(
  { instance, token, proxy, verify }: RepositoryAccess,
  base = networkEnvironment(),
): Record<string, string> {
  const settings: (readonly [name: string, value: string])[] = [
    ["credential.helper", ""],
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
  // Settings of the user's environment stay, unless they are set here.
  const own = Number(base["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const kept = Object.entries(base).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !removedVariables.test(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    GIT_ASKPASS: "",
    GCM_INTERACTIVE: "never",
    // Git's messages are parsed.
    LC_ALL: "C",
    GIT_CONFIG_COUNT: String(own + settings.length),
    ...Object.fromEntries(
      settings.flatMap(([name, value], at) => [
        [`GIT_CONFIG_KEY_${own + at}`, name] as const,
        [`GIT_CONFIG_VALUE_${own + at}`, value] as const,
      ]),
    ),
  };
}
