import { type Frame, type Matcher, type ReportProblem, type StackHeader, stackProblem } from "./problem.ts";

const FRAME = /^\s{1,12}at \S.{0,1000}? in (\S.{0,500}):line (\d{1,7})$/;
/** In the language of the machine: `   bei Cart.Add() in C:\b\Cart.cs:Zeile 12.` */
const LOCAL_FRAME =
  /^\s{1,12}[^\s\d]{1,12} \S.{0,1000}?\(.{0,1000}?\) [^\s\d]{1,8} ((?:[A-Za-z]:\\|\/).{0,500}?):[^\s\d:\\/]{1,12} (\d{1,7})\.?$/;
const ANY_FRAME = /^\s{1,12}[^\s\d]{1,12} \S.{0,1000}\(.{0,1000}\)(?: [^\s\d]{1,8} \S.{0,1000})?$/;
const HEADER =
  /^\s{0,6}(?:Unhandled exception\. |[^\s:][^:]{0,40}: |---> )?((?:\w{1,100}\.){1,20}\w{0,100}(?:Exception|Error))(?: ?: (.{0,2000}))?$/;
/** The failure of a test, with its message and stack in the lines below. */
const TEST = /^\s{1,4}(?:Failed|Fehler|Fehlerhaft|Échec|Échoué) (\S.{0,500}?) \[[^\]]{1,40}\]$/;
const TITLES =
  /^\s{1,4}(?:Error Message|Stack Trace|Fehlermeldung|Stapelverfolgung|Stapelüberwachung|Message d'erreur|Arborescence des appels de procédure) ?:$/;
/** Limit of lines between a title and its stack. */
const NEAR = 60;
const MESSAGE_LINES = 5;
const FRAME_LIMIT = 50;

/** Stack traces of .NET, below an exception or a failed test. */
export class DotnetStack implements Matcher {
  private header: StackHeader | undefined;
  private readonly message: string[] = [];
  private frames: Frame[] = [];
  private isTest = false;
  private inStack = false;

  get isOpen(): boolean {
    return this.header !== undefined;
  }

  line(text: string, at: number, found: ReportProblem): boolean {
    const frame = FRAME.exec(text) ?? LOCAL_FRAME.exec(text);
    // Other stacks look alike until the first frame with a line.
    if (frame || (this.inStack && ANY_FRAME.test(text))) {
      this.inStack = true;
      this.header ??= { at, message: "" };
      if (frame && this.frames.length < FRAME_LIMIT) this.frames.push({ path: frame[1] ?? "", line: Number(frame[2]) });
      return true;
    }
    if (this.inStack) this.end(found);
    const title = TEST.exec(text);
    const exception = title ? null : HEADER.exec(text);
    if (title || (exception && !this.isTest)) {
      this.end(found);
      this.isTest = title !== null;
      this.header = {
        at,
        message:
          title?.[1] ?? (exception?.[2] === undefined ? (exception?.[1] ?? "") : `${exception[1]}: ${exception[2]}`),
      };
      return false;
    }
    if (this.header && at - this.header.at > NEAR) this.end(found);
    else if (this.isTest && text.trim() !== "" && !TITLES.test(text) && this.message.length < MESSAGE_LINES)
      this.message.push(text.trim());
    return false;
  }

  end(found: ReportProblem): void {
    const { header, message } = this;
    const problem =
      header && stackProblem("dotnet", { ...header, message: [header.message, ...message].join("\n") }, this.frames);
    if (problem) found(problem);
    this.header = undefined;
    message.length = 0;
    this.frames = [];
    this.isTest = false;
    this.inStack = false;
  }
}
