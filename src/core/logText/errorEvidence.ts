import { linePrefix } from "./linePrefix.ts";

/**
 * How well a line explains a failure, best first (`ErrorLines.candidates` adds what other lines say: the exit code, commands
 * and tests that passed):
 *
 * - certain: a tool names a place, or a test that failed.
 * - cause: any other message that is marked as an error.
 * - complaint: what a shell or curl says of one command, which a script may survive.
 * - likely: a line that names what failed, or has an error's level, or a place without a level.
 * - words: only words of failure.
 * - red: only its color.
 * - closing: what is said of a failure when it is over.
 * - warned: a warning of a place, which fails a job if nothing else does.
 */
export const STRENGTH = {
  certain: 0,
  cause: 1,
  complaint: 2,
  likely: 3,
  words: 4,
  red: 5,
  closing: 6,
  warned: 7,
} as const;
export type Strength = (typeof STRENGTH)[keyof typeof STRENGTH];
export const STRENGTHS = 8;

export const union = (expressions: readonly RegExp[]): RegExp =>
  new RegExp(expressions.map(({ source }) => source).join("|"));

/** What a line says of a failure; `none` if it says nothing, whatever else it contains. */
type Says = keyof typeof STRENGTH | "none";

/** One kind of evidence. */
interface Evidence {
  readonly says: Says;
  readonly like: readonly RegExp[];
  /** Where the lines may begin: behind what other programs write before them (`[build] `, a time), or not. */
  readonly behindPrefix: "yes" | "no" | "unless logged";
}

