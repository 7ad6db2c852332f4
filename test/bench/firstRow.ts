/**
 * How long the first row of a pipeline takes after a window was opened with the Pipelines view in sight, beyond the latency of the host.
 *
 *     npm run build && npm run bench -- firstRow [RUNS]
 *
 * Each measurement is a window of its own, in turn for hosts that answer each request after 0, 50 and 200 ms; the time is that from the
 * begin of loading the extension, without that in which it waited for a host that waits itself. With FORGELINE_BENCH_ARGS in the environment
 * each window's requests and git commands are shown with their times.
 */
import { Scope } from "../../tools/scope.ts";
import { openWindows } from "./openedWindows.ts";
import { median, quantile, result } from "./results.ts";

const runs = Number(process.argv[3] ?? 7);
const latencies = [0, 50, 200] as const;

interface Opening {
  /** From the begin of loading the extension to the first row, ms. */
  readonly ms: number;
  /** How much of it some request was under way for as long as the host waits, ms. */
  readonly waited: number;
  readonly requests: readonly string[];
  readonly gits: readonly string[];
}

/** Returns how much of a span is covered by intervals of one length. */
function covered(begins: readonly number[], length: number, from: number, to: number): number {
  let [sum, until] = [0, from];
  for (const begin of begins.toSorted((one, other) => one - other)) {
    const end = Math.min(to, begin + length);
    sum += Math.max(0, end - Math.max(until, begin));
    until = Math.max(until, end);
  }
  return sum;
}

const scope = new Scope();
scope.endOnSignals();
try {
  const windows = await openWindows(scope);
  const { control } = windows.project.service;
  for (let at = 0; at < 20; at++) await control.addPipeline({ status: "success" });
  const measured = new Map<number, Opening[]>(latencies.map((latency) => [latency, []]));
  for (let run = 0; run < runs; run++) {
    for (const latency of latencies) {
      await control.clearFaults();
      if (latency > 0) await control.fault({ path: "/api/", delay: latency });
      const since = await control.lastRequest();
      await windows.open(async ({ began, shown, gits }) => {
        const requests = (await control.requests(since)).filter(
          ({ path, at }) => path.includes("/api/v4/") && at <= shown,
        );
        const begins = requests.map(({ at }) => at);
        measured.get(latency)?.push({
          ms: shown - began,
          waited: covered(begins, latency, began, shown),
          requests: requests.map(({ method, path }) => `${method} ${path.split("?")[0]!.replace(/^.*\/api\/v4/, "")}`),
          gits,
        });
        if (process.env["FORGELINE_BENCH_ARGS"] !== undefined)
          console.log(
            latency,
            requests.map(({ at, path }) => `${at - began} ${path}`),
            gits,
            shown - began,
          );
      });
    }
  }
  for (const [latency, openings] of measured) {
    const own = openings.map(({ ms, waited }) => ms - waited);
    const middle = (of: (opening: Opening) => number): number => Math.round(median(openings.map(of)));
    result({
      name: `the first row at ${latency} ms per answer, beyond the waiting`,
      value: median(own),
      unit: "ms",
      note: `quartiles ${Math.round(quantile(own, 0.25))} to ${Math.round(quantile(own, 0.75))}, ${runs} windows; ${middle(({ ms }) => ms)} ms in all, ${middle(({ waited }) => waited)} of them waiting`,
    });
  }
  const slow = measured.get(200) ?? [];
  const requests = median(slow.map(({ requests: { length } }) => length));
  result({
    name: "requests until the first row",
    value: requests,
    unit: "requests",
    note: [...new Set(slow.flatMap((one) => one.requests))]
      .map((one) => one.replace(/projects\/[^/ ]+/, "projects/:id"))
      .join(", "),
  });
  result({
    name: "git started until the first row",
    value: median(slow.map(({ gits }) => gits.length)),
    unit: "git",
    note: slow[0]?.gits.join(", ") ?? "",
  });
} finally {
  await scope[Symbol.asyncDispose]();
}
