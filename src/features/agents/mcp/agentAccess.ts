import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { extensions, l10n, type McpServerDefinition, McpStdioServerDefinition, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { UserError } from "../../../core/base/errors.ts";
import { EXTENSION_ID } from "../../../core/base/extensionIds.ts";
import { userSetting } from "../../../core/userSettings.ts";
import type { AgentsContext } from "../context.ts";
import { errorText } from "../errorText.ts";
import { tools } from "../tools.ts";
import { CallAnswers } from "./answerCall.ts";
import { FailureLog } from "./failureLog.ts";
import { installServer, serverFolder, serverScript } from "./install.ts";
import type { McpAccess } from "./mcpAccess.ts";
import { makePrivateFolder } from "./privateFolder.ts";
import { newSocketPath, removeSocketFolder } from "./socketPlace.ts";
import { openSocketServer, type ReceivedCall } from "./socketServer.ts";
import { toolListing } from "./toolListing.ts";
import { entriesFolder, processIdentity, removeEndedWindows, type WindowEntry, writeEntry } from "./windowEntries.ts";

interface OpenAccess extends Disposable {
  readonly file: string;
  readonly entry: WindowEntry;
}

/** Opens the socket of this window, writes its entry, and installs the server. */
export class AgentAccess implements McpAccess {
  private readonly context: AgentsContext;
  private readonly answers: CallAnswers;
  private readonly failures: FailureLog;
  private readonly owned = new DisposableStore();
  private readonly folder: string;
  /** Steps that open, change and close, one after the other. */
  private last: Promise<unknown> = Promise.resolve();
  private open: OpenAccess | undefined;
  private startedByEditor = false;
  /** Whether agents cannot connect, although they are to, and nobody was told. */
  private unsaid = false;

  constructor(context: AgentsContext) {
    this.context = context;
    this.answers = new CallAnswers(context);
    this.failures = new FailureLog(context);
    this.folder = serverFolder(context.storage);
    this.owned.add(context.config.onDidChange((affects) => affects("forgeline.agents.mcp") && void this.update()));
    this.owned.add(workspace.onDidChangeWorkspaceFolders(() => void this.update()));
  }

  apply(): Promise<void> {
    const done = this.last
      .then(() => this.step())
      .catch((error: unknown) => {
        throw cannotConnect(error);
      })
      // A failure is the caller's to say.
      .finally(() => (this.unsaid = false));
    this.last = done.catch(() => undefined);
    return done;
  }

  async update(): Promise<void> {
    await this.apply().catch((error: unknown) => {
      this.context.report.background(error, "Let agents connect");
      // Nobody waits for it here: it is said when the user next runs a command.
      this.unsaid = true;
      this.context.report.later("agents", error, () => this.unsaid);
    });
  }

  async forEditor(definition: McpServerDefinition): Promise<McpServerDefinition> {
    this.startedByEditor = true;
    await this.apply();
    if (definition instanceof McpStdioServerDefinition)
      definition.args = [serverScript(this.context.storage), "--window", String(process.pid)];
    return definition;
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async step(): Promise<void> {
    const setting = userSetting("forgeline.agents.mcp");
    if (setting === "off") this.startedByEditor = false;
    const wanted = setting === "all" || this.startedByEditor;
    if (this.owned.isDisposed || !wanted) this.close();
    else if (this.open) await writeEntry(this.open.file, { ...this.open.entry, folders: findable() });
    else this.open = this.owned.add(await this.start());
  }

  private async start(): Promise<OpenAccess> {
    const { context, folder } = this;
    const entries = entriesFolder(folder);
    await makePrivateFolder(folder);
    await makePrivateFolder(entries);
    await removeEndedWindows(entries);
    await installServer(folder, path.join(context.extension.fsPath, "dist/mcp.js"), toolListing(tools, ownVersion()));
    const [socket, identity] = await Promise.all([newSocketPath(), processIdentity()]);
    const secret = randomBytes(32).toString("hex");
    const file = path.join(entries, `${randomBytes(12).toString("hex")}.json`);
    const entry = { process: identity, folders: findable(), socket, secret };
    const opened = new DisposableStore();
    opened.add({ dispose: () => removeSocketFolder(socket) });
    // At once: the process may be about to end.
    opened.add({ dispose: () => rmSync(file, { force: true }) });
    try {
      const answer = (call: ReceivedCall): Promise<string> => this.answers.of(call);
      opened.add(await openSocketServer({ socket, secret, answer, describe: (error) => this.describe(error) }));
      await writeEntry(file, entry);
    } catch (error) {
      opened.dispose();
      throw error;
    }
    return { file, entry, dispose: () => opened.dispose() };
  }

  private describe(error: unknown): string {
    this.failures.add(error);
    return errorText(error, this.context.hide);
  }

  private close(): void {
    if (this.open) this.owned.delete(this.open);
    this.open = undefined;
  }
}

/** Returns the error for an access that cannot be opened. */
const cannotConnect = (error: unknown): UserError =>
  new UserError(
    l10n.t("Agents cannot connect to this window: {0}", error instanceof Error ? error.message : String(error)),
    { cause: error },
  );

/** Returns the folders by which agents outside of VS Code find this window. */
const findable = (): string[] => (userSetting("forgeline.agents.mcp") === "all" ? ownFolders() : []);

const ownVersion = (): string => {
  const manifest = extensions.getExtension(EXTENSION_ID)?.packageJSON as { readonly version?: string } | undefined;
  return manifest?.version ?? "0.0.0";
};

/** Returns the workspace folders that agents can be started in. */
export const ownFolders = (): string[] =>
  (workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === "file" ? uri.fsPath : []));
