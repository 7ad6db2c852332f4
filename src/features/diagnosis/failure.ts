import { l10n } from "vscode";
import type { Job } from "../../api/resources/jobs.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { FailedJob, TargetFacts } from "../../core/diagnosis/diagnosis.ts";
import type { FailedSuite } from "../../core/diagnosis/failedTests.ts";
import type { FirstError, LogFacts } from "../../core/diagnosis/logFacts.ts";
import { hasLog } from "../../core/pipelines/rowContext.ts";
import type { LogProblem } from "../../core/problems/matchers/problem.ts";
import { repositoryPath } from "../../core/problems/paths.ts";
import { duration } from "../../core/ui/age.ts";
import { numberText, plural } from "../../core/ui/plural.ts";
import { shortSha } from "../../core/ui/shortSha.ts";
import { element, type PageElement, readable, styled } from "../../core/webview/element.ts";
import { type ButtonStyle, icon, own, textOf, type Writing } from "../../core/webview/parts.ts";
import { endingHelp, endingWords } from "./labels.ts";
import type { PageTargets } from "./targets.ts";

/** Numbers of problems, tests and alike jobs shown per job. */
const most = 10;
/** Limit of characters of a message. */
const longest = 400;

/** What an article is drawn with. */
export interface FailureDrawing {
  readonly scope: ProjectScope;
  readonly targets: PageTargets;
  readonly writing: Writing;
  readonly target: TargetFacts | null | undefined;
}

/** Returns the article of a failed job: how it ended, its first error, problems and failed tests. */
export function failureArticle(failure: FailedJob, drawing: FailureDrawing): PageElement {
  const { job, log, suites, alike, ending, flips } = failure;
  const { targets, writing } = drawing;
  const read = log && !("unreadable" in log) ? log : undefined;
  const name = nameOf(job);
  return element(
    "article",
    { key: `job ${job.id}`, attributes: { "aria-labelledby": `job-${job.id}` } },
    element(
      "div",
      { attributes: { class: "verdict" } },
      icon(job.status !== "failed" ? "circle-slash" : job.allow_failure === true ? "warning" : "error"),
      element("h3", { attributes: { id: `job-${job.id}` } }, own(name)),
      styled("span", "quiet", details(failure, read, writing.language)),
      ...marks(failure, drawing),
      element(
        "div",
        { attributes: { class: "tools" } },
        hasLog(job) &&
          targets.button(`log-${job.id}`, { kind: "log", job }, l10n.t("Show Log"), tool(l10n.t("Show Log"), name)),
        hasLog(job) &&
          targets.button(
            `compare-${job.id}`,
            { kind: "compareLog", job },
            l10n.t("Compare Log"),
            tool(l10n.t("Compare Log with Last Passed"), name),
          ),
        targets.button(`retry-${job.id}`, { kind: "retry", job }, l10n.t("Retry Job"), tool(l10n.t("Retry Job"), name)),
      ),
    ),
    endingHelp(ending) !== undefined && element("p", { key: "help" }, endingHelp(ending) ?? ""),
    log && "unreadable" in log && styled("p", "trouble", l10n.t("The log could not be read. {0}", log.unreadable)),
    (log === undefined || "unreadable" in log) &&
      hasLog(job) &&
      element("p", { key: "unread" }, targets.button(`read-${job.id}`, { kind: "readLog", job }, l10n.t("Read Log"))),
    read?.firstError && errorBlock(read.firstError, failure, targets),
    read && read.firstError === undefined && styled("p", "quiet", l10n.t("No errors found in the log.")),
    read?.isCut === true && styled("p", "quiet", l10n.t("The log is truncated. Errors may be missing.")),
    read && read.problems.length > 0 && problemList(read, failure, drawing),
    flips !== undefined &&
      flips.length > 0 &&
      element(
        "p",
        { key: "flips", attributes: { class: "quiet" } },
        l10n.t("Passed and failed on the same commit: "),
        ...flips
          .slice(0, 5)
          .flatMap(({ sha }, at) => [
            at > 0 && ", ",
            targets.button(`flip-${job.id}-${sha}`, { kind: "commit", commit: { id: sha } }, shortSha(sha)),
          ]),
        flips.length > 5 && ", …",
      ),
    ...suites.map((suite, at) => suiteBlock(suite, `${job.id}-${at}`, targets)),
    alike.length > 0 &&
      element(
        "p",
        { key: "alike", attributes: { class: "quiet" } },
        plural(
          alike.length,
          (shown) => ({
            one: l10n.t("{0} more job failed the same way: ", shown),
            other: l10n.t("{0} more jobs failed the same way: ", shown),
          }),
          writing.language,
        ),
        ...alike
          .slice(0, most)
          .flatMap((one, at) => [
            at > 0 && ", ",
            targets.button(`log-${one.id}`, { kind: "log", job: one }, nameOf(one)),
          ]),
        alike.length > most && ", …",
      ),
  );
}

/** Returns a name that may also stand in attributes. */
const nameOf = ({ id, name }: Job): string => readable(textOf(name) ?? `#${id}`);

/** Returns a tool whose name for screen readers tells it from the same of other jobs. */
const tool = (words: string, name: string): ButtonStyle => ({ kind: "tool", label: `${words}: ${name}` });

