import assert from "node:assert/strict";
import { ApiError, type ApiErrorKind } from "../../../../../src/api/errors.ts";
import type { BlameCommit, BlameRange } from "../../../../../src/api/resources/repositoryFileTypes.ts";
import { BlamedFile } from "../../../../../src/features/repository/blame/blamedFile.ts";
import type { LineRange } from "../../../../../src/features/repository/blame/lineRanges.ts";

const commit = (id: string): BlameCommit => ({
  ...{ id, message: `Commit ${id}\n`, parent_ids: [] },
  ...{ authored_date: "2026-01-01T00:00:00Z", author_name: "Ann", author_email: "ann@example.com" },
  ...{ committed_date: "2026-01-01T00:00:00Z", committer_name: "Ann", committer_email: "ann@example.com" },
});

const failure = (kind: ApiErrorKind, retryAt?: number): ApiError =>
  new ApiError({ kind, message: kind, request: { method: "GET", url: "https://git.example.com" }, retryAt });

/** A file whose even and odd lines come from two commits, on a host that answers when the test says so. */
class Bench {
  readonly asked: { range: LineRange; signal: AbortSignal; settle: (error?: Error) => Promise<void> }[] = [];
  readonly errors: unknown[] = [];
  readonly waits: { readonly ms: number; readonly task: () => void }[] = [];
  time = 1_000_000;
  silentUntil: number | undefined;
  loads = 0;
  readonly file: BlamedFile;

  constructor(lineCount = 1000) {
    this.file = new BlamedFile({
      lineCount,
      read: (range, signal) =>
        new Promise<readonly BlameRange[]>((resolve, reject) => {
          const settle = (error?: Error): Promise<void> => {
            const count = Math.min(range.end, lineCount) - range.start + 1;
            const lines = Array.from({ length: count }, (_, at) => range.start + at);
            if (error) reject(error);
            else
              resolve(
                lines.map((line) => ({ commit: commit(line % 2 === 0 ? "even" : "odd"), lines: [`line ${line}`] })),
              );
            return new Promise((done) => setImmediate(done));
          };
          this.asked.push({ range, signal, settle });
        }),
      onError: (error) => this.errors.push(error),
      limitedUntil: () => this.silentUntil,
      now: () => this.time,
      later: (task, ms) => {
        const wait = { ms, task };
        this.waits.push(wait);
        return { dispose: () => void this.waits.splice(this.waits.indexOf(wait), 1) };
      },
    });
    this.file.onDidLoad(() => (this.loads += 1));
  }

  /** Shows these lines to a viewer. */
  show(ranges: string, viewer: object = this): void {
    const shown = [...ranges.matchAll(/(\d+)-(\d+)/g)];
    this.file.setShownLines(
      viewer,
      shown.map(([, start, end]) => ({ start: Number(start), end: Number(end) })),
    );
  }

  get ranges(): string {
    return this.asked.map(({ range }) => `${range.start}-${range.end}`).join(" ");
  }

  /** The request that is under way. */
  get last() {
    return this.asked.at(-1) ?? assert.fail("nothing is asked");
  }
}

describe("the blame of a file", () => {
  it("is read one request at a time for all viewers", async () => {
    const bench = new Bench();
    const [left, right] = [{}, {}];
    bench.show("1-40", left);
    bench.show("600-640", right);
    bench.show("20-80", left);
    assert.equal(bench.ranges, "1-50");
    assert.equal(bench.last.signal.aborted, false, "some of it is still shown");
    for (let answers = 0; answers < 3; answers++) await bench.last.settle();
    assert.equal(bench.ranges, "1-50 51-100 551-650");
  });

  it("aborts a request once its lines are hidden, and reads what is shown", async () => {
    const bench = new Bench();
    bench.show("1-40");
    const first = bench.last;
    bench.show("401-440");
    assert.equal(first.signal.aborted, true);
    await first.settle();
    assert.equal(bench.file.at(1), undefined, "a late answer is not used");
    await bench.last.settle();
    assert.equal(bench.ranges, "1-50 401-450");
    bench.show("601-640");
    bench.show("");
    assert.deepEqual([bench.last.signal.aborted, bench.file.isShown], [true, false]);
  });

  it("is read again by the next event thirty seconds after a failure", async () => {
    for (const error of [failure("network"), failure("server"), failure("timeout"), new Error("no token")]) {
      const bench = new Bench();
      bench.show("1-40");
      await bench.last.settle(error);
      bench.time += 29_999;
      bench.show("2-41");
      assert.deepEqual([bench.asked.length, bench.waits.length], [1, 0]);
      bench.time += 2;
      bench.show("3-42");
      assert.deepEqual([bench.asked.length, bench.errors], [2, [error]]);
    }
  });

  it("waits as long as a rate limit or the host's silence lasts, while it is shown", async () => {
    const bench = new Bench();
    bench.show("1-40");
    await bench.last.settle(failure("rateLimited", bench.time + 20_000));
    bench.show("2-41");
    assert.deepEqual([bench.asked.length, bench.waits.map(({ ms }) => ms)], [1, [20_001]]);
    bench.time += 20_001;
    bench.waits[0]?.task();
    await bench.last.settle();
    assert.deepEqual([bench.asked.length, bench.file.at(1)?.commit.id], [2, "odd"]);
    const silent = new Bench();
    silent.silentUntil = silent.time + 5_000;
    silent.show("1-40");
    assert.deepEqual([silent.asked.length, silent.waits.map(({ ms }) => ms)], [0, [5_001]]);
    silent.file.dispose();
    assert.deepEqual(silent.waits, []);
  });
});
