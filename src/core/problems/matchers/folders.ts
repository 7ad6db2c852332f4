import { ownText } from "../../base/ownText.ts";

const ENTERS = /^\S{0,40}make(?:\.exe)?(?:\[\d{1,4}\])?: (Entering|Leaving) directory ['`](.{1,1000})'$/;
const CARGO = /^\s{0,12}(?:Compiling|Checking) \S{1,200} v\S{1,100} \((\/.{1,1000}|[A-Za-z]:\\.{1,1000})\)$/;
const ROOT_DIR = /^rootdir: (\S.{0,1000}?)(?:, (?:config|ini)file: .*)?$/;
const SHELL = /^\$ cd ([^\s;&|]{1,1000})(?: *(?:&&|;).*)?$/;

/** Limit of nested directories, for logs that never leave them. */
const DEPTH_LIMIT = 200;

/** Tracks the folder of relative paths in a log: make, cargo, pytest, and `cd` in the job's script. */
export class Folders {
  private readonly entered: string[] = [];
  private announced: string | undefined;

  /** Returns the current folder, as far as known. */
  get current(): string | undefined {
    return this.entered.at(-1) ?? this.announced;
  }

  line(text: string): void {
    const made = text.includes("directory") ? ENTERS.exec(text) : null;
    if (made) {
      if (made[1] === "Leaving") this.entered.pop();
      else if (this.entered.push(ownText(made[2] ?? "")) > DEPTH_LIMIT) this.entered.shift();
      return;
    }
    const said = text.startsWith("$ cd ")
      ? SHELL.exec(text)
      : text.startsWith("rootdir: ")
        ? ROOT_DIR.exec(text)
        : text.endsWith(")")
          ? CARGO.exec(text)
          : null;
    if (said) this.announced = ownText(said[1] ?? "");
  }
}
