import childProcess, { type SpawnOptions } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";
import { underWayElsewhere } from "../activity.ts";
import { Starter } from "./startElsewhere.ts";

/** Starts git elsewhere from now on, unless it leads a group of processes, whose ID is needed at once. */
export function startGitElsewhere(): void {
  const starter = new Starter();
  const { spawn } = childProcess;
  const isElsewhere = (program: string, { detached = false, stdio = "pipe" }: SpawnOptions): boolean =>
    basename(program) === "git" && !detached && stdio === "pipe";
  (childProcess as { spawn: unknown }).spawn = (
    program: string,
    args: readonly string[] = [],
    options: SpawnOptions = {},
  ): unknown => (isElsewhere(program, options) ? starter.start(program, args, options) : spawn(program, args, options));
  syncBuiltinESMExports();
  underWayElsewhere.add(() => starter.isBusy);
}
