/**
 * How fast the log of a job that is over gets from the socket into its output channel and its document, beside a bare download in the same
 * run.
 *
 *     npm run bench -- logDownload [MiB]
 *
 * A server in a process of its own sends a log of 15 MiB, which the channel takes whole by default. The bare download reads and drops its
 * bytes; then the same bytes go through the client, the parser and everything else that happens to a log until a channel has all of its
 * text, and until the text of a document is there. The rounds go in turn; a figure is the median of the rounds' ratios.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent } from "undici";
import { createClient } from "../../src/api/client.ts";
import type { JobRef } from "../../src/core/pipelines/refs.ts";
import type { JobChannelOptions } from "../../src/features/jobs/log/jobChannel.ts";
import { logOf } from "../support/sampleLog.ts";
import { vscodeFakes } from "../support/vscodeStub.ts";
import { median, quantile, result } from "./results.ts";

const MB = 1024 * 1024;
const ROUNDS = 15;
/** Rounds before, for the compiler's share. */
const WARM_UP = 3;
/** Logs by their job's ID. */
const LOGS = [
  [1, "with time stamps, every line in color"],
  [2, "without, every tenth line in color"],
] as const;
const serving = "FORGELINE_BENCH_SERVES";

/** Serves both logs, each of a job that succeeded long ago. */
async function serve(bytes: number): Promise<void> {
  const logs = { 1: logOf({ bytes }).log, 2: plainLog(bytes) };
  const server = createServer((request, response) => {
    const id = Number(/\/jobs\/(\d)/.exec(request.url ?? "")?.[1]);
    if (!request.url?.includes("/trace")) {
      const job = {
        id,
        name: "bench",
        status: "success",
        started_at: "2020-01-01T00:00:00Z",
        finished_at: "2020-01-01T00:10:00Z",
      };
      response.setHeader("content-type", "application/json").end(JSON.stringify(job));
      return;
    }
    const log = logs[id as 1 | 2];
    response.writeHead(200, { "content-type": "text/plain", "content-length": log.length, etag: `"${log.length}"` });
    response.end(log);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.send?.((server.address() as AddressInfo).port);
}

function plainLog(bytes: number): Buffer {
  const parts: string[] = [];
  for (let size = 0, at = 0; size < bytes; at++) {
    const line =
      at % 10 === 0
        ? `\u001b[32m✓\u001b[0m test ${at} of the suite \u001b[38;5;244m(${at % 97} ms)\u001b[0m\n`
        : `Compiling module ${at} of the project, in folder src/modules/${at % 300}\n`;
    parts.push(line);
    size += line.length;
  }
  return Buffer.from(parts.join(""));
}

if (process.env[serving] !== undefined) await serve(Number(process.env[serving]));
else await measureAll(Number(process.argv[3] ?? 15));

async function measureAll(megabytes: number): Promise<void> {
  const child = fork(import.meta.filename, [], { env: { ...process.env, [serving]: String(megabytes * MB) } });
  try {
    const [port] = (await once(child, "message")) as [number];
    await measure(`http://127.0.0.1:${port}`);
  } finally {
    child.kill();
  }
}

async function measure(instance: string): Promise<void> {
  let appended = 0;
  const nothing = (): void => undefined;
  const disposable = { dispose: nothing };
  vscodeFakes.window = {
    createOutputChannel: (name: string) => ({
      ...disposable,
      name,
      append: (text: string) => (appended += text.length),
    }),
  };
  const { JobChannel } = await import("../../src/features/jobs/log/jobChannel.ts");
  const { LogFeed } = await import("../../src/features/jobs/log/logFeed.ts");
  const { jobTrace } = await import("../../src/features/jobs/log/jobTrace.ts");
  const { AccountGuard } = await import("../../src/features/jobs/log/accountGuard.ts");
  const { follow } = await import("../../src/features/jobs/log/follow.ts");
  const { systemClock } = await import("../../src/features/jobs/log/clock.ts");
  const { FollowedProblems } = await import("../../src/features/jobs/problems/followedProblems.ts");
  const agent = new Agent();
  const client = createClient({ baseUrl: instance, dispatcher: () => Promise.resolve(agent) });
  const refOf = (id: number): JobRef => ({ instance, project: 1, job: { id, name: "bench", status: "success" } });

  const bare = (id: number): Promise<number> =>
    new Promise((resolve, reject) => {
      let bytes = 0;
      get(`${instance}/api/v4/projects/1/jobs/${id}/trace`, (response) => {
        response.on("data", (chunk: Buffer) => (bytes += chunk.length));
        response.on("end", () => resolve(bytes));
        response.on("error", reject);
      }).on("error", reject);
    });
  const channel = async (id: number): Promise<number> => {
    appended = 0;
    const problems = new FollowedProblems();
    const failed: unknown[] = [];
    await new Promise<void>((resolve) => {
      const made = new JobChannel({
        ref: refOf(id),
        name: "bench",
        client: () => client,
        account: () => 1,
        config: { get: () => 45 } as unknown as JobChannelOptions["config"],
        colors: { addChannel: () => disposable } as unknown as JobChannelOptions["colors"],
        log: console,
        report: { error: (error) => Promise.resolve(void failed.push(error)) },
        focused: () => true,
        wake: () => disposable,
        companion: { lines: (pieces) => problems.add(pieces), event: nothing },
        onLeft: () => resolve(),
        clock: systemClock,
      });
      void made.run();
    });
    if (failed.length > 0) throw new Error("The log was not read", { cause: failed[0] });
    return appended;
  };
  const document = async (id: number): Promise<number> => {
    const host = new AccountGuard({ ref: refOf(id), client: () => client, account: () => 1 });
    const feed = new LogFeed({ ...jobTrace(host, refOf(id)), focused: () => true, clock: systemClock });
    await feed.loaded;
    const text = await feed.text.snapshot().text(Buffer.alloc(0));
    feed.dispose();
    return text.length;
  };
  /** Only the reading: the client, and the checksum by which a log that was written anew is noticed. */
  const reading = async (id: number): Promise<number> => {
    const host = new AccountGuard({ ref: refOf(id), client: () => client, account: () => 1 });
    const { signal } = new AbortController();
    let bytes = 0;
    for await (const event of follow({ ...jobTrace(host, refOf(id)), focused: () => true, clock: systemClock, signal }))
      if (event.type === "bytes") bytes += event.bytes.length;
    return bytes;
  };
  const ways = { bare, reading, channel, document };
  for (const [id, kind] of LOGS) {
    const times = { bare: [] as number[], reading: [] as number[], channel: [] as number[], document: [] as number[] };
    const sizes = { bare: 0, reading: 0, channel: 0, document: 0 };
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const way of ["bare", "reading", "channel", "document"] as const) {
        const began = performance.now();
        sizes[way] = await ways[way](id);
        if (round >= 0) times[way].push(performance.now() - began);
        await sleep(5);
      }
    }
    if (sizes.channel === 0 || sizes.document === 0) throw new Error("Nothing was shown");
    const speed = (way: keyof typeof ways): string =>
      `${Math.round(sizes.bare / MB / (median(times[way]) / 1000))} MiB/s`;
    const ratiosOf = (way: keyof typeof ways): number[] => times[way].map((ms, at) => (times.bare[at] ?? 0) / ms);
    const most = median(ratiosOf("reading"));
    for (const way of ["channel", "document"] as const) {
      const ratios = ratiosOf(way);
      const value = median(ratios);
      result({
        name: `socket to ${way} beside a bare download, ${kind}`,
        value,
        unit: "×",
        goal: "≥ 0.4",
        met: value >= 0.4,
        note: `${speed(way)} beside ${speed("bare")}; quartiles ${quantile(ratios, 0.25).toFixed(3)} to ${quantile(ratios, 0.75).toFixed(3)}, ${ROUNDS} rounds; reading it and dropping its bytes, with the checksum by which a rewritten log is noticed, is ${most.toFixed(2)} ×, and each byte is looked at once, by JavaScript, which takes longer than a local socket needs to bring it`,
      });
    }
  }
  await agent.close();
}
