import type { McpServerDefinition } from "vscode";
import type { Disposable } from "../../../core/base/disposable.ts";

/** The way of agents into this window by MCP, open while the setting or VS Code asks for it. */
export interface McpAccess extends Disposable {
  /** Opens or closes it as the setting says. @throws Error if it cannot be opened */
  apply(): Promise<void>;
  /** Does the same in the background; failures are only logged. */
  update(): Promise<void>;
  /** Opens it for the server that VS Code starts, and returns how that is started. @throws Error if it cannot be opened */
  forEditor(definition: McpServerDefinition): Promise<McpServerDefinition>;
}
