import { STRENGTH, STRENGTHS, type Strength } from "./errorWords.ts";

/**
 * The part of a log that a line belongs to: the upload of the artifacts of a script that succeeded, the job's script,
 * what the runner does before it, and its caches and artifacts.
 */
export const PARTS = { upload: 0, script: 1, other: 2, storage: 3 } as const;
export type LogPart = (typeof PARTS)[keyof typeof PARTS];

/** What a line means for the search for the cause of a failure. */
export type RatedLine =
  | {
      readonly kind: "error";
      readonly part: LogPart;
      readonly strength: Strength;
      /** The program that wrote it, if several write into the log; else "". */
      readonly program?: string;
      /** The program that failed, as the line says. */
      readonly failed?: string;
    }
  /** A command of the script that the runner echoed. */
  | { readonly kind: "command" }
  /** What the script writes when its steps so far succeeded. */
  | { readonly kind: "stepDone" }
  /** A test or a task that passed, which others may have run beside. */
  | { readonly kind: "pass" }
  /** What the script wrote. */
  | { readonly kind: "output" }
  /** The runner's last sentence of a failed job. */
  | { readonly kind: "closing" };

type FirstLines = (number | undefined)[];

/** Limit of the programs of a block that are told apart. */
const PROGRAMS = 100;

/** Line numbers of a block of a log from which its first error is chosen; their number does not grow with the block. */
export class ErrorLines {
  /** The first error of each part and strength, without those of commands before the last one. */
  private readonly errors: FirstLines = [];
  /** The first errors of commands before the last one, by strength. */
  private readonly earlier: FirstLines = [];
  /** The first errors of the last command, by strength, before a step that would not follow on a failure. */
  private readonly passed: FirstLines = [];
  private isStepDone = false;
  /** The first cause of the last step before a test that passed, and whether one did. */
  private beforePass: number | undefined;
  private hasPass = false;
  /** The first errors of the last command by the program that wrote them, and the first program that failed. */
  private readonly programs = new Map<string, FirstLines>();
  private failed: string | undefined;
  private lastCommand: number | undefined;
  /** The last line with text since the last command. */
  private lastOutput: number | undefined;
  private closing: number | undefined;

  add(rated: RatedLine, line: number): void {
    switch (rated.kind) {
      case "error":
        this.errors[slot(rated.part, rated.strength)] ??= line;
        if (rated.part !== PARTS.script) return;
        this.lastOutput = line;
        this.failed ??= rated.failed;
        if (rated.program) this.addToProgram(rated.program, rated.strength, line);
        return;
      case "command":
        this.passErrors();
        for (let strength = 0; strength < STRENGTHS; strength++) {
          const at = slot(PARTS.script, strength);
          this.earlier[strength] ??= this.passed[strength] ?? this.errors[at];
          this.passed[strength] = undefined;
          this.errors[at] = undefined;
        }
        this.isStepDone = false;
        this.hasPass = false;
        this.programs.clear();
        this.failed = undefined;
        this.lastCommand = line;
        this.lastOutput = undefined;
        return;
      case "stepDone":
        this.passErrors();
        this.lastOutput = line;
        return;
      case "pass":
        this.passCause();
        this.lastOutput = line;
        return;
      case "output":
        this.lastOutput = line;
        return;
      case "closing":
        this.closing ??= line;
    }
  }

  /** Returns whether no further line of a part can be a better candidate, unless a command comes before it. */
  isSettled(part: LogPart): boolean {
    return this.errors[slot(part, STRENGTH.certain)] !== undefined;
  }

  /** Adds the lines of the block behind this one. */
  append(next: ErrorLines): void {
    if (next.lastCommand !== undefined) this.add({ kind: "command" }, next.lastCommand);
    for (let strength = 0; strength < STRENGTHS; strength++) this.earlier[strength] ??= next.earlier[strength];
    if (next.isStepDone) this.passErrors();
    for (let strength = 0; strength < STRENGTHS; strength++) this.passed[strength] ??= next.passed[strength];
    if (next.hasPass) this.passCause();
    this.beforePass ??= next.beforePass;
    for (const [program, lines] of next.programs)
      lines.forEach((line, strength) => {
        if (line !== undefined) this.addToProgram(program, strength, line);
      });
    this.failed ??= next.failed;
    next.errors.forEach((line, at) => (this.errors[at] ??= line));
    this.lastOutput = next.lastOutput ?? this.lastOutput;
    this.closing ??= next.closing;
  }

