/** Welcome texts of views without rows. Links run commands: alone in a line they are buttons, of which each text has one at most. */
import { all, gitEnabled, is, on, ready, type When } from "./commands/when.ts";
import type { ContextKeys } from "./ui/contextKeys.ts";
import type { ViewName } from "./views.ts";

type State = Exclude<ContextKeys["forgeline.state"], "ready">;

/** Returns the address of a link that runs a command. */
const run = (command: string, ...args: readonly unknown[]): string =>
  `command:${command}${args.length === 0 ? "" : `?${encodeURIComponent(JSON.stringify(args))}`}`;

const orSelect = `You can also [select a project on a host](${run("forgeline.selectProject")}).`;
const getStarted = `New to Forgeline? [Get started](${run("forgeline.getStarted")}).`;

/** Lines of the Pipelines view, the only one while there is no project with an account, by state. Its title names project and host. */
export const stateWelcome: Readonly<Record<State, readonly string[]>> = {
  loading: ["Reading the workspace's repositories…"],
  noFolder: [
    "Open a folder with a clone of your project to see its pipelines, merge requests and packages.",
    `[Open Folder](${run("vscode.openFolder")})`,
    orSelect,
  ],
  untrusted: [
    "Repositories are read only in workspaces that you trust.",
    `[Manage Workspace Trust](${run("workbench.trust.manage")})`,
    orSelect,
  ],
  noRepository: [
    "The folders of this workspace contain no Git repository.",
    `[Initialize Repository](${run("git.init")})`,
    orSelect,
    getStarted,
  ],
  noRemote: [
    "The repository has no remote, so its project on the host is unknown.",
    `[Add Remote…](${run("git.addRemote")})`,
    orSelect,
  ],
  unreadable: [
    "Git could not read the repository in this workspace.",
    `[Try Again](${run("forgeline.refresh")})`,
    `[Show the log](${run("forgeline.showExtensionLog")}) for the reason. ${orSelect}`,
  ],
  noInstance: [
    "Sign in to the host of this repository to see its pipelines, merge requests and packages.",
    `[Sign In](${run("forgeline.signIn")})`,
    `If the host has another address, [enter it](${run("forgeline.signIn", null, "otherHost")}) or [map the SSH alias to it](${run("forgeline.openSettings", "forgeline.ssh.hostAliases")}).`,
    getStarted,
  ],
  severalRepositories: [
    "This workspace contains repositories of several projects. Select the one to show.",
    `[Select Project…](${run("forgeline.selectProject")})`,
  ],
  severalRemotes: [
    "The repository's remotes point to several projects. Select the one to show.",
    `[Select Project…](${run("forgeline.selectProject")})`,
  ],
  signedOut: [
    "Sign in to see the pipelines, merge requests and packages of this project.",
    `[Sign In](${run("forgeline.signIn")})`,
    `You can also [use a personal access token](${run("forgeline.signIn", null, "token")}) or [select another project](${run("forgeline.selectProject")}).`,
    getStarted,
  ],
  expired: [
    "Your session on this host has ended. Sign in again to go on.",
    `[Sign In Again](${run("forgeline.signIn")})`,
    `[Show the log](${run("forgeline.showExtensionLog")}) for the reason.`,
  ],
};

const signInToFeed = `[Sign In to Package Registry…](${run("forgeline.packages.signIn")})`;

/** Lines for one view, under its own condition. */
export const viewWelcome: readonly {
  readonly view: ViewName;
  readonly when: When;
  readonly name: string;
  readonly lines: readonly string[];
}[] = [
  {
    view: "pipelines",
    when: all(is("forgeline.state", "noFolder"), gitEnabled),
    name: "clone",
    lines: [`Not cloned yet? [Clone a repository](${run("git.clone")}).`],
  },
  { view: "pipelines", when: is("forgeline.state", "noFolder"), name: "getStarted", lines: [getStarted] },
  {
    view: "packages",
    when: all(ready, is("forgeline.packageFeed", "signedOut")),
    name: "packagesSignedOut",
    lines: [
      "Sign in to the package registry to see the NuGet packages of this project. It needs a username and a personal access token.",
      signInToFeed,
    ],
  },
  {
    view: "packages",
    when: all(ready, is("forgeline.packageFeed", "refused")),
    name: "packagesRefused",
    lines: [
      "The package registry (NuGet) does not accept your username and token. The token needs the scope read_api.",
      signInToFeed,
    ],
  },
  {
    view: "wiki",
    when: on("forgeline.wikiEmpty"),
    name: "wikiEmpty",
    lines: ["This wiki has no pages yet.", `[Create Wiki Page…](${run("forgeline.wiki.create")})`],
  },
  {
    view: "vulnerabilities",
    when: on("forgeline.vulnerabilitiesEmpty"),
    name: "vulnerabilities",
    lines: [
      "Show what the scanners of the latest pipeline found, or add a vulnerability by ID or URL to track it here.",
      `[Show CI Findings](${run("forgeline.findings.show")})`,
      `You can also [open a vulnerability](${run("forgeline.vulnerability.open")}).`,
    ],
  },
];
