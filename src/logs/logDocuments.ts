import { LazyFiles } from "../ui/lazyFiles.ts";
import type { JobLogs } from "./channel.ts";
import { LOG_SCHEME } from "./logAddress.ts";
import type { LogFiles } from "./logFiles.ts";

/**
 * Job logs as documents that cannot be written.
 *
 * A file system and not a TextDocumentContentProvider: files cross from the extension host as bytes, where a content
 * provider's text is first made into JSON, which holds everybody up for as long as a large log takes; the
 * editor marks them read-only; it replaces only what differs when they change; and it can refuse with words. VS Code
 * gives neither kind to extensions when it is longer than 50 MB (`TextModel._MODEL_SYNC_LIMIT`).
 */
export class LogDocuments extends LazyFiles<LogFiles> {
  constructor(logs: JobLogs, ready: Promise<unknown>) {
    super(LOG_SCHEME, async (changed) => new (await import("./logFiles.ts")).LogFiles(logs, await logs.painter(), changed), { readonly: true, ready });
  }
}
