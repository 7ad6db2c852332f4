/**
 * How fast the jobs of a pipeline with 2,000 of them are read, beside a client that requests one page after the other.
 *
 *     npm run bench -- pages [LATENCY]
 *
 * A server in a process of its own answers each request after 50 ms. The rounds go in turn; a figure is the median of the rounds' ratios.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { directDispatcher } from "../../src/api/agent.ts";
import { type Client, createClient } from "../../src/api/client.ts";
import { median, quantile, result } from "./results.ts";

const jobs = 2_000;
const perPage = 100;
const rounds = 11;
/** Rounds before, for the compiler's share. */
const warmUp = 3;
/** Requests that a window has had answered, at the least, before a pipeline in it can be expanded. */
const before = 6;
const latency = Number(process.argv[3] ?? 50);
const serving = "FORGELINE_BENCH_SERVES";

/** Serves the jobs of pipelines: that of `/pipelines/N` answers N requests at a time, the others wait; with 0, all of them. */
async function serve(): Promise<void> {
  const pages = Array.from({ length: jobs / perPage }, (_, page) =>
    JSON.stringify(Array.from({ length: perPage }, (_unused, at) => job(page * perPage + at + 1))),
  );
  /** Times at which the workers of the host are free, by their number. */
  const workers = new Map<number, number[]>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://host");
    const count = Number(/\/pipelines\/(\d+)\/jobs/.exec(url.pathname)?.[1] ?? 0);
    const page = Number(url.searchParams.get("page") ?? 1);
    const free = workers.get(count) ?? Array.from({ length: count }, () => 0);
    workers.set(count, free);
    const start = Math.max(Date.now(), ...(count === 0 ? [] : [Math.min(...free)]));
    if (count > 0) free[free.indexOf(Math.min(...free))] = start + latency;
    setTimeout(
      () => {
        response.writeHead(200, {
          "content-type": "application/json",
          "x-total": jobs,
          "x-per-page": perPage,
          "x-next-page": page < pages.length ? page + 1 : "",
        });
        response.end(url.pathname.endsWith("/user") ? '{"id":1,"username":"alice"}' : pages[page - 1]);
      },
      Math.max(1, start + latency - Date.now()),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.send?.((server.address() as AddressInfo).port);
}

/** A job as hosts send it, about 1,200 bytes. */
const job = (id: number): object => ({
  id,
  name: `test ${id}/${jobs}`,
  stage: "test",
  status: "success",
  ref: "main",
  tag: false,
  coverage: null,
  allow_failure: false,
  created_at: "2026-01-31T10:00:00.000Z",
  started_at: "2026-01-31T10:00:10.000Z",
  finished_at: "2026-01-31T10:01:10.000Z",
  duration: 60.2,
  queued_duration: 9.8,
  web_url: `https://git.example.com/group/project/-/jobs/${id}`,
  user: { id: 1, username: "alice", name: "Alice Example", web_url: "https://git.example.com/alice", state: "active" },
  commit: { id: "0123456789abcdef0123456789abcdef01234567", title: "Say what changed", message: "m".repeat(200) },
  pipeline: { id: 1, project_id: 1, ref: "main", sha: "0123456789abcdef0123456789abcdef01234567", status: "success" },
  artifacts: [{ file_type: "trace", size: 10_000, filename: "job.log", file_format: null }],
  runner: { id: 1, description: "runner of this benchmark", active: true, is_shared: true, status: "online" },
  tag_list: ["linux"],
});

interface Way {
  readonly name: string;
  /** Reads all jobs. */
  readonly read: () => Promise<number>;
}

async function timed({ name, read }: Way): Promise<number> {
  const began = performance.now();
  const count = await read();
  if (count !== jobs) throw new Error(`${name}: ${count} jobs`);
  return performance.now() - began;
}

async function measure(port: number): Promise<void> {
  const way = directDispatcher();
  const made = (): Client => createClient({ baseUrl: `http://127.0.0.1:${port}`, dispatcher: way.dispatcher });
  const used = async (): Promise<Client> => {
    const client = made();
    for (let at = 0; at < before; at++) await client.users.current();
    return client;
  };
  const whole = async (client: Client, pipeline = 0): Promise<number> =>
    (await client.jobs.listForPipeline(1, pipeline).all()).items.length;
  const oneByOne = async (pipeline = 0): Promise<number> => {
    let count = 0;
    for await (const { items } of made().jobs.listForPipeline(1, pipeline, {}, { perPage })) count += items.length;
    return count;
  };
  const ratios = { used: [] as number[], first: [] as number[], narrow: [] as number[] };
  const times: number[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    const [open, narrow] = [await used(), await used()];
    const sequential = await timed({ name: "one page after the other", read: () => oneByOne() });
    const fast = await timed({ name: "in a window that was used", read: () => whole(open) });
    const first = await timed({ name: "as the first request", read: () => whole(made()) });
    const busy = await timed({ name: "from a host of four workers", read: () => whole(narrow, 4) });
    await sleep(latency);
    if (round < 0) continue;
    times.push(fast);
    ratios.used.push(sequential / fast);
    ratios.first.push(sequential / first);
    ratios.narrow.push(sequential / busy);
  }
  await way.close();
  const spread = (values: readonly number[]): string =>
    `quartiles ${quantile(values, 0.25).toFixed(2)} to ${quantile(values, 0.75).toFixed(2)}, ${values.length} rounds`;
  const faster = median(ratios.used);
  result({
    name: `${jobs.toLocaleString("en")} jobs at ${latency} ms per answer, beside one page after the other`,
    value: faster,
    unit: "× faster",
    goal: "≥ 6",
    met: faster >= 6,
    note: `${Math.round(median(times))} ms, after ${before} other answers of the host, as in a window that shows pipelines; at most 6.67 with ten at once; ${spread(ratios.used)}`,
  });
  result({
    name: "the same as the very first request of a client",
    value: median(ratios.first),
    unit: "× faster",
    note: `it begins with five at once, so at most 5; ${spread(ratios.first)}`,
  });
  result({
    name: "the same from a host that answers four requests at a time",
    value: median(ratios.narrow),
    unit: "× faster",
    note: `its four allow about ${(jobs / perPage / (1 + Math.ceil((jobs / perPage - 1) / 4))).toFixed(2)}; ${spread(ratios.narrow)}`,
  });
}

if (process.env[serving] === undefined) {
  const server = fork(import.meta.filename, { env: { ...process.env, [serving]: "1" } });
  try {
    const [port] = (await once(server, "message")) as [number];
    await measure(port);
  } finally {
    server.kill();
  }
} else await serve();
