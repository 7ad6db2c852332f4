import { linePrefix } from "./linePrefix.ts";

/**
 * How well a line explains a failure, best first: what a tool says of a place or a test that failed (0), any other
 * message that is marked as an error (1), lines that only mention one (2), words of failure (3), text in red (4), and
 * what is said of commands that failed (5).
 */
export const STRENGTH = { certain: 0, cause: 1, likely: 2, words: 3, red: 4, closing: 5 } as const;
export type Strength = (typeof STRENGTH)[keyof typeof STRENGTH];
export const STRENGTHS = 6;

/** Cheap tests, one of which matches all lines that the expressions below can match; two are faster than one. */
const POSSIBLE_WORDS =
  /err|fail|fatal|n fault|excep|panic|traceback|not |n't |denied|refus|kill|abort|unab|unau|unbo|unex|undef|conflict|inval|reform|timed|terminate|exit|of ?memory|mism|no s|warn|reject|wrong|illeg|sanitiz|elife/i;
const POSSIBLE_SIGNS =
  /[✖✗✘×●]|\*\*\*|:(?<=[A-Za-z]\w{0,2}:)\d{1,7}(?::\d| [A-Z]+\d)|\(code \d|\[E\]$|^(?:E|e:|!|In |[A-Z]{1,4}\d{3}|Diff in|curl: |>> |\s{0,8}\d{1,6}\) )/;

const union = (expressions: readonly RegExp[]): RegExp => new RegExp(expressions.map(({ source }) => source).join("|"));

/** Beginnings of lines that say that nothing failed: of tests that passed, with a level below an error's. */
const HARMLESS_START = union([
  /^\$ /,
  /^(?:=== (?:RUN|PAUSE|CONT|NAME)|\s*--- (?:PASS|SKIP)|\s*ok \d|ok {2}\t|\s*PASS\b)/,
  /^\s*(?:\[[^\]]{1,40}\] ){0,2}[✓✔√]/,
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
  /\b(?:[Ii]gnoring|[Ii]gnored|[Cc]ontinuing)\b|\b[Rr]etrying(?: in\b|\.\.\.|…|$)/,
  /\b(?:[Ww]ill (?:retry|try (?:again|with))|[Tt]rying (?:again|another)|[Ff]alling back|\d{1,3} (?:re)?tries (?:left|remaining))\b/,
  /^e: Daemon compilation failed: /,
  // The last attempt is the one that counts.
  /\b(?:[Aa]ttempt|[Rr]etry|[Tt]ry) (?<attempt>\d{1,3})(?: of |\/)(?!\k<attempt>\b)\d/,
  /, (?:skipping|retrying)(?: it)?$/,
  /^\S{1,500}:\d{1,7}:(?:\d{1,7}:)? (?:[A-Z]\w{0,40}W|[Ww])arning: /,
]);

/**
 * What tools write when a step of several is over and the next begins: none before it failed, or there would be no
 * next one.
 */
