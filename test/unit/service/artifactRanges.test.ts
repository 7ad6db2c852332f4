import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { running } from "./calling.ts";

describe("service: archives of artifacts", () => {
  it("are sent in parts, under their strong ETag, until that is switched off", async () => {
    await using at = await running();
    const {
      jobs: [job = 0],
    } = await at.service.control.addPipeline({ jobs: [{ name: "build", artifacts: { "a.txt": "a\n" } }] });
    const get = (range?: string) =>
      at.call("GET", `/api/v4/projects/1/jobs/${job}/artifacts`, {
        headers: { "PRIVATE-TOKEN": at.info.users.alice.token, ...(range !== undefined && { Range: range }) },
      });
    const whole = await get();
    const size = Number(whole.headers.get("content-length"));
    assert.deepEqual([whole.status, whole.headers.get("accept-ranges")], [200, "bytes"]);
    const part = await get("bytes=0-3");
    assert.deepEqual(
      [part.status, part.text, part.headers.get("content-range"), part.headers.get("etag")],
      [206, "PK\x03\x04", `bytes 0-3/${size}`, whole.headers.get("etag")],
    );
    assert.deepEqual([(await get(`bytes=${size}-`)).status, (await get("bytes=-4")).status], [416, 200]);
    await at.service.control.artifactRanges(false);
    assert.equal((await get("bytes=0-3")).status, 200);
  });

  it("are made up by tests, and expire", async () => {
    await using at = await running();
    const { control } = at.service;
    const {
      jobs: [id = 0],
    } = await control.addPipeline({ jobs: [{ name: "build" }] });
    const job = async () =>
      JSON.parse(
        (
          await at.call("GET", `/api/v4/projects/1/jobs/${id}`, {
            headers: { "PRIVATE-TOKEN": at.info.users.alice.token },
          })
        ).text,
      ) as {
        artifacts_file?: { size: number };
        artifacts_expire_at: string | null;
        artifacts: { file_type: string }[];
      };
    assert.deepEqual([(await job()).artifacts_file, (await job()).artifacts_expire_at], [undefined, null]);
    const { size } = await control.setArchive(
      id,
      [
        { path: "big.bin", random: 100_000 },
        { path: "a.txt", text: "a" },
      ],
      { count: 3 },
    );
    assert.ok(size > 100_000);
    assert.deepEqual(
      [(await job()).artifacts_file?.size, (await job()).artifacts.map(({ file_type }) => file_type)],
      [size, ["archive", "metadata"]],
    );
    const at2026 = Date.UTC(2026, 0, 2);
    await control.expireArtifacts(id, at2026, false);
    assert.deepEqual(
      [(await job()).artifacts_file?.size, (await job()).artifacts_expire_at],
      [size, "2026-01-02T00:00:00.000Z"],
    );
    await control.expireArtifacts(id, at2026, true);
    assert.equal((await job()).artifacts_file, undefined);
  });
});
