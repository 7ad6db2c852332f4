import type { JsonSchema } from "./base/jsonSchema.ts";
import { querySchema } from "./mergeRequests/querySchema.ts";

/** Titles of the groups of settings in the Settings editor, in their order there. */
export const settingGroups = {
  hosts: "Hosts",
  pipelines: "Pipelines and Logs",
  mergeRequests: "Merge Requests",
  editor: "Editor",
  packages: "Packages",
  agents: "Agents",
} as const satisfies Readonly<Record<string, string>>;

/** A setting in package.json. A `restricted` one is ignored in the settings of a workspace, trusted or not; see userSettings.ts. */
export type Setting = JsonSchema &
  (
    | { readonly scope: "window"; readonly restricted?: never }
    | { readonly scope: "machine"; readonly restricted?: true }
  ) & {
    readonly group: keyof typeof settingGroups;
  } & (
    | { readonly type: "boolean"; readonly default: boolean }
    | {
        readonly type: "number" | "integer";
        readonly default: number;
        readonly minimum: number;
        readonly maximum: number;
        /** Says which values are valid. */
        readonly errorMessage: string;
      }
    | { readonly type: "string"; readonly default: string; readonly enum: Readonly<Record<string, string>> }
    | { readonly type: "array"; readonly default: readonly []; readonly items: JsonSchema }
    | { readonly type: "object"; readonly default: Readonly<Record<string, never>> }
  );

/**
 * Every setting, in the order of the Settings editor within its group, as `npm run contributions` writes it into package.json and
 * package.nls.json. In an `enum`, values have their descriptions.
 * The code takes only types from here: values come from VS Code, defaults from package.json, and the texts stay out of the bundle.
 */
