import type { App } from "../../../core/context.ts";
import { FILE_SCHEME } from "../../../core/files/address.ts";
import type { FileContents } from "../../../core/files/fileContents.ts";
import { LazyFiles } from "../../../core/lazy/lazyFiles.ts";

/** Files at a branch, tag or commit as documents that cannot be written. Commits do not change; branches are asked again with each opening. */
export class HostFiles extends LazyFiles<FileContents> {
  constructor(app: App) {
    super(FILE_SCHEME, async () => new (await import("../../../core/files/fileContents.ts")).FileContents(app), {
      readonly: true,
      ready: app.sessions.ready,
    });
  }
}
