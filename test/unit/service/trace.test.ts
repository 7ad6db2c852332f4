import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "mocha";
import { readRange } from "../../service/http/ranges.ts";
import { running, type Running } from "./calling.ts";

const TEXT = "0123456789abcdefghij";

async function withLog(
  at: Running,
  status: string,
  trace = TEXT,
): Promise<{ id: number; get: (headers?: Record<string, string>, query?: string) => ReturnType<Running["call"]> }> {
  const { jobs } = await at.service.control.addPipeline({ jobs: [{ status, trace }] });
  const id = jobs[0]!;
  return {
    id,
    get: (headers = {}, query = "") =>
      at.call("GET", `/api/v4/projects/1/jobs/${id}/trace?${query}`, {
        headers: { "PRIVATE-TOKEN": at.info.users.alice.token, ...headers },
      }),
  };
}

describe("service: job log", () => {
  it("is 200 and empty before there is one", async () => {
    await using at = await running();
    const log = await withLog(at, "pending", "");
    const answer = await log.get();
    assert.deepEqual([answer.status, answer.text, answer.headers.get("etag")], [200, "", null]);
  });

  it("of a finished job honours ranges, under a strong ETag that is its MD5", async () => {
    await using at = await running();
    const log = await withLog(at, "success");
    const whole = await log.get();
    assert.deepEqual([whole.status, whole.text], [200, TEXT]);
    assert.equal(whole.headers.get("etag"), `"${createHash("md5").update(TEXT).digest("hex")}"`);
    assert.equal(whole.headers.get("content-type"), "text/plain");
    assert.equal(whole.headers.get("content-disposition"), `infile; filename="${log.id}.log"`);
    const cases: [range: string, status: number, text: string, contentRange: string | null][] = [
      ["bytes=5-9", 206, "56789", "bytes 5-9/20"],
      ["bytes=15-", 206, "fghij", "bytes 15-19/20"],
      ["bytes=15-99", 206, "fghij", "bytes 15-19/20"],
      ["bytes=20-", 416, "", "bytes */20"],
      ["lines=1-2", 200, TEXT, null],
    ];
    for (const [range, status, text, contentRange] of cases) {
      const answer = await log.get({ Range: range });
      assert.deepEqual(
        [answer.status, answer.text, answer.headers.get("content-range")],
        [status, text, contentRange],
        range,
      );
    }
    assert.equal((await log.get({ Range: "bytes=-5" })).status, 400);
    assert.equal((await log.get({ Range: "bytes=5-9", "If-Range": '"other"' })).status, 200);
    assert.equal((await log.get({ "If-None-Match": whole.headers.get("etag")! })).status, 304);
  });

  it("of a running job ignores Range, under a weak ETag that changes as it grows", async () => {
    await using at = await running();
    const log = await withLog(at, "running");
    const answer = await log.get({ Range: "bytes=5-" });
    assert.deepEqual([answer.status, answer.text], [200, TEXT]);
    const etag = answer.headers.get("etag")!;
    assert.match(etag, /^W\/"/);
    assert.equal((await log.get({ "If-None-Match": etag })).status, 304);
    await at.service.control.appendTrace(log.id, { base64: Buffer.from([0xff, 0x0a]).toString("base64") });
    assert.equal((await log.get({ "If-None-Match": etag })).status, 200);
  });

  it("honours no range when the service is told so", async () => {
    await using at = await running({ traceRanges: false });
    const log = await withLog(at, "success");
    const answer = await log.get({ Range: "bytes=5-9" });
    assert.deepEqual([answer.status, answer.text], [200, TEXT]);
    assert.match(answer.headers.get("etag")!, /^W\/"/);
  });

  it("honours ranges on running jobs too when it is told so, under a weak ETag", async () => {
    await using at = await running();
    await at.service.control.traceParts({ ranges: "all" });
    const answer = await (await withLog(at, "running")).get({ Range: "bytes=15-" });
    assert.deepEqual([answer.status, answer.text], [206, TEXT.slice(15)]);
    assert.match(answer.headers.get("etag")!, /^W\//);
  });

  it("sends parts by offset, of running and of finished jobs, under an ETag of their own", async () => {
    await using at = await running();
    for (const status of ["running", "success"]) {
      const log = await withLog(at, status);
      const cases: [query: string, status: number, text: string][] = [
        ["byte_offset=15", 200, "fghij"],
        ["byte_offset=5&byte_limit=3", 200, "567"],
        ["byte_offset=20", 200, ""],
        ["byte_offset=400", 200, ""],
        ["byte_offset=0&byte_limit=512001", 400, '{"error":"byte_limit does not have a valid value"}'],
      ];
      for (const [query, answered, text] of cases) {
        const answer = await log.get({}, query);
        assert.deepEqual([answer.status, answer.text], [answered, text], query);
      }
      const etag = (await log.get({}, "byte_offset=15")).headers.get("etag")!;
      assert.match(etag, /^W\//);
      assert.equal((await log.get({ "If-None-Match": etag }, "byte_offset=15")).status, 304);
    }
  });

  it("ignores offsets as an older host does when it is told so, and without its extras", async () => {
    await using at = await running();
    const log = await withLog(at, "running");
    await at.service.control.traceParts({ offsets: false });
    assert.equal((await log.get({}, "byte_offset=15")).text, TEXT);
    await at.service.control.traceParts({ offsets: true });
    assert.equal((await log.get({}, "byte_offset=15")).text, "fghij");
    await at.service.control.extras(false);
    assert.equal((await log.get({}, "byte_offset=15")).text, TEXT);
  });

  it("is driven by hand: append, finish, erase", async () => {
    await using at = await running();
    const { control } = at.service;
    const log = await withLog(at, "pending", "");
    assert.deepEqual(await control.appendTrace(log.id, "one\n"), { size: 4 });
    await control.waitFor({ jobId: log.id, status: ["running"] });
    await control.appendTrace(log.id, "two\n");
    await control.finishJob(log.id, "success");
    assert.equal((await log.get()).text, "one\ntwo\n");
    await control.eraseTrace(log.id);
    assert.equal((await log.get()).text, "");
  });
});

describe("service: Range", () => {
  const cases: [text: string | undefined, kind: string][] = [
    [undefined, "whole"],
    ["bytes=", "whole"],
    ["bytes=-", "whole"],
    ["bytes=3-2", "whole"],
    ["bytes=0-1,3-4", "whole"],
    ["bytes=0-0", "part"],
    ["bytes=-1", "suffix"],
    ["bytes=10-", "unsatisfiable"],
  ];
  for (const [text, kind] of cases)
    it(`${text ?? "none"} is ${kind}`, () => assert.equal(readRange(text, 10).kind, kind));
});
