import { Position, type Uri } from "vscode";
import type { OpenFiles } from "../../../core/problems/projectFiles.ts";
import type { StackFrame } from "./stackFrames.ts";

/** A frame with its file, if it is in the workspace. */
export interface PlacedFrame extends StackFrame {
  readonly uri?: Uri;
  readonly position?: Position;
}

/** Maps paths of runners to files of the workspace. */
export class WorkspacePlaces {
  private readonly read: () => Promise<Pick<OpenFiles, "find" | "findPath"> | undefined>;
  private listed: { readonly files: Pick<OpenFiles, "find" | "findPath"> | undefined } | undefined;
  private readonly found = new Map<string, Uri | undefined>();

  /** @param read lists the files of the project's clone, called once; undefined without a clone */
  constructor(read: () => Promise<Pick<OpenFiles, "find" | "findPath"> | undefined>) {
    this.read = read;
  }

  /** Returns the file; "unknown" if the files must be listed first. */
  known(path: string): Uri | undefined | "unknown" {
    return this.listed === undefined ? "unknown" : this.look(path);
  }

  async find(path: string): Promise<Uri | undefined> {
    this.listed ??= { files: await this.read() };
    return this.look(path);
  }

  /** Returns what finds the path in the clone that a path of a runner refers to. */
  async paths(): Promise<(path: string) => string | undefined> {
    this.listed ??= { files: await this.read() };
    const { files } = this.listed;
    return (path) => files?.findPath({ path }, []);
  }

  /** Adds their files to frames. */
  async place(frames: readonly StackFrame[]): Promise<PlacedFrame[]> {
    const placed: PlacedFrame[] = [];
    for (const frame of frames) {
      const uri = frame.path === undefined ? undefined : await this.find(frame.path);
      placed.push(
        uri === undefined
          ? frame
          : { ...frame, uri, position: new Position((frame.line ?? 1) - 1, (frame.column ?? 1) - 1) },
      );
    }
    return placed;
  }

  private look(path: string): Uri | undefined {
    if (!this.found.has(path)) this.found.set(path, this.listed?.files?.find({ path }, []));
    return this.found.get(path);
  }
}
