/**
 * What a window does while nobody touches it: requests in ten minutes, timers and processor time.
 *
 *     npm run build && npm run bench -- idle [SECONDS]
 *
 * The ten minutes of the requests are simulated: the scheduler of all background requests runs by a clock that is moved. Timers, git and
 * processor time are those of real windows in a minute, from 15 s after the first row; the processor time is that of the whole extension
 * host, beside one without the extension.
 */
import { Scope } from "../../tools/scope.ts";
import type { Asked } from "./idle/asked.ts";
import { measureInWindow } from "./inWindow.ts";
import { openWindows } from "./openedWindows.ts";
import { result } from "./results.ts";

const seconds = Number(process.argv[3] ?? 60);

for (const { what, requests } of await measureInWindow<readonly Asked[]>("test/bench/idle/asked.ts")) {
  const counts = new Map<string, number>();
  for (const request of requests) {
    const route = request.replace(/projects\/[^/ ]+/, "projects/:id").replace(/\d+/g, "N");
    counts.set(route, (counts.get(route) ?? 0) + 1);
  }
  result({
    name: `requests in ten minutes, Pipelines view ${what}`,
    value: requests.length,
    unit: "requests",
    note: [...counts].map(([route, count]) => `${count} × ${route}`).join(", "),
  });
}

const scope = new Scope();
scope.endOnSignals();
try {
  const windows = await openWindows(scope, { timers: true });
  const { control } = windows.project.service;
  for (let at = 0; at < 20; at++) await control.addPipeline({ status: "success" });
  // In this order: a window without the extension forgets which of its views was in sight.
  const idle = await windows.watch(seconds * 1_000);
  const without = await windows.watchWithout(seconds * 1_000);
  const perMinute = (count: number, { watched }: { readonly watched: number }): number => (count * 60_000) / watched;
  const fired = Object.entries(idle.timers).toSorted(([, one], [, other]) => other - one);
  result({
    name: "timers of the extension that fire in a minute",
    value: perMinute(
      fired.reduce((sum, [, count]) => sum + count, 0),
      idle,
    ),
    unit: "timers",
    note: `a real window, ${seconds} s; ${fired.map(([place, count]) => `${count} × ${place}`).join(", ")}`,
  });
  result({
    name: "git started in a minute",
    value: perMinute(idle.gits.length, idle),
    unit: "git",
    goal: "≤ 0",
    met: idle.gits.length === 0,
    note: idle.gits.join(", "),
  });
  const [own, base] = [perMinute(idle.cpu, idle), perMinute(without.cpu, without)];
  result({
    name: "processor time of the extension host in a minute, beyond one without the extension",
    value: own - base,
    unit: "ms",
    note: `real windows, ${seconds} s: ${Math.round(own)} ms with it, ${Math.round(base)} ms without`,
  });
} finally {
  await scope[Symbol.asyncDispose]();
}
