import type { App } from "../app.ts";
import { LazyFiles } from "../ui/lazyFiles.ts";
import { FILE_SCHEME } from "./fileAddress.ts";
import type { FileContents } from "./fileContents.ts";

/** Files at a branch, tag or commit as documents that cannot be written. Commits do not change; branches are asked again with each opening. */
export class HostFiles extends LazyFiles<FileContents> {
  constructor(app: App) {
    super(FILE_SCHEME, async () => new (await import("./fileContents.ts")).FileContents(app), { readonly: true, ready: app.sessions.ready });
  }
}