  /**
   * Returns the candidates for the cause of the failure, best first. A command before the last one succeeded, or the
   * runner would have stopped: its errors count only if the last one wrote nothing, and if they are marked as such.
   * Errors of steps that succeeded count if there are no others. What the script wrote last counts if the job failed and
   * nothing else is an error.
   */
  candidates(): readonly number[] {
    const failed = this.closing !== undefined;
    const quiet = this.lastOutput === undefined;
    const written = failed ? [this.lastOutput ?? this.lastCommand] : [];
    const lines = [
      ...(failed ? this.of(PARTS.upload) : []),
      ...this.ofScript(),
      ...this.passed,
      ...(quiet ? this.earlier.slice(0, STRENGTH.words) : []),
      ...written,
      ...this.earlier,
      ...this.of(PARTS.other),
      ...this.of(PARTS.storage),
      ...(failed ? [] : this.of(PARTS.upload)),
      this.closing,
    ];
    return lines.filter((line) => line !== undefined);
  }

  private addToProgram(program: string, strength: number, line: number): void {
    let lines = this.programs.get(program);
    if (!lines) {
      if (this.programs.size >= PROGRAMS) return;
      this.programs.set(program, (lines = []));
    }
    lines[strength] ??= line;
  }

  /** Returns the errors of the program that failed; those of others do not explain it. */
  private ofFailedProgram(): FirstLines {
    const lines = this.failed === undefined ? undefined : this.programs.get(this.failed);
    return lines?.slice(0, STRENGTH.words) ?? [];
  }

  private ofScript(): FirstLines {
    const lines = this.of(PARTS.script);
    return [
      ...lines.slice(0, STRENGTH.cause),
      ...this.ofFailedProgram(),
      ...lines.slice(STRENGTH.cause, STRENGTH.likely),
      this.beforePass,
      ...lines.slice(STRENGTH.likely),
    ];
  }

  /** Puts causes below a test that passed before those above it, which that test may have written. */
  private passCause(): void {
    const at = slot(PARTS.script, STRENGTH.cause);
    this.hasPass = true;
    this.beforePass ??= this.errors[at];
    this.errors[at] = undefined;
  }

  /** Puts the errors of a step that succeeded last. What tools say of a place or a test stays: they go on after it. */
  private passErrors(): void {
    this.isStepDone = true;
    this.passCause();
    this.passed[STRENGTH.cause] ??= this.beforePass;
    this.beforePass = undefined;
    this.hasPass = false;
    for (let strength: number = STRENGTH.cause; strength < STRENGTHS; strength++) {
      const at = slot(PARTS.script, strength);
      this.passed[strength] ??= this.errors[at];
      this.errors[at] = undefined;
    }
  }

  private of(part: LogPart): FirstLines {
    return this.errors.slice(slot(part, 0), slot(part, STRENGTHS));
  }
}

const slot = (part: LogPart, strength: number): number => part * STRENGTHS + strength;

/**
 * Returns the line of a log that is most likely the cause of its failure.
 * @param dropped the part of the log that is not shown
 * @param shown the blocks behind it, in order
 * @returns the best line that is shown; `hidden` if one that is not shown is at least as likely
 */
export function findFirstError(
  dropped: ErrorLines,
  shown: readonly ErrorLines[],
): { readonly line: number; readonly hidden: boolean } | undefined {
  const kept = joinErrors(shown);
  const [line] = kept.candidates();
  return line === undefined ? undefined : { line, hidden: joinErrors([dropped, kept]).candidates()[0] !== line };
}

/** Returns the errors of blocks that follow each other. */
export function joinErrors(blocks: readonly ErrorLines[]): ErrorLines {
  const whole = new ErrorLines();
  for (const block of blocks) whole.append(block);
  return whole;
}
