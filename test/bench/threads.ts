/**
 * How long the threads of a large review take to be shown: 500 in 60 files, as on a host of which there is no clone.
 *
 *     npm run build && npm run bench -- threads
 *
 * The time is that from the command until the visible diffs have their threads; beside it is that of the same requests alone, one after
 * the other, in the same run.
 */
import { measureInWindow } from "./inWindow.ts";
import { result } from "./results.ts";
import type { Shown } from "./threads/shown.ts";

const measured = await measureInWindow<readonly Shown[]>("test/bench/threads/shown.ts");
for (const what of ["first file", "all files"] as const) {
  const runs = measured.filter((one) => one.what === what).toSorted((one, other) => one.ms - other.ms);
  const middle = runs[Math.floor(runs.length / 2)]!;
  const [ms, bare, least, most] = [middle.ms, middle.bare, runs[0]!.ms, runs.at(-1)!.ms].map(Math.round);
  result({
    name: `500 threads, ${what}`,
    value: ms!,
    unit: "ms",
    note: `${least} to ${most} ms; ${bare} ms of it are ${middle.requests} requests one after the other`,
  });
}
