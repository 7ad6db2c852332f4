import * as vscode from "vscode";
import { restrictedMode } from "../git/program.ts";
import type { OpenProject, ProjectState, Projects } from "../git/project.ts";
import { type Disposable, DisposableStore } from "./base/disposable.ts";
import { UserError } from "./base/errors.ts";
import { Emitter, type Event } from "./base/events.ts";
import { instanceHost } from "./base/instanceUrl.ts";
import type { Connection, Connections } from "./connections.ts";
import { sessionEnded } from "./sessionEnded.ts";

/** The open project with its connection, or the reason why there is none. */
export type Current =
  | Exclude<ProjectState, { kind: "ready" }>
  | { readonly kind: "signedOut" | "expired"; readonly project: OpenProject }
  | { readonly kind: "ready"; readonly project: OpenProject; readonly connection: Connection };

/** Combines the open project with the account in use on its host. */
export class CurrentProject implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<Current>());
  readonly onDidChange: Event<Current> = this.changed.event;

  private readonly projects: Projects;
  private readonly connections: Connections;
  private current: Current = { kind: "loading" };

  /** @param ready settles when the stored sessions are read; until then the state is `loading` */
  constructor(projects: Projects, connections: Connections, ready: Promise<void>) {
    this.projects = projects;
    this.connections = connections;
    void ready
      .catch(() => undefined)
      .then(() => {
        const update = (): void => this.update();
        this.owned.add(projects.onDidChange(update));
        this.owned.add(connections.onDidChange(update));
        update();
      });
  }

  get value(): Current {
    return this.current;
  }

  /**
   * Returns the project and its connection, for a command that needs both.
   * @throws UserError that says what is missing, with the command that helps
   */
  require(): { readonly project: OpenProject; readonly connection: Connection } {
    const { current } = this;
    switch (current.kind) {
      case "ready":
        return current;
      case "signedOut":
      case "expired": {
        const { instance } = current.project;
        const message =
          current.kind === "expired"
            ? sessionEnded(instance, this.connections.get(instance).session?.ended)
            : vscode.l10n.t("You are not signed in to {0}.", instanceHost(instance));
        const action = {
          title: vscode.l10n.t("Sign In"),
          command: "forgeline.signIn",
          args: [instance],
        } as const;
        throw new UserError(message, { action });
      }
      case "noInstance":
        throw new UserError(
          vscode.l10n.t("No known host matches the remotes of this repository. Sign in to its host."),
          {
            action: { title: vscode.l10n.t("Sign In"), command: "forgeline.signIn" },
          },
        );
      case "loading":
        throw new UserError(
          vscode.l10n.t("The repositories of this workspace are still being read. Try again in a moment."),
        );
      case "untrusted":
        throw restrictedMode(
          vscode.l10n.t(
            "Git remotes are not read in Restricted Mode. Trust this workspace, or choose a project with “Select Project…”.",
          ),
        );
      case "unreadable":
        throw new UserError(
          vscode.l10n.t("Git could not read the repository of this workspace. See the log for details."),
          {
            action: { title: vscode.l10n.t("Show Log"), command: "forgeline.showExtensionLog" },
          },
        );
      case "noFolder":
      case "noRepository":
      case "noRemote":
      case "severalRepositories":
      case "severalRemotes":
        throw new UserError(vscode.l10n.t("No project is selected in this window."), {
          action: { title: vscode.l10n.t("Select Project…"), command: "forgeline.selectProject" },
        });
    }
  }

  dispose(): void {
    this.owned.dispose();
  }

  private update(): void {
    const { state } = this.projects;
    const next = state.kind === "ready" ? this.connected(state.project) : state;
    this.current = next;
    this.changed.fire(next);
  }

  private connected(project: OpenProject): Current {
    const connection = this.connections.get(project.instance);
    if (connection.session === undefined) return { kind: "signedOut", project };
    return connection.session.status === "expired"
      ? { kind: "expired", project }
      : { kind: "ready", project, connection };
  }
}