export const settings = {
  "forgeline.instances": {
    type: "array",
    scope: "machine",
    group: "hosts",
    restricted: true,
    default: [],
    markdownDescription:
      "Hosts to work with. `url` is the address of a host, including its sub-path if it has one. `clientId` is the application ID for signing in with OAuth. Without an entry, [Sign In](command:forgeline.signIn) asks for the host. `ca` and `clientCertificate` are files for hosts with a private certificate authority or with client certificates; they are used for that host only. For SSH aliases, see `#forgeline.ssh.hostAliases#`.",
    items: {
      type: "object",
      required: ["url"],
      additionalProperties: false,
      defaultSnippets: [
        {
          label: "Host",
          body: { url: "https://${1:git.example.com}", clientId: "$2", redirect: "own" },
        },
      ],
      properties: {
        url: {
          type: "string",
          format: "uri",
          pattern: "^https?://",
          patternErrorMessage: "Enter an address that starts with https:// or http://.",
          description: "Address of the host, for example https://git.example.com",
        },
        name: { type: "string", description: "Name of the host in pick lists" },
        clientId: {
          type: "string",
          pattern: "\\S",
          patternErrorMessage: "Enter the application ID, or remove clientId to sign in with a token only.",
          description: "Application ID of the OAuth application (never its secret)",
        },
        scopes: {
          type: "array",
          items: { type: "string" },
          default: ["api"],
          description: "Scopes to request: read_api to read, api for everything.",
        },
        redirect: {
          type: "string",
          enum: {
            own: "A redirect URI for this host only: /callback/ and the first 24 hex digits of the SHA-256 hash of its URL. Recommended. Forgeline shows it when it asks for the application ID.",
            shared:
              "/callback, the same for every host. For a single host: with several, sign-in stops unless the host identifies itself in its response (iss), and on the desktop only if you paste the redirect URL.",
          },
          default: "own",
          description:
            "Redirect URI registered with the application on the host. If missing: shared for a host with an application ID, own for all others.",
        },
        dialect: {
          type: "string",
          enum: {
            auto: "Detect it from the responses of the host.",
            gitlab: "The names that GitLab uses.",
            neutral: "The neutral names of the API documentation.",
          },
          default: "auto",
          description: "Names that the host uses for a few fields, headers and addresses.",
        },
        ca: {
          type: "string",
          description:
            "Absolute path of a file with the host's certificate authority, in PEM or DER. It is trusted for this host only, in addition to the system's certificates. ~ is your home folder.",
        },
        clientCertificate: {
          anyOf: [
            { type: "string", description: "Absolute path of a PEM file with the certificate and its private key" },
            {
              type: "object",
              required: ["cert", "key"],
              additionalProperties: false,
              properties: {
                cert: {
                  type: "string",
                  description:
                    "Absolute path of the certificate in PEM, followed by intermediate ones if there are any",
                },
                key: { type: "string", description: "Absolute path of its private key in PEM" },
              },
            },
          ],
          description:
            "Client certificate for this host: the path of a PEM file with the certificate and its private key, or an object with the paths cert and key. Keys with a passphrase and PKCS #12 files are not supported. ~ is your home folder.",
        },
      },
    },
  },
  "forgeline.ssh.hostAliases": {
    type: "object",
    scope: "machine",
    group: "hosts",
    restricted: true,
    default: {},
    additionalProperties: { type: "string" },
    markdownDescription:
      'Hosts of SSH aliases, as in `~/.ssh/config`: with `{ "work": "git.example.com" }`, the remote `git@work:group/project.git` belongs to `git.example.com`. See also `#forgeline.instances#`.',
  },
  "forgeline.http.timeout": {
    type: "number",
    scope: "machine",
    group: "hosts",
    default: 30,
    minimum: 1,
    maximum: 600,
    errorMessage: "Enter 1 to 600 seconds.",
    markdownDescription: "Request timeout in seconds. Proxies are set in `#http.proxy#`.",
  },
  "forgeline.http.transport": {
    type: "string",
    scope: "machine",
    group: "hosts",
    restricted: true,
    enum: {
      undici:
        "Forgeline's own connections. They use the proxy in `http.proxy` or the environment variables, the system's certificates, and the files of a host in `forgeline.instances`.",
      vscode:
        "VS Code's own network code. It also knows the proxies of the system, PAC files, and proxies that ask to sign in. It cannot use the files of a host: a host with `ca` or `clientCertificate` keeps Forgeline's own connections.",
    },
    default: "undici",
    markdownDescription:
      "How Forgeline connects to hosts. Choose `vscode` if your network needs a PAC file or the proxy of the system. See also `#http.proxy#` and `#http.noProxy#`.",
  },
  "forgeline.status.showInStatusBar": {
    type: "boolean",
    scope: "window",
    group: "hosts",
    default: true,
    markdownDescription:
      "Show your user status in the status bar. It is read once per window, and again by [Refresh Views](command:forgeline.refresh).",
  },
  "forgeline.notifications.ownPipelines": {
    type: "string",
    scope: "window",
    group: "pipelines",
    enum: {
      off: "Only for pipelines and jobs that you chose to be notified about.",
      failures: "Also when a pipeline that you started fails.",
      all: "Also when any pipeline that you started finishes.",
    },
    default: "off",
    markdownDescription:
      "Notify you when pipelines that you started in the open project finish, on any branch. If several windows are open, one of them shows the notification. For a single pipeline or job, choose **Notify Me When Pipeline Ends** or **Notify Me When Job Ends** in its menu.",
  },
  "forgeline.problems.fromLogs": {
    type: "boolean",
    scope: "window",
    group: "pipelines",
    default: true,
    markdownDescription:
      "Show errors and warnings from the log of a failed job in the [Problems](command:workbench.actions.view.problems) view, after the log has been read in the Output panel.",
  },
  "forgeline.log.colors": {
    type: "boolean",
    scope: "window",
    group: "pipelines",
    default: true,
    description: "Show the colors of job logs.",
  },
  "forgeline.log.timestamps": {
    type: "boolean",
    scope: "window",
    group: "pipelines",
    default: true,
    description: "Show the time of each line in log documents, if the log has timestamps.",
  },
  "forgeline.log.channelLimit": {
    type: "number",
    scope: "window",
    group: "pipelines",
    default: 16,
    minimum: 1,
    maximum: 45,
    errorMessage: "Enter 1 to 45 MB.",
    markdownDescription:
      "Maximum size (MB) of a job log in the Output panel. For longer logs, the panel also shows the last 2 MB when the job has finished. [Open Job Log in Editor](command:forgeline.job.openLog) shows up to 48 MB.",
  },
  "forgeline.log.finishedChannels": {
    type: "integer",
    scope: "window",
    group: "pipelines",
    default: 5,
    minimum: 1,
    maximum: 50,
    errorMessage: "Enter 1 to 50.",
    markdownDescription:
      "Number of logs of finished jobs in the Output panel; older ones are closed. See also `#forgeline.log.channelLimit#`.",
  },
  "forgeline.mergeRequests.queries": {
    type: "array",
    scope: "window",
    group: "mergeRequests",
    default: [],
    markdownDescription:
      'Custom folders in the Merge Requests view. Each has a `name` and filters of the merge requests API. Example: `{ "name": "Bugs to review", "reviewer_username": "@me", "labels": ["bug"] }`',
    items: querySchema,
  },
  "forgeline.mergeRequests.updates": {
    type: "boolean",
    scope: "window",
    group: "mergeRequests",
    default: true,
    markdownDescription:
      "Show replies, review requests, approvals and pushes of others at the top of the Merge Requests view, until you open them.",
  },
  "forgeline.ci.lens": {
    type: "boolean",
    scope: "window",
    group: "editor",
    default: true,
    markdownDescription:
      "Show the latest result on the branch above each job of a CI file, with its actions. Requires `#editor.codeLens#`.",
  },
  "forgeline.blame.enabled": {
    type: "boolean",
    scope: "window",
    group: "editor",
    default: false,
    markdownDescription:
      "Show who last changed each visible line, when, and in which commit. [Toggle Blame Annotations](command:forgeline.blame.toggle) shows or hides them in one window.",
  },
  "forgeline.packages.feedVersion": {
    type: "string",
    scope: "window",
    group: "packages",
    enum: {
      v3: "NuGet v3, which nearly every client supports.",
      v2: "NuGet v2, for old clients. The latest version cannot be determined: versions must be given.",
    },
    default: "v3",
    description: "Version of the NuGet protocol for publishing packages, and in NuGet.config.",
  },
  "forgeline.agents.mcp": {
    type: "string",
    scope: "machine",
    group: "agents",
    restricted: true,
    enum: {
      off: "No agent can connect.",
      editor: "Only agents in VS Code, when they start the server “Forgeline”.",
      all: "Agents in VS Code, and programs that you run on this machine.",
    },
    default: "editor",
    markdownDescription:
      "Which agents can use the tools of Forgeline by the Model Context Protocol (MCP), through an open window and with your account. They never get your token, and changes are confirmed in VS Code first. [Copy MCP Configuration…](command:forgeline.agents.copyMcpConfiguration) sets up an agent outside of VS Code.",
  },
} as const satisfies Readonly<Record<`forgeline.${string}`, Setting>>;

type Settings = typeof settings;

/** The ID of a setting. */
type SettingKey = keyof Settings;

/** Settings that only the user may change, never a workspace. */
export type RestrictedSetting = {
  [Key in SettingKey]: Settings[Key] extends { readonly restricted: true } ? Key : never;
}[SettingKey];

/** Values of the other settings. A list is `unknown`, since settings.json may hold anything; the code that uses it checks its entries. */
export type SettingValues = {
  readonly [Key in Exclude<SettingKey, RestrictedSetting>]: Settings[Key] extends { readonly type: "boolean" }
    ? boolean
    : Settings[Key] extends { readonly type: "number" | "integer" }
      ? number
      : Settings[Key] extends { readonly type: "string"; readonly enum: infer Values }
        ? keyof Values
        : unknown;
};

type Sections<Id extends string> = Id extends `${infer Section}.${infer Rest}`
  ? Section | `${Section}.${Sections<Rest>}`
  : Id;

/** The ID of a setting, or a section of settings such as `forgeline.log`. */
export type SettingSection = Sections<SettingKey>;
