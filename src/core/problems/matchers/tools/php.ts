import type { Matcher, ReportProblem } from "../problem.ts";
import type { LineShape, MessageBelow, PlaceBelow } from "../shapes.ts";

/** Errors of PHP itself. */
export const phpLines: readonly LineShape[] = [
  {
    // `PHP Parse error:  syntax error, unexpected token "}" in /builds/acme/shop/a.php on line 3`
    source: "php",
    hint: " in ",
    line: /^(?:PHP )?(?<kind>(?:Parse|Fatal|Recoverable fatal|Compile) error|(?<=^PHP )(?:Warning|Notice|Deprecated)): {1,2}(?<message>\S.{0,2000}?) in (?<path>\S.{0,500}?\.\w{1,8})(?: on line |:)(?<line>\d{1,7})$/,
  },
];

/** PHPUnit: `1) Tests\CartTest::testTotal`, the message, and the place on a line of its own below a difference of any length. */
export const phpunit: PlaceBelow = {
  source: "phpunit",
  title: /^\d{1,5}\) (?<message>[\w\\]{1,300}::\w.{0,2000})$/,
  place:
    /^(?<path>(?!(?:[^:]{0,500}[\\/])?vendor[\\/])(?:(?:\/|[A-Za-z]:\\)[^:]{1,500}\.\w{1,8}|[\w./\\-]{1,500}\.phpt?)):(?<line>\d{1,7})$/,
  within: 1000,
  lines: 6,
  not: /^\S{1,500}:\d{1,7}$/,
};

/** PHPUnit's warnings, notices and deprecations: `1) /builds/acme/shop/src/Cart.php:12`, and the message below. */
export const phpunitIssue: MessageBelow = {
  source: "phpunit",
  title: /^\d{1,5}\) (?<path>(?:\/|[A-Za-z]:\\)[^:]{1,500}\.\w{1,8}):(?<line>\d{1,7})$/,
  message: /^\S/,
  within: 6,
  lines: 4,
  severity: () => "warning",
};

/** PHPUnit with --testdox: ` ✘ Adds items`, and the message and the place in a frame below. */
export const testdox: PlaceBelow = {
  ...phpunit,
  title: /^ {1,3}[✘∅☢⚠] (?<message>\S.{0,500}?)(?: \[\d[\d.]{0,20} m?s\])?$/,
  place:
    /^ {3}[│┊╵├┐|] {1,4}(?<path>(?:\/|[A-Za-z]:\\)(?![^:]{0,500}[\\/]vendor[\\/])[^:]{1,500}\.\w{1,8}):(?<line>\d{1,7})$/,
  not: /^ {0,3}[│┊╵├┐┴|\s]{0,8}$|:\d{1,7}$/,
};

/** Pest, and Laravel's tests: `   FAILED  Tests\Unit\CartTest > it adds items`, the message, and the place below. */
export const pest: PlaceBelow = {
  ...phpunit,
  source: "pest",
  title: /^ {2,4}FAILED {1,3}(?<message>\S.{0,500}?)(?: {2,200}\w{0,60})?\s{0,200}$/,
  place: /^ {2}at (?<path>(?![^:]{0,500}[\\/]?vendor[\\/])[^\s:][^:]{0,500}\.\w{1,8}):(?<line>\d{1,7})$/,
};

const FILE = /^ {1,3}Line {3,8}(\S.{0,500}\.\w{1,8})(?: \(.{0,200}\))?\s{0,200}$/;
const ROW = /^ {1,3}(\d{1,7}) {2,12}(\S.{0,2000})$/;
const BORDER = /^\s{0,3}-{3,}/;
/** Limit of lines of a file's part of the table. */
const NEAR = 500;

/** PHPStan's table: the file in its head, one row per error. */
export class PhpStan implements Matcher {
  private path: string | undefined;
  private began = 0;

  get isOpen(): boolean {
    return this.path !== undefined;
  }

  line(text: string, at: number, found: ReportProblem): boolean {
    const file = FILE.exec(text);
    if (file) {
      this.path = file[1] ?? "";
      this.began = at;
      return true;
    }
    if (this.path === undefined) return false;
    const row = ROW.exec(text);
    if (row) {
      const [, line, message = ""] = row;
      found({ logLine: at, path: this.path, line: Number(line), severity: "error", message, source: "phpstan" });
      return true;
    }
    if (!BORDER.test(text) && (text.trim() === "" || at - this.began > NEAR)) this.path = undefined;
    return false;
  }
}
