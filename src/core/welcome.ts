/** Welcome texts of views without rows. Links run commands. */
import { all, is, on, ready, type When } from "./commands/when.ts";
import type { ContextKeys } from "./ui/contextKeys.ts";
import type { ViewName } from "./views.ts";

type State = Exclude<ContextKeys["forgeline.state"], "ready">;

/** Lines of the Pipelines view, the only one while there is no project with an account, by state. */
export const stateWelcome: Readonly<Record<State, readonly string[]>> = {
  loading: ["Reading the workspace's repositories…"],
  noFolder: [
    "Open a folder with a clone of your project to see its pipelines, merge requests and packages.",
    "[Open Folder](command:vscode.openFolder)",
    "Or name a project.",
    "[Select Project…](command:forgeline.selectProject)",
  ],
  untrusted: [
    "Repositories are read only in workspaces that you trust.",
    "[Manage Workspace Trust](command:workbench.trust.manage)",
    "Or name a project.",
    "[Select Project…](command:forgeline.selectProject)",
  ],
  noRepository: [
    "The folders of this workspace hold no git repository.",
    "[Initialize Repository](command:git.init)",
    "Or name a project.",
    "[Select Project…](command:forgeline.selectProject)",
  ],
  noRemote: [
    "The repository has no remote, so the project on the host is not known.",
    "[Add Remote…](command:git.addRemote)",
    "Or name the project.",
    "[Select Project…](command:forgeline.selectProject)",
  ],
  unreadable: [
    "git could not read the repository in this workspace. The log has git's own words.",
    "[Show Log](command:forgeline.showExtensionLog)",
    "[Try Again](command:forgeline.refresh)",
    "Or name a project.",
    "[Select Project…](command:forgeline.selectProject)",
  ],
  noInstance: [
    "The repository's remotes point to a host that Forgeline does not know yet. Sign in to that host.",
    "[Sign In](command:forgeline.signIn)",
    "An SSH alias can be mapped to its host in the settings.",
    "[Open Settings](command:forgeline.openSettings?%5B%22forgeline.ssh.hostAliases%22%5D)",
    "[Select Project…](command:forgeline.selectProject)",
  ],
  severalRepositories: [
    "This workspace holds several repositories with a project of their own. Choose the one to show.",
    "[Select Project…](command:forgeline.selectProject)",
  ],
  severalRemotes: [
    "The repository's remotes point to several projects. Choose the one to show.",
    "[Select Project…](command:forgeline.selectProject)",
  ],
  signedOut: [
    "Sign in to see the pipelines, merge requests and packages of this project.",
    "[Sign In](command:forgeline.signIn)",
    "[Select Another Project…](command:forgeline.selectProject)",
  ],
  expired: [
    "Your session has ended: the host no longer accepts it.",
    "[Sign In Again](command:forgeline.signIn)",
    "[Show Log](command:forgeline.showExtensionLog)",
  ],
};

const signInToFeed = "[Sign In to Package Feed](command:forgeline.packages.signIn)";

/** Lines for one view, under its own condition. */
export const viewWelcome: readonly {
  readonly view: ViewName;
  readonly when: When;
  readonly name: string;
  readonly lines: readonly string[];
}[] = [
  {
    view: "packages",
    when: all(ready, is("forgeline.packageFeed", "signedOut")),
    name: "packagesSignedOut",
    lines: ["The package registry needs a username and a personal access token.", signInToFeed],
  },
  {
    view: "packages",
    when: all(ready, is("forgeline.packageFeed", "refused")),
    name: "packagesRefused",
    lines: [
      "The package registry does not accept your username and token. The token needs the read_api scope.",
      signInToFeed,
    ],
  },
  {
    view: "wiki",
    when: on("forgeline.wikiEmpty"),
    name: "wikiEmpty",
    lines: ["This wiki has no pages yet.", "[New Page…](command:forgeline.wiki.create)"],
  },
  {
    view: "vulnerabilities",
    when: on("forgeline.vulnerabilitiesEmpty"),
    name: "vulnerabilities",
    lines: [
      "The API has no list of vulnerabilities. Open one by its number or the address of its page: it is kept here for this project.",
      "[Open Vulnerability…](command:forgeline.vulnerability.open)",
    ],
  },
];
