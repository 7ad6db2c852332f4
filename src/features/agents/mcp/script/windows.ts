import { entriesFolder, type FoundEntry, runningWindows } from "../windowEntries.ts";
import { findWindows, NoWindowError, severalWindows, type WantedWindow } from "./findWindows.ts";
import { UnreachableError, type WindowAnswer, type WindowCall, WindowConnection } from "./windowConnection.ts";

/** Calls tools in the wanted window, which may be closed and opened again between calls. */
export class Windows {
  private readonly folder: string;
  private readonly wanted: WantedWindow;
  private readonly client: () => string;
  private connection: Promise<WindowConnection> | undefined;

  /**
   * @param folder that of the installed server
   * @param client returns the name of the agent
   */
  constructor(folder: string, wanted: WantedWindow, client: () => string) {
    this.folder = folder;
    this.wanted = wanted;
    this.client = client;
  }

  /** Never rejects: what hinders it is an answer that says what to do. */
  async call(call: WindowCall): Promise<WindowAnswer> {
    try {
      const connection = await this.connected();
      return await connection.call(call);
    } catch (error) {
      if (error instanceof NoWindowError) return { text: error.message, failed: true };
      return {
        text: `Forgeline's MCP server failed: ${error instanceof Error ? error.message : String(error)}`,
        failed: true,
      };
    }
  }

  /** Returns the open connection, or a new one. Calls that come meanwhile share it. */
  private connected(): Promise<WindowConnection> {
    const before = this.connection?.catch(() => undefined) ?? Promise.resolve(undefined);
    this.connection = before.then((open) => (open?.closed === false ? open : this.connect()));
    return this.connection;
  }

  private async connect(): Promise<WindowConnection> {
    let windows: readonly FoundEntry[] = await runningWindows(entriesFolder(this.folder));
    for (;;) {
      const found = await findWindows(windows, this.wanted);
      const opened = (await Promise.all(found.map((window) => this.open(window)))).filter((one) => one !== undefined);
      const [only, ...others] = opened;
      if (only && others.length === 0) return only;
      for (const one of opened) one.close();
      if (only) throw severalWindows(found, this.wanted);
      windows = windows.filter((window) => !found.includes(window));
    }
  }

  /** Returns undefined for a window that is gone. */
  private async open(window: FoundEntry): Promise<WindowConnection | undefined> {
    try {
      return await WindowConnection.open(window, this.client());
    } catch (error) {
      if (error instanceof UnreachableError) return undefined;
      throw error;
    }
  }
}
