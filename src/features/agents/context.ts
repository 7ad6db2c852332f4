import type { Context } from "../../core/context.ts";
import type { Diagnoses } from "../../core/diagnosis/diagnoses.ts";
import type { Load } from "../../core/feature.ts";
import type { CiFileChecker } from "../ci/feature.ts";
import type { JobLogLines } from "./jobLogLines.ts";
import type { McpAccess } from "./mcp/mcpAccess.ts";

/** What tools for language models are given. */
export interface AgentsContext extends Context {
  /** Removes credentials from a text, as from the log. */
  readonly hide: (text: string) => string;
  /** Shared with the page of failed pipelines. */
  readonly diagnoses: Load<Diagnoses>;
  readonly ciFiles: Load<CiFileChecker>;
  /** Logs that were asked about. */
  readonly logs: Load<JobLogLines>;
  /** Lets agents outside of VS Code connect. */
  readonly access: Load<McpAccess>;
}
