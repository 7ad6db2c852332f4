import { union } from "./errorEvidence.ts";

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

const PASS_START = /^\s{0,12}(?:[✓✔√] |--- PASS: |\[ {7}OK \] |ok \d|\[\+\] .{1,400} \d{1,9}m?s(?: \(|$))/;
const PASS_PERCENT = / PASSED {1,80}\[ {0,2}\d{1,3}%\]$/;

/** Returns whether a line is that of a test that passed. */
export function isPass(text: string): boolean {
  if (text.endsWith(" PASSED") || text.endsWith("... ok") || PASS_START.test(text)) return true;
  return text.endsWith("%]") && PASS_PERCENT.test(text);
}
