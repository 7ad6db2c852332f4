import { LOG_SCHEME } from "../../../core/addresses/schemes.ts";
import type { Load } from "../../../core/feature.ts";
import { LazyFiles } from "../../../core/lazy/lazyFiles.ts";
import type { JobLogs } from "./channel.ts";
import type { LogFiles } from "./logFiles.ts";

/**
 * Job logs as documents that cannot be written.
 *
 * A file system and not a TextDocumentContentProvider: files cross from the extension host as bytes, where a content
 * provider's text is first made into JSON there, which doubles how long everybody waits while a large log opens; the
 * editor marks them read-only, replaces only what differs when they change, and can be refused with words. Of documents
 * longer than 50 MB (`TextModel._MODEL_SYNC_LIMIT`) extensions get nothing, from neither: `openTextDocument` refuses,
 * and what the person opens by hand is no document to them.
 */
export class LogDocuments extends LazyFiles<LogFiles> {
  /** @param load the code of jobs */
  constructor(logs: JobLogs, ready: Promise<unknown>, load: Load<{ readonly LogFiles: typeof LogFiles }>) {
    super(LOG_SCHEME, async (changed) => new (await load()).LogFiles(logs, await logs.painter(), changed), {
      readonly: true,
      ready,
    });
  }
}
