import type { JsonSchema } from "./base/jsonSchema.ts";
import { querySchema } from "./mergeRequests/querySchema.ts";

/** A setting in package.json. A `restricted` one is ignored in the settings of a workspace, trusted or not; see userSettings.ts. */
export type Setting = JsonSchema &
  (
    | { readonly scope: "window"; readonly restricted?: never }
    | { readonly scope: "machine"; readonly restricted?: true }
  ) & {
    /** Its place in the Settings editor; equal ones are sorted by key. */
    readonly order: number;
  } & (
    | { readonly type: "boolean"; readonly default: boolean }
    | {
        readonly type: "number" | "integer";
        readonly default: number;
        readonly minimum: number;
        readonly maximum: number;
      }
    | { readonly type: "string"; readonly default: string; readonly enum: Readonly<Record<string, string>> }
    | { readonly type: "array"; readonly default: readonly []; readonly items: JsonSchema }
    | { readonly type: "object"; readonly default: Readonly<Record<string, never>> }
  );

/**
 * Every setting, as `npm run contributions` writes it into package.json and package.nls.json. In an `enum`, values have their descriptions.
 * The code takes only types from here: values come from VS Code, defaults from package.json, and the texts stay out of the bundle.
 */
export const settings = {
  "forgeline.instances": {
    type: "array",
    scope: "machine",
    restricted: true,
    order: 1,
    default: [],
    markdownDescription:
      "Hosts to work with. Each has its `url` (with the sub-path, if the host lives in one) and, for signing in with OAuth, the `clientId` of an application registered on the host. The README tells how to register one. Without an entry, **Forgeline: Sign In** asks.",
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
          patternErrorMessage: "An address that starts with https:// or http://",
          description: "Base address of the host, for example https://git.example.com",
        },
        name: { type: "string", description: "How the host is called in pick lists" },
        clientId: { type: "string", description: "Application ID of the OAuth application (never a secret)" },
        scopes: {
          type: "array",
          items: { type: "string" },
          default: ["api"],
          description: "Scopes to ask for. Reading needs read_api, everything else api.",
        },
        redirect: {
          type: "string",
          enum: {
            own: "The host's own: /callback/ and the first 24 hex digits of the SHA-256 hash of its URL. Recommended; the README shows how to compute it.",
            shared:
              "/callback, the same for every host. For a single host: with several, sign-in stops unless the host names itself in its answer (iss), and on the desktop only if you paste the redirect URL.",
          },
          default: "own",
          description:
            "Redirect URI registered with the application on the host. If missing: shared for a host with an application ID, own for all others.",
        },
        dialect: {
          type: "string",
          enum: {
            auto: "Find out by the host's answers, and keep the result.",
            gitlab: "As GitLab does.",
            neutral: "By the neutral names of the API's documents.",
          },
          default: "auto",
          description: "How the host names a few fields, headers and addresses.",
        },
      },
    },
  },
  "forgeline.ssh.hostAliases": {
    type: "object",
    scope: "machine",
    restricted: true,
    order: 2,
    default: {},
    additionalProperties: { type: "string" },
    markdownDescription:
      'Real hosts of SSH aliases, as in `~/.ssh/config`: with `{ "work": "git.example.com" }` the remote `git@work:group/project.git` belongs to `git.example.com`.',
  },
  "forgeline.http.timeout": {
    type: "number",
    scope: "machine",
    order: 3,
    default: 30,
    minimum: 1,
    maximum: 600,
    description: "Seconds to wait for a host's answer.",
  },
  "forgeline.log.channelLimit": {
    type: "number",
    scope: "window",
    order: 4,
    default: 16,
    minimum: 1,
    maximum: 45,
    markdownDescription:
      "Maximum size (MB) of a job log in the Output panel. Of a longer log the panel also shows the last 2 MB once the job is over.",
  },
  "forgeline.log.colors": {
    type: "boolean",
    scope: "window",
    order: 5,
    default: true,
    description: "Show the colors of job logs.",
  },
  "forgeline.log.timestamps": {
    type: "boolean",
    scope: "window",
    order: 5,
    default: true,
    description: "Show the time of each line in log documents, if the log has timestamps.",
  },
  "forgeline.problems.fromLogs": {
    type: "boolean",
    scope: "window",
    order: 7,
    default: true,
    description:
      "What tools complain of in the log of a failed job is shown in Problems, at the files of the workspace, when the log was read to its end in the output panel.",
  },
  "forgeline.log.finishedChannels": {
    type: "integer",
    scope: "window",
    order: 6,
    default: 5,
    minimum: 1,
    maximum: 50,
    description: "Output channels of finished jobs that are kept; older ones are closed.",
  },
  "forgeline.mergeRequests.queries": {
    type: "array",
    scope: "window",
    order: 7,
    default: [],
    markdownDescription:
      'Queries that stand as folders in the Merge Requests view, below those that are always there. Each has a `name` and filters, which are those of the API of merge requests. Example: `{ "name": "Bugs for me to review", "reviewer_username": "@me", "labels": ["bug"] }`',
    items: querySchema,
  },
  "forgeline.notifications.ownPipelines": {
    type: "string",
    scope: "window",
    order: 7,
    enum: {
      off: "Only those that you asked to hear of.",
      failures: "Those that failed.",
      all: "All of them.",
    },
    default: "off",
    markdownDescription:
      "Whether you are told when a pipeline that you started in the open project ends, whichever branch it is of. One window tells it, however many are open. For a single pipeline or job **Notify Me When Pipeline Ends** and **Notify Me When Job Ends** are in its menu.",
  },
  "forgeline.ci.lens": {
    type: "boolean",
    scope: "window",
    order: 7,
    default: true,
    description: "Show the last result on the branch above each job of a CI file, with what can be done about it.",
  },
  "forgeline.blame.enabled": {
    type: "boolean",
    scope: "window",
    order: 8,
    default: false,
    markdownDescription:
      "Show at the end of each line in sight who changed it last, when, and why. **Forgeline: Toggle Blame Annotations** shows or hides it for one window.",
  },
  "forgeline.packages.feedVersion": {
    type: "string",
    scope: "window",
    order: 9,
    enum: {
      v3: "The v3 feed, which nearly every client knows.",
      v2: "The v2 feed, for old clients. It cannot tell the latest version: versions have to be named.",
    },
    default: "v3",
    description: "Which protocol of the package feed publishes packages and gets into NuGet.config.",
  },
  "forgeline.status.showInStatusBar": {
    type: "boolean",
    scope: "window",
    order: 10,
    default: true,
    markdownDescription:
      "Show your own status on the host of the open project in the status bar. It is asked for once per window, and again by **Forgeline: Refresh Views**.",
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
