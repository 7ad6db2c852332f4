import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

/** A temporary repository, driven by the git of the PATH. */
export class GitFolder {
  /** The temporary folder, which may hold more than the repository. */
  readonly folder = path.join(realpathSync(temporaryFolder()), "git folder");
  readonly root: string;

  constructor(name = ".") {
    this.root = path.join(this.folder, name);
    mkdirSync(this.root, { recursive: true });
  }

  git(...args: readonly string[]): string {
    return this.gitIn(this.root, ...args);
  }

  gitIn(cwd: string, ...args: readonly string[]): string {
    const person = [
      "-c",
      "user.name=A",
      "-c",
      "user.email=a@example.com",
      "-c",
      "protocol.file.allow=always",
      "-c",
      "maintenance.auto=false",
    ];
    return execFileSync("git", [...person, ...args], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  }

  init(branch = "main"): void {
    this.git("init", "-q", "-b", branch);
  }

  write(name: string, content: string | Buffer): void {
    mkdirSync(path.dirname(path.join(this.root, name)), { recursive: true });
    writeFileSync(path.join(this.root, name), content);
  }

  /** Commits files, or everything that was changed. @returns the commit's SHA */
  commit(files: Readonly<Record<string, string>> = {}, message = "change"): string {
    for (const [name, content] of Object.entries(files)) this.write(name, content);
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message);
    return this.git("rev-parse", "HEAD");
  }
}