const STEP_DONE = union([
  /^(?:\[INFO\] )?(?:BUILD SUCCESS|--- \S{1,200} \()/,
  /^\[(?:INFO|WARNING)\] Tests run: \d{1,9}, Failures: 0, Errors: 0,/,
  /^Step \d{1,4}\/\d{1,4} : /,
  /^(?:INFO|\[INFO\])\[\d{4}\] (?:Taking snapshot|[A-Z]{3,12} )/,
  /^(?:Status: Downloaded newer image|Successfully (?:installed|built|tagged) |Bundle complete!|added \d{1,9} packages?\b)/,
  // Ansible, make.
  /^\.\.\.ignoring$/,
  /^make(?:\[\d{1,4}\])?: \[.{1,500}\] Error \d{1,5} \(ignored\)$/,
  /^[\w.-]{1,40}: (?:OK ✔ in |commands\[\d{1,4}\]> )/,
  // Tests without a failure.
  /^ {1,4}\d{1,9} passing\b/,
  /^(?:={3,100} )?\d{1,9} passed(?:, \d{1,9} (?:skipped|deselected|xfailed|xpassed|warnings?|rerun))* in \d/,
  /^ {0,8}Tests:? {1,10}(?:\d{1,9} (?:skipped|todo)(?:,| \|) )?\d{1,9} passed(?:, \d{1,9} total| \(\d{1,9}(?: assertions)?\))$/,
  /^(?:\d{1,9} (?:doctests?|properties|property), ){0,2}\d{1,9} (?:examples?|tests?), 0 failures\b/,
  /^\d{1,9} runs, \d{1,9} assertions, 0 failures, 0 errors\b/,
  /^(?:100% tests passed|All (?:tests|checks) passed!|Success: no issues found)/,
  /^OK(?: \(.{1,200}\))?$/,
  // Builds and installations.
  /^> Task :\S{1,200}(?: (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE|SKIPPED))?$/,
  /^\*\* [A-Z ]{3,40} SUCCEEDED \*\*/,
  /^\[\d\d:\d\d:\d\d\]: --- Step: /,
  /^nox > Session \S{1,100} was successful/,
  /^ {4}Finished .{1,60} target\(s\) in \d/,
  /^(?:Build succeeded\.|✓ built in \d|(?:✨ {1,2})?Done in \d|webpack \S{1,20} compiled (?:successfully|with \d{1,9} warning))/,
  /^(?:Setting up|Processing triggers for) \S/,
  /^(?:Terraform has been successfully initialized!|Apply complete!|Update Complete\.)/,
]);

/** What follows a failure: summaries, and what other tools say of a command that failed. */
const CLOSING = union([
  /^npm (?:error|ERR!)/,
  /^lerna ERR!/,
  /^\S{0,40}make(?:\[\d{1,4}\])?: \*\*\* /,
  /^error (?:Command failed|during build:$)/,
  /^\s{0,10}Error Message:$/,
  /^\[ERROR\]\s{0,10}$/,
  /^\s{0,4}(?:ELIFECYCLE|ERR_PNPM_)/,
  /\bexit(?:ed)?(?: with)?(?: (?:status|code)):? \(?[1-9]/,
  /\bexited \([1-9]/,
  /non-zero exit/,
  /\(code [1-9]\d{0,2}\)/,
  /^FAILURE: /,
  /^> Task \S{1,200} FAILED/,
  /^(?:BUILD|Build) FAIL(?:ED|URE)/,
  /^\[ERROR\] (?:Failed to execute goal|COMPILATION ERROR|Tests run:|Failures:|Errors:|(?:-> )?\[Help|To see|Re-run|For more)/,
  /<<< (?:FAILURE|ERROR)!/,
  /^error: (?:could not compile|aborting due to|test failed|failed to push some refs)/,
  /\berrors? generated\b/,
  /^\W{0,10}\d{1,9} (?:\w{1,20} )?(?:failed|failing|failures?|errors?|problems?)\b/,
  /^\s{0,10}(?:Tests?|Test Files|Test Suites|Assertions)\b:?\s{1,20}\d/,
  /^Found \d{1,9} error/,
  /\berror\(s\)/,
  /\bERROR SUMMARY: /,
  /^\d{1,3}% tests passed/,
  /^test result: FAILED/,
  /^\s{0,10}FAIL(?:ED)?(?:$|\t| \()/,
  /^(?:FAILURES!|Failed!|FAILED: \S)/,
  /^(?:The following tests FAILED|Errors while running)/,
  /^[=_]{3,}/,
  /^Traceback \(most recent call last\)/,
  /^(?:#\d{1,5} )?ERROR: (?:process|failed to solve|executor failed|command finished)/,
  /^ERROR: \S{1,500}BUILD(?:\.bazel)?:\d{1,7}:\d{1,7}: /,
  /^#\d{1,5} ERROR: /,
  /^ {0,4}ERROR {2}run failed/,
  /^(?:ninja: build stopped|collect2: error|-- Configuring incomplete)/,
  /linker command failed/,
  /^There (?:was|were) \d{1,6} (?:failure|error)/,
  /^Target \/\/\S{1,500} failed to build$/,
  // pip, of what it repeats below.
  /^\s{0,4}error: subprocess-exited-with-error$/,
  /\[FAIL\]$/,
  /^Aborted\b/,
]);

/** What npm repeats of the script of a package that it could not install. */
const OWN_ERROR = /^npm (?:error|ERR!) (?:gyp ERR! stack |\S{1,500}:\d{1,7}:\d{1,7}: (?:fatal )?)[Ee]rror: /;

/** What tools say of a place, and of a test that failed. */
const CERTAIN = union([
  /^\s{0,8}(?:[A-Za-z]:)?[^\s:]{1,500}:\d{1,7}:(?:\d{1,7}:)? (?:fatal )?[Ee]rror\b/,
  /^\S{1,500}\(\d{1,7}(?:,\d{1,7}){0,3}\)\s?: (?:fatal )?error\b/,
  /\d - error TS\d/,
  /^error(?:\[E\d{1,5}\]|: linking)/,
  /^thread '.{0,500}' (?:\(\d{1,10}\) )?panicked at/,
  /^E {2,}\S/,
  /^e: \S/,
  /^ {0,12}--- FAIL: /,
  /^ {0,12}not ok \d/,
  /^ {2}\d{1,6}\) (?:test|doctest|property) .{1,500} \(/,
  /^ {1,4}Failed \S{1,300} \[\d/,
  /^ {0,4}● (?!Console)\S/,
  /^\s{1,8}\d{1,7}:\d{1,7}\s{1,12}(?:error|[✖×])\s/,
  /^\d{1,7}:\d{1,7}\s{1,12}Error: /,
  /^[^\s:]{1,500}\.\w{1,12}:\d{1,7}:\d{1,7}: \S/,
  /^[^\s:]{1,500}\.\w{1,12}:\d{1,7}:\d{1,7} (?:lint|parse|assist)\S{0,200} /,
  /^[^\s:]{1,500}:\d{1,7}: (?:Failure|FAILED:)$/,
  /^\[error\] (?:-- .{0,100}Error: )?\S{1,500}:\d{1,7}:\d{1,7}/,
  /^\[ERROR\] {1,4}\S{1,500}:\[\d{1,7}/,
  /^[^\s:]{1,500}\.\w{1,12}:\d{1,7}(?::\d{1,7})? (?:error )?[A-Z]{1,6}\d{2,5}\b/,
  /: line \d{1,7}, col \d{1,7}, Error - /,
  /: undefined reference to /,
  /^CMake Error at /,
]);

/** `error:`, `error TS2322:`, `fatal error:`: found from their colon back, which passes over each character once. */
const BEFORE_COLON = /:(?<=\b(?:[Ee]rror|[Ff]atal)(?: [a-z]+)?(?: ?\[?[A-Z][-\w]*\d\]?)?\s?:)/;

/** Messages that are marked as errors. Takes linear time: no part is tried again within the same run of characters. */
const CAUSE = union([
  BEFORE_COLON,
  /(?:Error|Exception|\wFailure)\b(?:: | \[\w+\]: | at |$)/,
  /^[│|>\s]{0,6}[Ee]rror\b/,
  /^(?:panic: |PANIC: |! \S|E: )/,
  /^CMake Error/,
  /^ERROR in \S/,
  /^Diff in \S/,
  /^In \S{1,300} line \d{1,7}:$/,
  /^\s{0,10}Failed asserting /,
  /^\s{0,10}Condition not satisfied:/,
  /^>> Issue: /,
  /^\s{0,4}\d{1,5}\.\s{1,4}\w{0,60}Error\s/,
  /^==\d{1,9}== Invalid /,
  /^Jest: .{0,200} not met/,
  /^curl: \(\d/,
  /^ ! \[(?:remote )?rejected\]/,
  /^CONFLICT \(/,
  /^\s{0,4}\*\* \(\w/,
  /\*\*\* ?(?:Failed|FAILED|Exception|Timeout)/,
  /AddressSanitizer|LeakSanitizer|ThreadSanitizer/,
  /: (?:command )?not found$/,
  /is not recognized as /,
  /: (?:No such file or directory|Permission denied|unbound variable)$/,
  /: [Ss]yntax error\b/,
  /No space left on device/,
  /Segmentation fault|Bus error|Illegal instruction|\bOutOfMemory|[Oo]ut of memory/,
  /^Killed$|\s{3}Killed\s|signal: killed/,
  /^terminate called /,
  /^FATAL ERROR/,
  / \[E\]$/,
  /^✘ \[ERROR\]/,
  /^\w{1,40} failed: /,
]);

/** Lines that name what failed, or have an error's level. */
const LIKELY = union([
  /(?:^|[\s[(|=])(?:ERROR|FATAL|ERR!)(?![\w-])/,
  /^\s{0,10}(?:FAIL|FAILED)\b/,
  /\[ {2}FAILED {2}\]/,
  /\bFAILED\s{1,20}\[/,
  /(?:^|\s)[✖✗✘×]\s/,
  /^\s{1,8}\d{1,6}\) \S/,
  /^\d{1,6}\) \S{1,300}::/,
  /^\s{1,4}Failed \S{1,300} \[/,
  /\.\.\. FAILED$/,
  /^\S.{0,300} > .{1,300} FAILED$/,
  /\| FAIL \|/,
  /\blevel=(?:error|fatal)\b/,
  /^would reformat /,
  /^[A-Z]{1,4}\d{3,4} (?:\[\*\] )?\S/,
]);

const WORDS =
  /\b(?:[Ff]ail(?:ed|ure)|[Uu]nable to|[Cc]ould not|[Cc]annot|[Cc]an't|[Dd]enied|[Rr]efused|[Tt]imed out|[Nn]ot [Ff]ound|[Uu]nauthorized|[Ii]nvalid|[Uu]nexpected|[Mm]ismatch|not recognized|does not)\b/;

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

/** A command that a shell traces. */
const TRACED = /^\+{1,4} (?:[\w./-]{1,200}(?: (?!=)|$)|\w{1,60}=|\[)/;
/** What stands above such a line in differences, and in what PowerShell says of an error. */
const ABOVE_PLUS = /^(?:[-?] |@@|\+\+\+|At .{1,500} char:\d)/;

/**
 * Returns whether a line shows that the steps before it succeeded.
 * @param above the line above it
 */
export function isStepDone(text: string, above: string): boolean {
  return text.startsWith("+") ? TRACED.test(text) && !ABOVE_PLUS.test(above) : STEP_DONE.test(text);
}

const PASS_START = /^\s{0,12}(?:[✓✔√] |--- PASS: |\[ {7}OK \] |ok \d)/;
const PASS_PERCENT = / PASSED {1,80}\[ {0,2}\d{1,3}%\]$/;

/** Returns whether a line is that of a test that passed. */
export function isPass(text: string): boolean {
  if (text.endsWith(" PASSED") || text.endsWith("... ok") || PASS_START.test(text)) return true;
  return text.endsWith("%]") && PASS_PERCENT.test(text);
}

/** Returns how well a line explains a failure; undefined if it does not speak of one. */
export function errorStrength(text: string): Strength | undefined {
  if (!mayBeError(text) || isHarmless(text)) return undefined;
  const prefix = linePrefix(text);
  const rest = prefix && text.slice(prefix.length);
  const matches = (expression: RegExp): boolean =>
    expression.test(text) || (rest !== undefined && expression.test(rest));
  if (matches(CLOSING)) return OWN_ERROR.test(text) ? STRENGTH.cause : STRENGTH.closing;
  // A place behind a logger's time is that of a program, not of a tool.
  if (CERTAIN.test(text) || (rest !== undefined && CERTAIN.test(rest) && !isLogged(rest))) return STRENGTH.certain;
  if (matches(CAUSE)) return STRENGTH.cause;
  if (matches(LIKELY)) return STRENGTH.likely;
  return WORDS.test(text) ? STRENGTH.words : undefined;
}

/** Returns whether a message is one of a Go program's own, which names its line but no column. */
const isLogged = (text: string): boolean => /^[^\s:]{1,300}\.go:\d{1,7}: /.test(text);
