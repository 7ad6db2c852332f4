/**
 * How many git processes the extension starts for what a user does, in a real window and a real clone.
 *
 *     npm run build && npm run bench -- gitStarts
 *
 * With FORGELINE_BENCH_ARGS in the environment the commands are shown with their arguments.
 */
import type { Starts } from "./gitStarts/starts.ts";
import { measureInWindow } from "./inWindow.ts";
import { result } from "./results.ts";

/** What actions need: one for the state, one for the names of branches where rules of the project have patterns. */
const needed: Readonly<Record<string, number>> = {
  // The configuration has changed, and the upstream has another name.
  "switching to another branch": 4,
  "switching back": 2,
  "a commit with git": 2,
  "a push with git": 2,
  "a fetch with git that brings a commit": 2,
  // Whether the clone has the commit, the entry and the content.
  "the diff of a file of a merge request": 3,
  "the diff of another file of it": 2,
  "a file of the workspace in an editor": 0,
};

for (const { action, commands } of await measureInWindow<readonly Starts[]>("test/bench/gitStarts/starts.ts")) {
  const goal = needed[action];
  result({
    name: action,
    value: commands.length,
    unit: "git",
    note: commands.join(", "),
    ...(goal === undefined ? {} : { goal: `≤ ${goal}`, met: commands.length <= goal }),
  });
}
