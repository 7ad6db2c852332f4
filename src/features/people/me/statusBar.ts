import * as vscode from "vscode";
import type { UserStatus } from "../../../api/resources/userTypes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import type { Event } from "../../../core/base/events.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Change } from "../../../core/changes.ts";
import type { Config } from "../../../core/config.ts";
import type { Connection } from "../../../core/connections.ts";
import type { CurrentProject } from "../../../core/currentProject.ts";
import type { PollScheduler, PollHandle } from "../../../core/tree/poll.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import { emojiNames } from "./emoji.ts";
import { isBusy, isOwn, statusLine } from "./status.ts";

export interface OwnStatusBarOptions {
  readonly current: CurrentProject;
  readonly changes: Event<Change>;
  /** Somebody asked for a refresh by name. */
  readonly refreshed: Event<unknown>;
  readonly polling: PollScheduler;
  readonly config: Config;
  readonly log: Logger;
}

const setting = "forgeline.status.showInStatusBar";
/** How much of a status stands in the status bar. */
const room = 32;

/**
 * What the account of the open project tells of itself, in the status bar. It is asked for once per account, when the window first has
 * the person's attention; afterwards only by Refresh, and when a write here leaves open what became of it. It is never polled.
 */
export class OwnStatusBar implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: OwnStatusBarOptions;
  private readonly item: vscode.StatusBarItem;
  private readonly pollHandle: PollHandle;
  /** The latest account; what is known is its own. */
  private connection: Connection | undefined;
  /** The open project is joined with that account now: it is not while repositories are read anew. */
  private present = false;
  /** What is under way for the account. */
  private work = new AbortController();
  private status: UserStatus | undefined;
  /** The host is to be asked as soon as that is proper. */
  private wanted = false;

  constructor(options: OwnStatusBarOptions) {
    this.options = options;
    const { current, changes, refreshed, polling, config } = options;
    this.item = this.owned.add(
      vscode.window.createStatusBarItem("forgeline.ownStatus", vscode.StatusBarAlignment.Left, 4),
    );
    this.item.name = vscode.l10n.t("Forgeline: My Status");
    this.item.command = asCommand("forgeline.status.set", vscode.l10n.t("Set Status"));
    // A source without demand is never polled, but its refreshes wait while the host limits the rate.
    this.pollHandle = this.owned.add(
      polling.add({
        name: "my status",
        demand: () => "none",
        poll: () => Promise.resolve(),
        refresh: () => this.ask(),
      }),
    );
    this.owned.add(current.onDidChange(() => this.follow()));
    this.owned.add(changes((change) => this.written(change)));
    this.owned.add(refreshed(() => this.want()));
    this.owned.add(config.onDidChange((affects) => affects(setting) && this.switched()));
    this.owned.add(
      vscode.window.onDidChangeWindowState(({ focused }) => focused && this.wanted && this.pollHandle.refresh()),
    );
    this.owned.add({ dispose: () => this.work.abort() });
    this.follow();
  }

  dispose(): void {
    this.owned.dispose();
  }

  private visible(): boolean {
    return this.present && this.shown();
  }

  private shown(): boolean {
    return this.options.config.get(setting);
  }

  private follow(): void {
    const { value } = this.options.current;
    this.present = value.kind === "ready";
    if (value.kind === "ready" && value.connection !== this.connection) {
      this.connection = value.connection;
      this.know(undefined);
      this.want();
      return;
    }
    if (this.present && this.wanted) this.pollHandle.refresh();
    void this.show();
  }

  private switched(): void {
    if (this.shown() && this.status === undefined) this.want();
    else void this.show();
  }

  private written(change: Change): void {
    if (change.subject !== "ownStatus" || !this.connection || !isOwn(change, this.connection)) return;
    if (change.status) this.know(change.status);
    else this.want();
  }

  /** Takes what is known for the newest: an answer that is still on its way is older. */
  private know(status: UserStatus | undefined): void {
    this.work.abort();
    this.work = new AbortController();
    this.wanted = false;
    this.status = status;
    void this.show();
  }

  private want(): void {
    this.wanted = this.connection !== undefined && this.shown();
    if (this.wanted && this.present) this.pollHandle.refresh();
  }

  /** Every event of the window comes by here; most are no reason to ask. */
  private ask(): void {
    const { connection } = this;
    if (!this.wanted || !this.present || !connection || !vscode.window.state.focused) return;
    this.wanted = false;
    const { signal } = this.work;
    connection.client.users.currentStatus({ signal }).then(
      (status) => {
        if (!signal.aborted) this.know(status);
      },
      (error: unknown) => {
        // Without an answer there is nothing to show, and nobody waits for it.
        if (!isCancelled(error)) this.options.log.debug("The own status could not be read", error);
      },
    );
  }

  private async show(): Promise<void> {
    const { status, connection, item } = this;
    if (!status || !connection || !this.visible()) {
      item.hide();
      return;
    }
    const names = await emojiNames();
    if (this.status !== status || this.connection !== connection || !this.visible()) return;
    const line = statusLine(status, names);
    const said = plainText(line, 300);
    const owner = vscode.l10n.t(
      "@{0} on {1}",
      plainText(connection.session?.user.username, 60),
      instanceHost(connection.instance.url),
    );
    const words = [
      said === "" ? vscode.l10n.t("No status") : said,
      ...(isBusy(status) ? [vscode.l10n.t("busy")] : []),
    ].join(", ");
    item.text = said === "" ? "$(smiley)" : plainText(line, room);
    item.tooltip = vscode.l10n.t("My status: {0} ({1}). Select to set it.", words, owner);
    item.accessibilityInformation = { label: vscode.l10n.t("My status: {0}", words), role: "button" };
    item.show();
  }
}

/** The status bar's item for the own status. */
export const ownStatusBar = (options: OwnStatusBarOptions): Disposable => new OwnStatusBar(options);
