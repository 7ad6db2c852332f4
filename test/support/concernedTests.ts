/**
 * Which tests a change concerns, for `npm test -- --changed`: those that import a changed file, at once or later. Suites in the
 * extension host import nothing of the product but types: they are concerned when they name a command whose code holds a changed file, or
 * when they name the file, or one that imports it, for its types. A file that every window loads concerns all of them.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../tools/root.ts";
import { type ImportGraph, testFiles } from "./importGraph.ts";

export interface ConcernedTests {
  /** Test files of each kind: `unit`, `contract`, `host`, `e2e`. */
  readonly kinds: Readonly<Record<string, readonly string[]>>;
  /** The selected tests, and in readable lines what was left out and why. */
  readonly remarks: readonly string[];
}

const entry = "src/extension.ts";
/** They look at files that they do not import. */
const alwaysRun = "test/unit/product/";

/** @param changed paths below the top of the clone, also of files that are gone */
export function concernedTests(changed: readonly string[], graph: ImportGraph): ConcernedTests {
  const files = new Set(changed);
  const unit = [
    ...new Set([
      ...testFiles("unit").filter((file) => file.startsWith(alwaysRun)),
      ...graph.concerned(testFiles("unit"), files),
    ]),
  ];
  const kinds: Record<string, readonly string[]> = {
    unit,
    contract: graph.concerned(testFiles("contract"), files),
    host: concernedSuites(graph, files),
    browser: graph.concerned(testFiles("browser"), files),
    e2e: graph.concerned(testFiles("e2e"), files),
  };
  const remarks = Object.entries(kinds).map(
    ([kind, chosen]) => `${kind}: ${chosen.length} of ${testFiles(kind).length} files`,
  );
  if (changed.some((file) => file.startsWith("test/service/")))
    remarks.push("The local service is under all suites in windows: npm run test:host and test:e2e run them.");
  else if (changed.some((file) => file.startsWith("src/"))) {
    if (kinds["host"]?.length === 0)
      remarks.push(
        "No suite in the extension host names what was changed. What stands under all of them is run by npm run test:host.",
      );
    remarks.push("What a person does in the whole workbench is not run: npm run test:e2e does.");
  }
  return { kinds, remarks };
}

function concernedSuites(graph: ImportGraph, changed: ReadonlySet<string>): string[] {
  const common = graph.reachedFrom(entry, { lazy: false });
  if (changed.has("package.json") || [...changed].some((file) => common.has(file))) return testFiles("host");
  const modules = commandModules();
  const imports = new Set(graph.concerned(testFiles("host"), changed));
  const holdsChange = (file: string): boolean =>
    [...graph.reachedFrom(file, { except: common })].some((reached) => changed.has(reached));
  const held = new Map([...new Set(modules.values())].map((file) => [file, holdsChange(file)]));
  return testFiles("host").filter((suite) => {
    if (imports.has(suite)) return true;
    const text = readFileSync(join(root, suite), "utf8");
    const ids = [...text.matchAll(/"(forgeline\.[\w.]+)"/g)].map(([, id = ""]) => id);
    const named = [...text.matchAll(/from "(?:\.\.\/)+(src\/[^"]+)"/g)].map(([, file = ""]) => file);
    return (
      ids.some((id) => held.get(modules.get(id) ?? "") === true) ||
      named.some((file) => !common.has(file) && holdsChange(file))
    );
  });
}

/** The file that each command's handler is in, read from the `commands.ts` of every feature. @throws Error when one is written otherwise */
function commandModules(): Map<string, string> {
  const modules = new Map<string, string>();
  for (const file of globSync("src/features/*/commands.ts", { cwd: root })) {
    const text = readFileSync(join(root, file), "utf8");
    const imported = new Map<string, string>();
    for (const [, names = "", from = ""] of text.matchAll(/^import \{([^}]*)\} from "(\.[^"]+)"/gm))
      for (const name of names.split(",")) imported.set(name.trim().split(" as ").at(-1) ?? "", from);
    const entries = [...text.matchAll(/^ {2}"(forgeline\.[\w.]+)": \{[\s\S]*?\brun: (\w+)/gm)];
    if (entries.length === 0 && !text.includes("()({});"))
      throw new Error(`${file} is written in another way than concernedTests.ts reads it`);
    for (const [, id = "", run = ""] of entries) modules.set(id, join(dirname(file), imported.get(run) ?? ""));
  }
  return modules;
}
