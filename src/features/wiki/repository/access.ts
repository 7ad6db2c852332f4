import { networkEnvironment } from "../../../git/environment.ts";

/** How git reaches a wiki. */
export interface RepositoryAccess {
  /** Base address of the instance: the credential goes nowhere else. */
  readonly instance: string;
  /** Undefined for nobody, which is enough where the wiki is public. */
  readonly token: string | undefined;
  /** Address of the proxy; undefined to connect directly. */
  readonly proxy: string | undefined;
  /** Whether the host must prove who it is. */
  readonly verify: boolean;
}

/** What a git of ours must not have from the process around it: another repository, or a trace that shows what is sent. */
const unwanted =
  /^(?:GIT_DIR|GIT_WORK_TREE|GIT_COMMON_DIR|GIT_INDEX_FILE|GIT_OBJECT_DIRECTORY|GIT_ALTERNATE_OBJECT_DIRECTORIES|GIT_NAMESPACE|GIT_CONFIG_PARAMETERS|GIT_TRACE\w*|GIT_CURL_VERBOSE|SSH_ASKPASS)$/i;

/**
 * The environment of git with the credential in it, where neither arguments nor files show it. The way is the one that the editor's own
 * requests take. Nobody is asked for a password, no helper keeps one, no redirection takes the credential along, and no hook runs.
 */
export function accessEnvironment(
  { instance, token, proxy, verify }: RepositoryAccess,
  around = networkEnvironment(),
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
  // What the person's own environment sets stays, unless it is set here.
  const own = Number(around["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const kept = Object.entries(around).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !unwanted.test(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    GIT_ASKPASS: "",
    GCM_INTERACTIVE: "never",
    // Its words are read.
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
