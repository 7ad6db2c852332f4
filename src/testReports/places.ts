import { stat } from "node:fs/promises";
import path from "node:path";
import { Position, RelativePattern, Uri, workspace } from "vscode";
import { checkoutPaths, isForeign } from "./checkoutPaths.ts";
import type { StackFrame } from "./stackFrames.ts";

/** A frame with its file in the workspace, where that has it. */
export interface PlacedFrame extends StackFrame {
  readonly uri?: Uri;
  readonly position?: Position;
  /** Whether the file is the project's own and not that of a library. */
  readonly own: boolean;
}

/** Searches through the workspace that one report is worth. */
const mostSearches = 40;

/** The files of the workspace that a runner's paths mean. Each path is looked for once. */
export class WorkspacePlaces {
  private readonly root: string | undefined;
  private readonly project: string;
  private searches = 0;
  private readonly found = new Map<string, Uri | undefined>();

  /** @param root folder of the project's clone; without one nothing is found */
  constructor(root: string | undefined, project: string) {
    this.root = root;
    this.project = project;
  }

  /** The file, unless it must be looked for first. */
  known(file: string): Uri | undefined | "unknown" {
    return this.root === undefined ? undefined : this.found.has(file) ? this.found.get(file) : "unknown";
  }

  async find(file: string): Promise<Uri | undefined> {
    const known = this.known(file);
    if (known !== "unknown") return known;
    const uri = await this.lookFor(file);
    this.found.set(file, uri);
    return uri;
  }

  /** Frames with their files. One that has neither a function nor a file that is here is left out. */
  async place(frames: readonly StackFrame[]): Promise<PlacedFrame[]> {
    const placed: PlacedFrame[] = [];
    for (const frame of frames) {
      const uri = frame.path === undefined ? undefined : await this.find(frame.path);
      const own = uri !== undefined && frame.path !== undefined && !isForeign(frame.path);
      if (uri === undefined) placed.push({ ...frame, own });
      else placed.push({ ...frame, own, uri, position: new Position((frame.line ?? 1) - 1, (frame.column ?? 1) - 1) });
    }
    return placed;
  }

  private async lookFor(file: string): Promise<Uri | undefined> {
    for (const candidate of this.root === undefined ? [] : checkoutPaths(file, this.project)) {
      const full = path.join(this.root ?? "", candidate);
      const isFile = await stat(full).then((stats) => stats.isFile(), () => false);
      if (isFile) return Uri.file(full);
    }
    return this.search(file);
  }

  /** Some tools tell a file from its source folder on, or by its name alone: it is meant where there is only one. */
  private async search(file: string): Promise<Uri | undefined> {
    const [tail] = checkoutPaths(file, this.project);
    if (this.root === undefined || tail === undefined || file.startsWith("/") || /[*?{}[\]]/.test(tail) || this.searches >= mostSearches) return undefined;
    this.searches++;
    const [only, ...others] = await workspace.findFiles(new RelativePattern(Uri.file(this.root), `**/${tail}`), "**/{node_modules,.git}/**", 2);
    return others.length === 0 ? only : undefined;
  }
}
