import { STRENGTH, STRENGTHS, type Strength } from "./errorEvidence.ts";

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
      /** How many lines above this one the error is. */
      readonly back?: number;
      /** The exit code of the command that it is about. */
      readonly exit?: number;
    }
  /** What says that warnings fail the job. */
  | { readonly kind: "warningsFail" }
  /** A command of the script that the runner echoed. */
  | { readonly kind: "command" }
  /** What the script writes when its steps so far succeeded. */
  | { readonly kind: "stepDone" }
  /** A test or a task that passed, which others may have run beside. */
  | { readonly kind: "pass" }
  /** What the script wrote, and whether it goes on with what is above it. */
  | { readonly kind: "output"; readonly goesOn?: boolean }
  /** The runner's last sentence of a failed job. */
  | { readonly kind: "closing"; readonly why?: Ending };

/** By what a job ended: the exit code of its script, its time, the runner. */
export type Ending = number | "time" | "runner";

type FirstLines = (number | undefined)[];

/** A line that may be the cause, and whether what it says leaves no doubt. */
export interface Candidate {
  readonly line: number;
  readonly isSure: boolean;
}

const candidatesOf = (lines: FirstLines, isSure: boolean): Candidate[] =>
  lines.flatMap((line) => (line === undefined ? [] : [{ line, isSure }]));

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
  /** The last line with text since the last command, and the last one that does not go on with another. */
  private lastText: number | undefined;
  private lastOutput: number | undefined;
  private warningsFail = false;
  private closing: number | undefined;
  private why: Ending | undefined;
  /** The last complaints of the last command, by the exit code of what they are about. */
  private readonly exits = new Map<number, number>();

  add(rated: RatedLine, line: number): void {
    switch (rated.kind) {
      case "error":
        this.errors[slot(rated.part, rated.strength)] ??= line - (rated.back ?? 0);
        if (rated.part !== PARTS.script) return;
        this.write(line);
        this.failed ??= rated.failed;
        if (rated.exit !== undefined) this.exits.set(rated.exit, line);
        if (rated.program) this.addToProgram(rated.program, rated.strength, line - (rated.back ?? 0));
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
        this.warningsFail = false;
        this.exits.clear();
        this.lastCommand = line;
        this.lastText = undefined;
        this.lastOutput = undefined;
        return;
      case "stepDone":
        this.passErrors();
        this.write(line);
        return;
      case "pass":
        this.passCause();
        this.write(line);
        return;
      case "warningsFail":
        this.warningsFail = true;
        this.write(line);
        return;
      case "output":
        this.lastText = line;
        if (!rated.goesOn) this.lastOutput = line;
        return;
      case "closing":
        if (this.closing !== undefined) return;
        this.closing = line;
        this.why = rated.why;
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
    this.lastText = next.lastText ?? this.lastText;
    this.lastOutput = next.lastOutput ?? this.lastOutput;
    this.warningsFail ||= next.warningsFail;
    for (const [code, line] of next.exits) this.exits.set(code, line);
    if (next.closing !== undefined)
      this.add({ kind: "closing", ...(next.why !== undefined && { why: next.why }) }, next.closing);
  }

  private write(line: number): void {
    this.lastText = line;
    this.lastOutput = line;
  }

  /**
   * Returns the candidates for the cause of the failure, best first. A command before the last one succeeded, or the
   * runner would have stopped: its errors count only if the last one wrote nothing, and if they are marked as such.
   * Errors of steps that succeeded count if there are no others. What the script wrote last counts if the job failed and
   * nothing else is an error.
   */
  candidates(): readonly Candidate[] {
    const failed = this.closing !== undefined;
    const quiet = this.lastText === undefined;
    const written = failed ? [this.lastOutput ?? this.lastText ?? this.lastCommand] : [];
    const sure = (lines: FirstLines): Candidate[] => candidatesOf(lines, true);
    const likely = (lines: FirstLines): Candidate[] => candidatesOf(lines, false);
    const part = (of: LogPart): Candidate[] => {
      const lines = this.of(of);
      return [...sure(lines.slice(0, STRENGTH.complaint)), ...likely(lines.slice(STRENGTH.complaint))];
    };
    return [
      ...likely(this.why === "time" ? written : []),
      ...sure(this.why === "runner" ? [this.closing] : []),
      ...(failed ? part(PARTS.upload) : []),
      ...this.ofScript(),
      ...likely(this.passed),
      ...likely(quiet ? this.earlier.slice(0, STRENGTH.words) : []),
      ...likely(written),
      ...likely(this.earlier),
      ...part(PARTS.other),
      ...likely(this.of(PARTS.storage)),
      ...(failed ? [] : part(PARTS.upload)),
      ...likely([this.closing]),
    ];
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

  /** Returns the complaint of the command with whose exit code the script ended. */
  private ofExit(): number | undefined {
    return typeof this.why === "number" ? this.exits.get(this.why) : undefined;
  }

  private ofScript(): Candidate[] {
    const lines = this.of(PARTS.script);
    return [
      ...candidatesOf([lines[STRENGTH.certain], this.ofExit(), ...this.ofFailedProgram(), lines[STRENGTH.cause]], true),
      ...candidatesOf(
        [
          ...lines.slice(STRENGTH.complaint, STRENGTH.likely),
          this.beforePass,
          this.warningsFail ? lines[STRENGTH.warned] : undefined,
          ...lines.slice(STRENGTH.likely),
        ],
        false,
      ),
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

/** The line of a log that is most likely the cause of its failure. */
export interface FirstError {
  readonly line: number;
  /** Whether its evidence leaves no doubt; else it is only likely. */
  readonly isSure: boolean;
  /** Whether a line that is not shown is at least as likely. */
  readonly hidden: boolean;
}

/**
 * Returns the line of a log that is most likely the cause of its failure, of those that are shown.
 * @param dropped the part of the log that is not shown
 * @param shown the blocks behind it, in order
 */
export function findFirstError(dropped: ErrorLines, shown: readonly ErrorLines[]): FirstError | undefined {
  const kept = joinErrors(shown);
  const [first] = kept.candidates();
  return first && { ...first, hidden: joinErrors([dropped, kept]).candidates()[0]?.line !== first.line };
}

/** Returns the errors of blocks that follow each other. */
export function joinErrors(blocks: readonly ErrorLines[]): ErrorLines {
  const whole = new ErrorLines();
  for (const block of blocks) whole.append(block);
  return whole;
}