/** What a place says with a level behind it: `src/a.c:3:5: error`, `a.cs(3,5): error`, `Dockerfile:3 DL3008 warning`. */
const LEVELS: Readonly<Record<string, Says>> = {
  ...{ error: "certain", fatal: "certain", warning: "warned", deprecationwarning: "warned", userwarning: "warned" },
  ...{ note: "none", info: "none", information: "none", remark: "none", style: "none", hint: "none", help: "none" },
  ...{ debug: "none", notice: "none", convention: "none", refactor: "none" },
};
/** A place, a separator, a rule, and the level. */
const PLACED =
  /^\s{0,8}(?:[A-Za-z]:)?[^\s:(]{1,500}(?::\d{1,7}(?::\d{1,7}){0,2}|\(\d{1,7}(?:,\d{1,7}){0,3}\))(?:\s?:|\s-)?\s{1,3}(?:[A-Z]{1,6}\d{2,5}:?\s)?\[?([A-Za-z]{4,20})\b/;

/** `error:`, `error TS2322:`, `fatal error:`: found from their colon back, which passes over each character once. */
const BEFORE_COLON = /:(?<=\b(?:[Ee]rror|[Ff]atal)(?: [a-z]+)?(?: ?\[?[A-Z][-\w]*\d\]?)?\s?:)/;

/**
 * What a line says by itself: the first row that matches counts. To teach a tool's shape, find the row that describes it
 * and add an expression; each must take linear time, and `POSSIBLE_WORDS` or `POSSIBLE_SIGNS` must match its lines.
 */
const EVIDENCE: readonly Evidence[] = [
  {
    // Levels below a warning, and commands that a shell traces, differences, the source that PowerShell repeats.
    says: "none",
    behindPrefix: "no",
    like: [
      /^\s{0,8}\+{1,4} /,
      /^\s{0,4}(?:Error|Exit|Return) ?[Cc]ode\s{0,6}[:=]\s?-?\d{1,9}$/,
      /^(?:checking|[Ll]ooking) for .{1,300}(?:no|not found)$/,
    ],
  },
  {
    // What npm repeats of the script of a package that it could not install.
    says: "cause",
    behindPrefix: "no",
    like: [/^npm (?:error|ERR!) (?:gyp ERR! stack |\S{1,500}:\d{1,7}:\d{1,7}: (?:fatal )?)[Ee]rror: /],
  },
  {
    // What follows a failure: summaries, and what other tools say of a command that failed.
    says: "closing",
    behindPrefix: "yes",
    like: [
      /^npm (?:error|ERR!)/,
      /^lerna ERR!/,
      /^\S{0,40}make(?:\[\d{1,4}\])?: \*\*\* /,
      /^error (?:Command failed|during build:$)/,
      /^\s{0,10}Error Message:$/,
      /^\[ERROR\]\s{0,10}$/,
      /^\s{0,4}(?:ELIFECYCLE|ERR_PNPM_RECURSIVE)/,
      /\bexit(?:ed)?(?: with)?(?: (?:status|code):?)? \(?[1-9]|\bnon-zero exit/,
      /\(code [1-9]\d{0,2}\)/,
      /^FAILURE: /,
      /^> Task \S{1,200} FAILED/,
      /^(?:BUILD|Build) FAIL(?:ED|URE)/,
      /^\[ERROR\] (?:Failed to execute goal|COMPILATION ERROR|Tests run:|Failures:|Errors:|(?:-> )?\[Help|To see|Re-run|For more)/,
      /<<< (?:FAILURE|ERROR)!/,
      /^error: (?:could not compile|aborting due to|test failed|failed to push some refs)/,
      /^\W{0,10}(?:Found |There (?:was|were) )?\d{1,9}%? (?:[\w()-]{1,20} ){0,2}(?:failed|failing|failures?|errors?|problems?|issues?|passed)\b/,
      /^\s{0,10}(?:Tests?|Test Files|Test Suites|Assertions)\b:?\s{1,20}\d/,
      /\berror\(s\)|\bERROR SUMMARY: /,
      /^\s{0,10}FAIL(?:ED)?(?:$|\t| \()/,
      /^(?:FAIL(?:URES|ED)?!|Failed!|FAILED: \S)/,
      /^(?:The following tests FAILED|Errors while running)/,
      /^[=_]{3,}/,
      /^Traceback \(most recent call last\)/,
      /^(?:#\d{1,5} )?ERROR: (?:process|failed to solve|executor failed|command finished)/,
      /^ERROR: \S{1,500}BUILD(?:\.bazel)?:\d{1,7}:\d{1,7}: /,
      /^#\d{1,5} ERROR: /,
      /^ {0,4}ERROR {2}run failed/,
      /^(?:ninja: build stopped|collect2: error|-- Configuring incomplete)/,
      /^Target \/\/\S{1,500} failed to build$/,
      // pip, of what it repeats below.
      /^\s{0,4}error: subprocess-exited-with-error$/,
      // Git, of what the host said above.
      /^ ! \[remote rejected\] .{1,400} \(pre-receive hook declined\)$/,
      /\[FAIL\]$/,
      /^Aborted\b|: Error is not recoverable\b/,
      // Counts of what failed, and sentences that say only that something did.
      /\b[1-9]\d{0,8} (?:[\w()-]{1,20} ){0,3}(?:failed|failing|failures?|violations?|offen[cs]es?)\b(?:[.,;)]|$| (?:on|in|out)\b)/,
      /^(?:\[?ERROR\]?:? |Error: )?(?:LoadError: )?(?:Error during [\w ]{1,60} execution|(?:Some |Package )?[\w ]{0,40}(?:[Tt]est failures|[Tt]ests? (?:failed|did not pass)|errored during testing)\b)/,
      /^\s{0,8}(?:\[?ERROR\]?:? |Error: |\*\* \(\w{1,40}\) ).{1,200}\bfailed(?:!|\.?$)/,
      /^➤ YN\d{4}: (?:└ |· )?Failed with errors/,
    ],
  },
  {
    // A place, with a level below an error.
    says: "warned",
    behindPrefix: "yes",
    like: [/^\s{0,8}\d{1,7}:\d{1,7}\s{1,12}(?:warning|⚠)\s/],
  },
  {
    // What tools say of a place, and of a test that failed. A place behind a logger's time is that of a program, not of a tool.
    says: "certain",
    behindPrefix: "unless logged",
    like: [
      /^error(?:\[E\d{1,5}\]|: linking)/,
      /^thread '.{0,500}' (?:\(\d{1,10}\) )?panicked at/,
      /^E {2,}\S/,
      /^e: \S/,
      /^ {0,12}--- FAIL: /,
      /^ {0,12}not ok \d/,
      /^ {2}\d{1,6}\) (?:test|doctest|property) .{1,500} \(/,
      /^ {1,4}Failed \S{1,300} \[\d/,
      /^ {0,4}● (?!Console)\S/,
      /^\s{0,8}\d{1,7}:\d{1,7}\s{1,12}(?:error|[✖×])\s/,
      /^\d{1,7}:\d{1,7}\s{1,12}Error: /,
      /^\s{0,8}[^\s:]{1,500}\.\w{1,12}:\d{1,7}:\d{1,7}: \S/,
      /^[^\s:]{1,500}\.\w{1,12}:\d{1,7}:\d{1,7} (?:lint|parse|assist)\S{0,200} /,
      /^[^\s:]{1,500}:\d{1,7}: (?:Failure|FAILED:)$/,
      /^\[error\] (?:-- .{0,100}Error: )?\S{1,500}:\d{1,7}:(?:\d{1,7}| \S)/,
      /^\[ERROR\] {1,4}\S{1,500}:\[\d{1,7}/,
      /^[^\s:]{1,500}\.\w{1,12}:\d{1,7}(?::\d{1,7})? (?:error )?[A-Z]{1,6}\d{2,5}\b/,
      /: line \d{1,7}, col \d{1,7}, Error - /,
      /: undefined reference to /,
      /^CMake Error at /,
      /:\d{1,7}:in [`'].{1,2000} \([A-Z]\w{0,80}\)$/,
      /: (?:Test Failed|Error During Test) at \S{1,500}:\d{1,7}$/,
      /^\s{0,4}── (?:Failure|Error) \(/,
      /^\s{0,8}\[-\] \S/,
    ],
  },
  {
    // What curl says of a request.
    says: "complaint",
    behindPrefix: "yes",
    like: [/^curl: \(\d/],
  },
  {
    // Messages that are marked as errors.
    says: "cause",
    behindPrefix: "yes",
    like: [
      BEFORE_COLON,
      /(?:Error|Exception|\wFailure)\b(?:: | \[\w+\]: | at )/,
      // Alone, not in a list of arguments.
      /^(?:Caused by: |Unhandled exception[.:] |Exception in thread "[^"]{1,100}" |\s{0,12})(?:[\w$]{1,80}[.:]{1,2}){0,12}\w{0,80}(?:Error|Exception|\wFailure)$/,
      /^[│|>\s]{0,6}[Ee]rror\b/,
      /^(?:panic: |PANIC: |! \S|E: )/,
      /^ERROR in \S/,
      /^\s{0,4}An error (?:has )?occurred\b.{0,300}: \S/,
      /^Diff in \S/,
      /^In \S{1,300} line \d{1,7}:$/,
      /^\s{0,10}Failed asserting /,
      /^\s{0,10}Condition not satisfied:/,
      /^>> Issue: /,
      /^\s{0,4}\d{1,5}\.\s{1,4}\w{0,60}Error\s/,
      /^==\d{1,9}== Invalid /,
      /^Jest: .{0,200} not met/,
      /^ ! \[(?:remote )?rejected\]/,
      /^-- [A-Z][A-Z ]{1,60} -{3,100} /,
      /^CONFLICT \(/,
      /^\s{0,4}\*\* \(\w/,
      /\*\*\* ?(?:Failed|FAILED|Exception|Timeout)/,
      /AddressSanitizer|LeakSanitizer|ThreadSanitizer/,
      /is not recognized as /,
      /: [Ss]yntax error\b/,
      /No space left on device/,
      /Segmentation fault|Bus error|Illegal instruction|\bOutOfMemory|[Oo]ut of memory/,
      /^Killed$|\s{3}Killed\s|signal: killed/,
      /^terminate called /,
      /^FATAL ERROR/,
      / \[E\]$/,
      /^✘ \[ERROR\]/,
      /^\w{1,40} failed: /,
      /: unbound variable$/,
      /^\s{0,4}ERR_PNPM_[A-Z_]{1,60} /,
    ],
  },
  {
    // What a shell says of a command.
    says: "complaint",
    behindPrefix: "yes",
    like: [/: (?:(?:command )?not found|No such file or directory|Permission denied)$/],
  },
  {
    // Lines that name what failed, or have an error's level.
    says: "likely",
    behindPrefix: "yes",
    like: [
      /(?:^|[\s[(|=])(?:ERROR|FATAL|ERR!)(?![\w-])/,
      /^\s{0,10}(?:FAIL|FAILED)\b/,
      /\[ {0,2}FAILED {0,2}\]/,
      /\bFAILED\s{1,20}\[/,
      /(?:^|\s)[✖✗✘×❌]\s/,
      /^\s{1,8}\d{1,6}\) \S/,
      /^\d{1,6}\) \S{1,300}::/,
      /^\s{1,4}Failed \S{1,300} \[/,
      /\.\.\. FAILED$/,
      /^\S.{0,300} > .{1,300} FAILED$/,
      /\| FAIL \|/,
      /\blevel=(?:error|fatal)\b|\[[\u2600-\u27BF\uD800-\uDFFF]{1,4}(?:[Ee]rror|ERROR)\]/,
      /^would reformat /,
      /^[A-Z]{1,4}\d{3,4} (?:\[\*\] )?\S/,
      // Yarn 2 and later, but for its progress, advice on peers, builds, and differences.
      /^➤ YN(?!0000|0002|0007|0013|0032|006[01]|0086)\d{4}: (?!│ [-+])/,
      // A place without a level.
      /^\[?[^\s:()[\]]{1,500}\.[A-Za-z]\w{0,11}:\d{1,7}(?::\d{1,7})?\]?:? (?:- )?(?!\d)\S/,
    ],
  },
  {
    // Words of failure.
    says: "words",
    behindPrefix: "no",
    like: [
      /\b(?:[Ff]ail(?:ed|ure)|[Uu]nable to|[Cc]ould(?: not|n't)|[Cc]annot|[Cc]an't|[Dd]enied|[Rr]efused|[Tt]imed out|(?<!=> |- )[Nn]ot [Ff]ound|[Uu]nauthorized|[Nn]o such|[Nn]ot allowed|[Ee]xceed(?:s|ed)|(?<!=)[Uu]ndefined|[Ii]nvalid|[Uu]nexpected|[Mm]ismatch|not recognized|does not)\b(?!.{0,400} is (?:true|false)$)/,
    ],
  },
];

const RULES = EVIDENCE.map(({ like, ...row }) => ({ ...row, like: union(like) }));

/** Cheap tests, one of which matches all lines that the rows above can match; two are faster than one. */
const POSSIBLE_WORDS =
  /err|fail|fatal|n fault|excep|panic|traceback|not |n't |denied|refus|kill|abort|unab|unau|unbo|unex|undef|conflict|inval|reform|timed|terminate|exit|of ?memory|mism|no s|warn|reject|exceed|wrong|illeg|sanitiz|elife/i;
const POSSIBLE_SIGNS =
  /[✖✗✘×❌●➤]|└─ |\*\*\*|:(?<=[A-Za-z]\w{0,2}:)\d{1,7}(?:[:\]]| [A-Z])|\(code \d|\[E\]$|\[-\] |── |^(?:E|-- |e:|!|In |[A-Z]{1,4}\d{3}|Diff in|curl: |>> |\s{0,8}\d{1,6}\) )/;

/** Beginnings of lines that say that nothing failed: of tests that passed, with a level below an error's. */
const HARMLESS_START = union([
  /^\$ /,
  /^(?:=== (?:RUN|PAUSE|CONT|NAME)|\s*--- (?:PASS|SKIP)|\s*ok \d|ok {2}\t|\s*PASS\b)/,
  /^\s*(?:\[[^\]]{1,40}\] ){0,2}[✓✔√✅]/,
  /(?:^|[\s[|])(?:INFO|DEBUG|TRACE|NOTICE|info|debug|notice)(?![\w-])/,
  /(?:^|[\s[(:|#="])(?:[Ww]arn(?:ing)?|WARN(?:ING)?)(?![\w-])/,
  /^(?!E ).{0,60}\b[A-Z]\w{0,40}Warning: /,
  // apt, kotlinc.
  /^[Ww]: /,
  // bunyan, pino.
  /"level":[1-4]0\b/,
  /^(?:npm (?:(?:error|ERR!) )?)?(?:gyp )?(?:verb|sill|http) /,
]);
/** How much of a line is its beginning. */
const START = 72;

/** Other lines that say that nothing failed. */
const HARMLESS = union([
  /\b(?:0|[Nn]o) (?:errors?|failures?|failed)\b/,
  /\b(?:[Ee]rrors?|[Ff]ailures?|[Ff]ailed)\s*[:=]\s*0\b(?!.{0,200}\b(?:[Ee]rror|[Ff]ail)\w*\s*[:=]\s*[1-9])/,
  /(?:\b(?:passed|PASSED|PASS|OK)\b|\.\.\. ok$)(?!.{0,200}\b[1-9]\d{0,9} (?:tests? )?(?:failed|failures?|errors?))/,
  /#\s?(?:TODO|SKIP)\b/,
  /\b(?:[Ii]gnoring|[Ii]gnored|[Cc]ontinuing|[Gg]oing on|[Pp]roceeding)\b|\b[Rr]etrying(?: in\b|\.\.\.|…|$)/,
  /\b(?:[Ww]ill (?:retry|try (?:again|with))|[Tt]rying (?:again|another)|[Ff]alling back|\d{1,3} (?:re)?tries (?:left|remaining))\b/,
  /^e: Daemon compilation failed: /,
  // The last attempt is the one that counts.
  /\b(?:[Aa]ttempt|[Rr]etry|[Tt]ry) (?<attempt>\d{1,3})(?: of |\/)(?!\k<attempt>\b)\d/,
  /, (?:(?:skipping|retrying)(?: it)?|retry \d{1,3})$/,
]);

/** Returns whether a line can speak of a failure; cheap. */
export function mayBeError(text: string): boolean {
  return POSSIBLE_WORDS.test(text) || POSSIBLE_SIGNS.test(text);
}

/** Returns whether a line speaks of no failure, whatever its color. */
export function isHarmless(text: string): boolean {
  // ScalaTest gives failed tests the level of all others.
  return (
    HARMLESS.test(text) ||
    (HARMLESS_START.test(text.length > START ? text.slice(0, START) : text) && !text.includes("*** FAILED"))
  );
}

/** Returns how well a line explains a failure; undefined if it does not speak of one. */
export function errorStrength(text: string): Strength | undefined {
  if (!mayBeError(text)) return undefined;
  const prefix = linePrefix(text);
  const rest = prefix && text.slice(prefix.length);
  const level = levelOfPlace(text) ?? (rest === undefined || isLogged(rest) ? undefined : levelOfPlace(rest));
  // A place makes even a warning evidence.
  if (level === "none" || level === "warned") return strengthOf(level);
  if (isHarmless(text)) return undefined;
  if (level !== undefined) return strengthOf(level);
  for (const { says, like, behindPrefix } of RULES) {
    if (like.test(text)) return strengthOf(says);
    if (rest === undefined || behindPrefix === "no" || !like.test(rest)) continue;
    if (behindPrefix === "yes" || !isLogged(rest)) return strengthOf(says);
  }
  return undefined;
}

const strengthOf = (says: Says): Strength | undefined => (says === "none" ? undefined : STRENGTH[says]);

function levelOfPlace(text: string): Says | undefined {
  const level = PLACED.exec(text)?.[1];
  return level === undefined ? undefined : LEVELS[level.toLowerCase()];
}

/** Returns the exit code of the command that a shell or curl complains of; undefined if the line does not say. */
export function exitOfComplaint(text: string): number | undefined {
  if (text.endsWith("not found")) return 127;
  if (text.endsWith("Permission denied")) return 126;
  const code = /^curl: \((\d{1,3})\)/.exec(text)?.[1];
  return code === undefined ? undefined : Number(code);
}

const WARNINGS_FAIL =
  /\b[Ww]arnings? (?:are |being |were )?treated as errors?\b|\bdue to warnings\b|\b[Tt]oo many warnings\b|: warnings being treated/;

/** Returns whether a line says that warnings fail the job. */
export const failsByWarnings = (text: string): boolean => text.includes("arnings") && WARNINGS_FAIL.test(text);

/** Returns whether a message is one of a Go program's own, which names its line but no column. */
const isLogged = (text: string): boolean => /^[^\s:]{1,300}\.go:\d{1,7}: /.test(text);
