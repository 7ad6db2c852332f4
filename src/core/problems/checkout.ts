import { ownText } from "../base/ownText.ts";

const GIT =
  /^(?:Reinitialized existing|Initialized empty|Reinitialized existing shared) (?:shared )?Git repository in (.{1,1000}?)[/\\]\.git[/\\]?$/;
const VARIABLE = /(?:^|[\s'"])CI_PROJECT_DIR['"]?(?:=|: ?)['"]?((?:\/|[A-Za-z]:[\\/])[^\s'";&|]{1,1000})/;
const FOLDER_LIMIT = 8;

/** Finds the checkout folders of the runner in a log: in git's messages, and where a script prints CI_PROJECT_DIR. */
export class Checkouts {
  private readonly found = new Set<string>();

  /** Returns the folders as written in the log. */
  get folders(): readonly string[] {
    return [...this.found];
  }

  line(text: string): void {
    if (this.found.size >= FOLDER_LIMIT || text.length > 4000) return;
    const folder = text.includes("Git repository in ")
      ? GIT.exec(text)?.[1]
      : text.includes("CI_PROJECT_DIR")
        ? VARIABLE.exec(text)?.[1]
        : undefined;
    if (folder !== undefined) this.found.add(ownText(folder.replace(/[\\/]+$/, "")));
  }
}