/** Returns stage, ending and duration. */
function details({ job, ending }: FailedJob, log: LogFacts | undefined, language: string): string {
  const took = duration(job.duration, language);
  return [
    textOf(job.stage),
    endingWords(ending, log?.exitCode),
    took === undefined ? undefined : l10n.t("took {0}", took),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

function marks({ onTarget, flips }: FailedJob, { target, writing }: FailureDrawing): PageElement[] {
  const found: PageElement[] = [];
  if (onTarget !== undefined && target)
    found.push(
      element(
        "span",
        { key: "onTarget", attributes: { class: onTarget === "fails" ? "mark" : "mark new" } },
        onTarget === "fails" ? l10n.t("also fails on {0}", target.ref) : l10n.t("does not fail on {0}", target.ref),
      ),
    );
  if (flips !== undefined && flips.length > 0)
    found.push(
      element(
        "span",
        {
          key: "flaky",
          attributes: { class: "mark flaky" },
        },
        plural(
          flips.length,
          (shown) => ({
            one: l10n.t("flaky: passed and failed on {0} commit", shown),
            other: l10n.t("flaky: passed and failed on {0} commits", shown),
          }),
          writing.language,
        ),
      ),
    );
  return found;
}

/** Returns the first error with the lines around it. */
function errorBlock(
  { line, text, before, after, isSure }: FirstError,
  { job }: FailedJob,
  targets: PageTargets,
): PageElement {
  return element(
    "div",
    { key: "error", attributes: { class: "error" } },
    targets.button(
      `error-${job.id}`,
      { kind: "firstError", job },
      isSure
        ? l10n.t("First error, line {0} of the log", numberText(line + 1))
        : l10n.t("Likely the first error, line {0} of the log", numberText(line + 1)),
    ),
    element(
      "pre",
      { attributes: { tabindex: "0", "aria-label": l10n.t("First error of {0}", nameOf(job)) } },
      ...before.map((one) => `${one}\n`),
      element("mark", { key: "line" }, text === "" ? " " : text),
      ...(after.length > 0 ? [`\n${after.join("\n")}`] : []),
    ),
  );
}

function problemList(
  { problems, problemCount, checkouts }: LogFacts,
  { job }: FailedJob,
  { scope, targets }: FailureDrawing,
): PageElement {
  const project = String(scope.project);
  return element(
    "ul",
    { key: "problems", attributes: { class: "problems", "aria-label": l10n.t("Problems") } },
    ...problems.slice(0, most).map((problem, at) =>
      element(
        "li",
        { key: `problem ${at}` },
        icon(problem.severity === "error" ? "error" : problem.severity === "warning" ? "warning" : "question"),
        targets.button(
          `problem-${job.id}-${at}`,
          {
            kind: "file",
            path: problem.path,
            folder: problem.folder,
            line: problem.line,
            column: problem.column,
            checkouts,
          },
          placeOf(problem, repositoryPath(problem.path, { checkouts, project }) ?? problem.path),
        ),
        " ",
        own(brief(problem.message)),
        " ",
        styled("span", "quiet", [problem.source, problem.code].filter((part) => part !== undefined).join(" ")),
      ),
    ),
    problemCount > most &&
      styled(
        "li",
        "quiet",
        l10n.t("and {0} more in the log", numberText(problemCount - Math.min(most, problems.length))),
      ),
  );
}

/** Returns where a problem is: the end of a long path, with the line. */
function placeOf({ line, column }: LogProblem, path: string): string {
  const shown = path.length > 80 ? `…${path.slice(-79)}` : path;
  return column === undefined ? `${shown}:${line}` : `${shown}:${line}:${column}`;
}

const brief = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Returns the failed tests of a suite. @param id of the suite on this page */
export function suiteBlock(
  { name, failed, total, error, cases }: FailedSuite,
  id: string,
  targets: PageTargets,
): PageElement {
  return element(
    "div",
    { key: `suite ${id}`, attributes: { class: "suite" } },
    element(
      "p",
      undefined,
      icon("error"),
      " ",
      plural(total, (shown) => ({
        one: l10n.t("{0} of {1} test failed", numberText(failed), shown),
        other: l10n.t("{0} of {1} tests failed", numberText(failed), shown),
      })),
      " ",
      styled("span", "quiet", own(name)),
    ),
    error !== undefined && styled("p", "trouble", l10n.t("The test report could not be read: {0}", brief(error))),
    element(
      "ul",
      { attributes: { class: "tests" } },
      ...cases.slice(0, most).map((one, at) => {
        const shown = one.classname === "" || one.classname === one.name ? one.name : `${one.classname} › ${one.name}`;
        const [first = "", ...rest] = one.message.split("\n");
        return element(
          "li",
          { key: `case ${at}` },
          one.file === undefined
            ? own(brief(shown))
            : targets.button(`test-${id}-${at}`, { kind: "file", path: one.file, checkouts: [] }, brief(shown)),
          one.recentFailures !== undefined &&
            one.recentFailures > 1 &&
            styled("span", "quiet", ` · ${l10n.t("failed {0} times recently", numberText(one.recentFailures))}`),
          first !== "" &&
            (rest.length === 0
              ? element("pre", { attributes: { tabindex: "0", "aria-label": l10n.t("Message") } }, brief(first))
              : element(
                  "details",
                  undefined,
                  element("summary", undefined, own(brief(first))),
                  element("pre", { attributes: { tabindex: "0", "aria-label": l10n.t("Message") } }, rest.join("\n")),
                )),
        );
      }),
      failed > most && styled("li", "quiet", l10n.t("and {0} more", numberText(failed - most))),
    ),
  );
}
