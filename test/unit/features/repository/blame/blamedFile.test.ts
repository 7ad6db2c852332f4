import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError, type ApiErrorKind } from "../../../../../src/api/errors.ts";
import type { BlameCommit, BlameRange } from "../../../../../src/api/resources/repositoryFileTypes.ts";
import { BlamedFile } from "../../../../../src/features/repository/blame/blamedFile.ts";
import type { LineRange } from "../../../../../src/features/repository/blame/lineRanges.ts";

const commit = (id: string): BlameCommit => ({
  id,
  message: `Commit ${id}\n`,
  parent_ids: [],
  authored_date: "2026-01-01T00:00:00Z",
  author_name: "Ann",
  author_email: "ann@example.com",
  committed_date: "2026-01-01T00:00:00Z",
  committer_name: "Ann",
  committer_email: "ann@example.com",
});

/** A file whose even and odd lines come from two commits, on a host that answers when the test says so. */
class Bench {
  readonly asked: {
    readonly range: LineRange;
    readonly signal: AbortSignal;
    readonly answer: () => Promise<void>;
    readonly fail: (error: Error) => Promise<void>;
  }[] = [];
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
          const settled = (): Promise<void> => new Promise((done) => setImmediate(done));
          const answer = (): Promise<void> => {
            const lines = Array.from(
              { length: Math.min(range.end, lineCount) - range.start + 1 },
              (_, at) => range.start + at,
            );
            resolve(
              lines.map((line) => ({ commit: commit(line % 2 === 0 ? "even" : "odd"), lines: [`line ${line}`] })),
            );
            return settled();
          };
          const fail = (error: Error): Promise<void> => {
            reject(error);
            return settled();
          };
          this.asked.push({ range, signal, answer, fail });
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

  get ranges(): [number, number][] {
    return this.asked.map(({ range }) => [range.start, range.end]);
  }

  /** The request that is under way. */
  get last() {
    const last = this.asked.at(-1);
    assert.ok(last);
    return last;
  }
}

const failure = (kind: ApiErrorKind, retryAt?: number): ApiError =>
  new ApiError({ kind, message: kind, request: { method: "GET", url: "https://git.example.com" }, retryAt });

describe("the blame of a file", () => {
  it("is asked for in one range, kept line by line, and not asked for again", async () => {
    const bench = new Bench();
    bench.file.setShownLines(bench, [{ start: 10, end: 60 }]);
    assert.equal(bench.file.at(10), undefined);
    await bench.last.answer();
    assert.deepEqual(
      [bench.file.at(10)?.commit.id, bench.file.at(11)?.text, bench.file.at(101)],
      ["even", "line 11", undefined],
    );
    assert.equal(bench.file.at(10)?.commit, bench.file.at(100)?.commit, "a commit is kept once");
    bench.file.setShownLines(bench, [{ start: 30, end: 100 }]);
    bench.file.setShownLines(bench, [{ start: 1, end: 2 }]);
    assert.deepEqual([bench.ranges, bench.loads], [[[1, 100]], 1]);
  });

  it("is asked for one request at a time, the rest afterwards, of whoever looks", async () => {
    const bench = new Bench();
    const [left, right] = [{}, {}];
    bench.file.setShownLines(left, [{ start: 1, end: 40 }]);
    bench.file.setShownLines(right, [{ start: 600, end: 640 }]);
    bench.file.setShownLines(left, [{ start: 20, end: 80 }]);
    assert.deepEqual(bench.ranges, [[1, 50]]);
    assert.equal(bench.last.signal.aborted, false, "some of it is in sight still");
    await bench.last.answer();
    await bench.last.answer();
    await bench.last.answer();
    assert.deepEqual(bench.ranges, [
      [1, 50],
      [51, 100],
      [551, 650],
    ]);
  });

  it("is called off once its lines are out of sight, and what is in sight is asked for at once", async () => {
    const bench = new Bench();
    bench.file.setShownLines(bench, [{ start: 1, end: 40 }]);
    const first = bench.last;
    bench.file.setShownLines(bench, [{ start: 401, end: 440 }]);
    assert.equal(first.signal.aborted, true);
    await first.answer();
    assert.equal(bench.file.at(1), undefined, "an answer that comes all the same is not taken");
    await bench.last.answer();
    assert.deepEqual(bench.ranges, [
      [1, 50],
      [401, 450],
    ]);
    bench.file.setShownLines(bench, [{ start: 601, end: 640 }]);
    bench.file.setShownLines(bench, []);
    assert.equal(bench.last.signal.aborted, true, "nobody looks any more");
    assert.equal(bench.file.isShown, false);
  });

  it("is not asked for again where the file is not on the host, which is no error; nor where it may not be seen", async () => {
    for (const [kind, told] of [
      ["notFound", 0],
      ["forbidden", 1],
      ["unauthorized", 1],
    ] as const) {
      const bench = new Bench();
      bench.file.setShownLines(bench, [{ start: 1, end: 40 }]);
      await bench.last.fail(failure(kind));
      bench.time += 10_000_000;
      bench.file.setShownLines(bench, [{ start: 500, end: 540 }]);
      assert.deepEqual([bench.asked.length, bench.errors.length, bench.waits.length], [1, told, 0], kind);
    }
  });

  it("is asked for again by the next event, after a while, when the host or the way to it failed", async () => {
    for (const error of [failure("network"), failure("server"), failure("timeout"), new Error("no token")]) {
      const bench = new Bench();
      bench.file.setShownLines(bench, [{ start: 1, end: 40 }]);
      await bench.last.fail(error);
      bench.file.setShownLines(bench, [{ start: 2, end: 41 }]);
      assert.deepEqual([bench.asked.length, bench.waits.length], [1, 0]);
      bench.time += 30_001;
      bench.file.setShownLines(bench, [{ start: 3, end: 42 }]);
      assert.deepEqual([bench.asked.length, bench.errors], [2, [error]]);
    }
  });

  it("waits as long as the host says when it was asked too often, and goes on by itself", async () => {
    const bench = new Bench();
    bench.file.setShownLines(bench, [{ start: 1, end: 40 }]);
    await bench.last.fail(failure("rateLimited", bench.time + 20_000));
    bench.file.setShownLines(bench, [{ start: 2, end: 41 }]);
    assert.deepEqual([bench.asked.length, bench.waits.map(({ ms }) => ms)], [1, [20_001]]);
    bench.time += 20_001;
    bench.waits[0]?.task();
    await bench.last.answer();
    assert.deepEqual([bench.asked.length, bench.file.at(1)?.commit.id], [2, "odd"]);
  });

  it("waits too when the host wants silence of everybody, and for no longer than anybody looks", () => {
    const bench = new Bench();
    bench.silentUntil = bench.time + 5_000;
    bench.file.setShownLines(bench, [{ start: 1, end: 40 }]);
    assert.deepEqual([bench.asked.length, bench.waits.map(({ ms }) => ms)], [0, [5_001]]);
    bench.file.dispose();
    assert.deepEqual(bench.waits, []);
  });

  it("ends with its file, also when the answer is shorter than was asked for", async () => {
    const bench = new Bench(60);
    bench.file.setShownLines(bench, [{ start: 30, end: 90 }]);
    await bench.last.answer();
    assert.deepEqual(bench.ranges, [[1, 60]]);
    assert.deepEqual([bench.file.at(60)?.text, bench.file.at(61)], ["line 60", undefined]);
  });
});
