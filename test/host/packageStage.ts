/** What suites about package files share: a project of their own, files on disk, and dialogs of files that answer by themselves. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { savesTo } from "./inFront.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { replace } from "./spies.ts";
import { setStage, type Stage } from "./stage.ts";

export class PackageStage {
  readonly stage: Stage;
  project!: OwnProject;
  folder!: string;
  private readonly undo: { dispose(): void }[] = [];

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Writes a file to publish. */
  async file(name: string, bytes: Uint8Array): Promise<vscode.Uri> {
    const path = join(this.folder, name);
    await writeFile(path, bytes);
    return vscode.Uri.file(path);
  }

  /** A row as menus hand it over. */
  row(packageName: string, version?: string): object {
    return {
      instance: this.project.instance,
      project: this.project.path,
      packageName,
      ...(version !== undefined && { version }),
    };
  }

  /** Answers the next dialogs for opening a file. */
  opens(uri: vscode.Uri | undefined): void {
    this.undo.push(replace(vscode.window, "showOpenDialog", () => () => Promise.resolve(uri && [uri])));
  }

  /** Answers the next dialogs for saving a file; the names that they propose are kept. */
  saves(name: string): { readonly path: string; readonly proposed: readonly string[] } {
    const saving = savesTo(join(this.folder, name));
    this.undo.push(saving);
    return saving;
  }

  /** Number of the last request so far. */
  last(): Promise<number> {
    return this.stage.control.lastRequest();
  }

  /** What was asked of the project's feed since then: `PUT ` and the rest of the path. */
  async asked(since: number): Promise<string[]> {
    const feed = new RegExp(`/(?:projects/${this.project.id}|groups/\\d+/-)/packages/nuget(.*)$`);
    return (await this.stage.control.requests(since)).flatMap(({ method, path }) =>
      feed.test(path) ? [`${method} ${feed.exec(path)?.[1] ?? ""}`] : [],
    );
  }

  close(): void {
    for (const one of this.undo.splice(0)) one.dispose();
  }
}

/** Sets the stage for the suite around it. */
export function packageStage(): PackageStage {
  const packages = new PackageStage(setStage());
  before(async () => {
    packages.folder = await mkdtemp(join(tmpdir(), "forgeline-packages-"));
  });
  beforeEach(async () => {
    packages.project = await ownProject(packages.stage.app);
    await packages.project.open();
  });
  afterEach(() => packages.close());
  after(() => rm(packages.folder, { recursive: true, force: true }));
  return packages;
}
