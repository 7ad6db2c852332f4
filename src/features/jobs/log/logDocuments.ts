import { LOG_SCHEME } from "../../../core/addresses/schemes.ts";
import type { Load } from "../../../core/feature.ts";
import { LazyFiles } from "../../../core/lazy/lazyFiles.ts";
import type { JobLogs } from "./jobLogs.ts";
import type { LogFiles } from "./logFiles.ts";

/**
 * Job logs as read-only documents.
 * A file system is used instead of a TextDocumentContentProvider: files are transferred as bytes, where a content
 * provider's text is first converted to JSON, which doubles the time to open a large log; the editor marks them
 * read-only, replaces only differences, and shows error messages. Neither makes documents over 50 MB
 * (`TextModel._MODEL_SYNC_LIMIT`) available to extensions.
 */
export class LogDocuments extends LazyFiles<LogFiles> {
  constructor(logs: JobLogs, ready: Promise<unknown>, load: Load<{ readonly LogFiles: typeof LogFiles }>) {
    super(LOG_SCHEME, async (changed) => new (await load()).LogFiles(await logs.load(), changed), {
      readonly: true,
      ready,
    });
  }
}
