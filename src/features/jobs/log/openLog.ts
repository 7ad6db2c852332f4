import type { TextDocument } from "vscode";
import type { LogSnapshot } from "../../../core/logText/logSnapshot.ts";
import type { LogDocument } from "./logDocument.ts";

/** A log that is open, with what it shows. */
export interface OpenLog {
  readonly document: LogDocument;
  readonly snapshot: LogSnapshot;
}
/** The logs that are open as documents. */
export interface OpenLogs {
  /** The log that a document shows; undefined for another document. */
  of(document: Pick<TextDocument, "uri">): Promise<OpenLog | undefined>;
}
