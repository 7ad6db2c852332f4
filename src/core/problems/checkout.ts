const GIT =
  /^(?:Reinitialized existing|Initialized empty|Reinitialized existing shared) (?:shared )?Git repository in (.{1,1000}?)[/\\]\.git[/\\]?$/;
const VARIABLE = /(?:^|[\s'"])CI_PROJECT_DIR['"]?(?:=|: ?)['"]?((?:\/|[A-Za-z]:[\\/])[^\s'";&|]{1,1000})/;
const KEPT = 8;

/** Where a runner checked the project out, as the log itself says: git's words, and CI_PROJECT_DIR where a script prints it. */
export class Checkouts {
  private readonly found = new Set<string>();

  /** Folders of the runner, as the log writes them. */
  get folders(): readonly string[] {
    return [...this.found];
  }

  line(text: string): void {
    if (this.found.size >= KEPT || text.length > 4000) return;
    const folder = text.includes("Git repository in ")
      ? GIT.exec(text)?.[1]
      : text.includes("CI_PROJECT_DIR")
        ? VARIABLE.exec(text)?.[1]
        : undefined;
    if (folder !== undefined) this.found.add(folder.replace(/[\\/]+$/, ""));
  }
}
