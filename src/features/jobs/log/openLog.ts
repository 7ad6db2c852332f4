import type { TextDocument } from "vscode";
import type { LogSnapshot } from "../../../core/logText/logSnapshot.ts";
import type { LogDocument } from "./logDocument.ts";

/** An open log with its current state. */
export interface OpenLog {
  readonly document: LogDocument;
  readonly snapshot: LogSnapshot;
}
/** The logs that are open as documents. */
export interface OpenLogs {
  /** Returns the log of a document; undefined for other documents. */
  of(document: Pick<TextDocument, "uri">): Promise<OpenLog | undefined>;
}
