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
import { emojiNames } from "../../../core/people/emoji.ts";
import type { PollScheduler, PollHandle } from "../../../core/tree/poll.ts";
import { isPassing } from "../../../core/tree/rowEntry.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import { isBusy, isOwn, namedStatusLine, statusLine } from "./status.ts";

export interface OwnStatusBarOptions {
  readonly current: CurrentProject;
  readonly changes: Event<Change>;
  /** Fires when the user runs Refresh. */
  readonly refreshed: Event<unknown>;
  readonly polling: PollScheduler;
  readonly config: Config;
  readonly log: Logger;
}

const setting = "forgeline.status.showInStatusBar";
/** Characters of the status shown in the status bar. */
const maxLength = 32;

/**
 * Shows the status of the current user in the status bar. It is read once per account, when the window first has the
 * focus; afterwards only on Refresh and after a write with unknown outcome. It is never polled.
 */
export class OwnStatusBar implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: OwnStatusBarOptions;
  private readonly item: vscode.StatusBarItem;
  private readonly pollHandle: PollHandle;
  /** The latest account, which `status` belongs to. */
  private connection: Connection | undefined;
  /** Whether a project with that account is open; false while repositories are scanned again. */
  private ready = false;
  /** Aborts the request for the account. */
  private reading = new AbortController();
  private status: UserStatus | undefined;
  /** Whether to read the status once the window has the focus and the host accepts requests. */
  private outdated = false;
  /** Whether a request is pending. One is enough: what is requested meanwhile is read after its answer. */
  private requesting = false;
  /** When the host failed to answer, in ms since the epoch. */
  private failedAt: number | undefined;

  constructor(options: OwnStatusBarOptions) {
    this.options = options;
    const { current, changes, refreshed, polling, config } = options;
    this.item = this.owned.add(
      vscode.window.createStatusBarItem("forgeline.ownStatus", vscode.StatusBarAlignment.Left, 4),
    );
    this.item.name = vscode.l10n.t("Forgeline: My Status");
    this.item.command = asCommand("forgeline.status.set", vscode.l10n.t("Set Status"));
    // Without demand it is never polled, but requests of its own wait for the end of a rate limit.
    this.pollHandle = this.owned.add(
      polling.add({
        name: "my status",
        instance: () => this.connection?.instance.url,
        demand: () => "none",
        troubledSince: () => (this.outdated ? this.failedAt : undefined),
        poll: () => Promise.resolve(),
        // While the host does not answer, one attempt is enough: each Refresh would send another.
        refresh: (byFocus, recovered) => (this.failedAt === undefined || byFocus || recovered) && this.read(),
      }),
    );
    this.owned.add(current.onDidChange(() => this.follow()));
    this.owned.add(changes((change) => this.written(change)));
    this.owned.add(refreshed(() => this.requestRead()));
    this.owned.add(config.onDidChange((affects) => affects(setting) && this.settingChanged()));
    this.owned.add(
      vscode.window.onDidChangeWindowState(({ focused }) => focused && this.outdated && this.pollHandle.refresh()),
    );
    this.owned.add({ dispose: () => this.reading.abort() });
    this.follow();
  }

  dispose(): void {
    this.owned.dispose();
  }

  private isVisible(): boolean {
    return this.ready && this.isEnabled();
  }

  private isEnabled(): boolean {
    return this.options.config.get(setting);
  }

  private follow(): void {
    const { value } = this.options.current;
    this.ready = value.kind === "ready";
    if (value.kind === "ready" && value.connection !== this.connection) {
      this.connection = value.connection;
      this.setStatus(undefined);
      this.requestRead();
      return;
    }
    if (this.ready && this.outdated) this.pollHandle.refresh();
    void this.render();
  }

  private settingChanged(): void {
    if (this.isEnabled() && this.status === undefined) this.requestRead();
    else void this.render();
  }

  private written(change: Change): void {
    if (change.subject !== "ownStatus" || !this.connection || !isOwn(change, this.connection)) return;
    if (change.status) this.setStatus(change.status);
    else this.requestRead();
  }

  /** Sets the status and drops a pending answer, which is older. */
  private setStatus(status: UserStatus | undefined): void {
    this.reading.abort();
    this.reading = new AbortController();
    this.requesting = false;
    this.outdated = false;
    this.failedAt = undefined;
    this.status = status;
    void this.render();
  }

  private requestRead(): void {
    this.outdated = this.connection !== undefined && this.isEnabled();
    if (this.outdated && this.ready) this.pollHandle.refresh();
  }

  /** Reads the status if it is outdated; called on every poll event of the window. */
  private read(): void {
    const { connection } = this;
    if (!this.outdated || this.requesting || !this.ready || !connection || !vscode.window.state.focused) return;
    this.outdated = false;
    this.failedAt = undefined;
    this.requesting = true;
    const { signal } = this.reading;
    connection.client.users.currentStatus({ signal, repeat: false }).then(
      (status) => {
        if (signal.aborted) return;
        const requestedMeanwhile = this.outdated;
        this.setStatus(status);
        if (requestedMeanwhile) this.requestRead();
      },
      (error: unknown) => {
        if (signal.aborted) return;
        this.requesting = false;
        if (isCancelled(error)) return;
        this.options.log.debug("Reading the user's status failed", error);
        this.outdated = isPassing(error);
        this.failedAt = this.outdated ? Date.now() : undefined;
      },
    );
  }

  private async render(): Promise<void> {
    const { status, connection, item } = this;
    if (!status || !connection || !this.isVisible()) {
      item.hide();
      return;
    }
    const names = await emojiNames();
    if (this.status !== status || this.connection !== connection || !this.isVisible()) return;
    const line = statusLine(status, names);
    const [text, named] = [plainText(line, 300), plainText(namedStatusLine(status, names), 300)];
    const owner = vscode.l10n.t(
      "@{0} on {1}",
      plainText(connection.session?.user.username, 60),
      instanceHost(connection.instance.url),
    );
    const words = (said: string): string =>
      [said === "" ? vscode.l10n.t("No status") : said, ...(isBusy(status) ? [vscode.l10n.t("busy")] : [])].join(", ");
    item.text = text === "" ? "$(smiley)" : plainText(line, maxLength);
    item.tooltip = vscode.l10n.t("My status: {0} ({1}). Select to set it.", words(named), owner);
    item.accessibilityInformation = { label: vscode.l10n.t("My status: {0}", words(text)), role: "button" };
    item.show();
  }
}

/** Creates the status bar item for the current user's status. */
export const ownStatusBar = (options: OwnStatusBarOptions): Disposable => new OwnStatusBar(options);
