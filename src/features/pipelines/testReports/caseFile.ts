import type { ReportedCase } from "../../../core/pipelines/testCases.ts";
import { repositoryPath } from "../../../core/problems/paths.ts";
import { messageText } from "./shownText.ts";
import { stackFrames } from "./stackFrames.ts";

/** File of a test case in the repository, with the line that failed if it is known. */
export interface CaseFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
}

/** Sources of the JVM and of its test libraries, in which stacks begin. */
const FOREIGN =
  /^(?:java|javax|jakarta|jdk|sun|kotlin|scala|groovy|junit|io\/kotest|org\/(?:junit|opentest4j|assertj|hamcrest|mockito|testng|spockframework|scalatest|gradle|springframework|apache|codehaus))\//;
/** Maximum number of files to look for. */
const longestList = 6;

/**
 * Returns the files that a test case may have failed in, the likeliest first, whether or not they exist: what the report names, then the
 * stack frames in the repository, innermost first.
 * @param project full path of the project, which the paths of checkouts on runners end with
 * @param listed returns the file of the open clone that a path refers to
 */
export function caseFiles(
  { file, output, stack }: Pick<ReportedCase, "file" | "output" | "stack">,
  project: string,
  listed: (path: string) => string | undefined = () => undefined,
): readonly CaseFile[] {
  const found = ({ path, line }: CaseFile): CaseFile[] => {
    const known = listed(path);
    const guess = FOREIGN.test(path) ? undefined : repositoryPath(path, { checkouts: [], project });
    return [...(known === undefined ? [] : [known]), ...(guess === undefined ? [] : guesses(guess))].map((one) => ({
      path: one,
      ...(line !== undefined && { line }),
    }));
  };
  const frames = stackFrames(messageText(`${stack}\n${output}`)).flatMap(({ path, line }) =>
    path === undefined ? [] : found({ path, ...(line !== undefined && { line }) }),
  );
  const named = (file === undefined ? [] : namedFiles(file))
    .flatMap(found)
    .map((one) => (one.line === undefined ? (frames.find(({ path }) => path === one.path) ?? one) : one));
  const unique = new Map<string, CaseFile>();
  for (const one of [...named, ...frames]) if (!unique.has(one.path)) unique.set(one.path, one);
  return [...unique.values()].slice(0, longestList);
}

/** A stack of the JVM has the package, not the folder of the sources, which is nearly always the usual one. */
function guesses(path: string): string[] {
  const language = /^(?!src\/|.*\/src\/).*\.(java|kt|groovy|scala)$/.exec(path)?.[1];
  if (language === undefined) return [path];
  const folder = language === "kt" ? "kotlin" : language;
  return [`src/test/${folder}/${path}`, `src/main/${folder}/${path}`, path];
}

/**
 * Returns the paths that the file of a report may stand for: `tests/cart.js:12`, `tests/test_cart.py::test_total`, and Pest's
 * `Tests/Unit/CartTest (Tests\Unit\CartTest)::it adds`, which is a class.
 */
export function namedFiles(file: string): readonly CaseFile[] {
  const [named = "", ...test] = file.split("::");
  const plain = named.replace(/ \([\w\\]{1,500}\)$/, "");
  const place = /^(.+?):(\d{1,7})(?::\d{1,7})?$/.exec(plain);
  if (place?.[1] !== undefined) return [{ path: place[1], line: Number(place[2]) }];
  if (test.length === 0 || /\.\w{1,10}$/.test(plain)) return [{ path: plain }];
  const path = `${plain.replaceAll("\\", "/")}.php`;
  // A namespace begins with a capital, the folder that it stands for does not.
  return [{ path: path.charAt(0).toLowerCase() + path.slice(1) }, { path }];
}
