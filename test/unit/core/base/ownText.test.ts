import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { ownText } from "../../../../src/core/base/ownText.ts";

const root = new URL("../../../../", import.meta.url);

/** Prints by how many bytes the heap grows while a log of 500 chunks of 64 KiB is read, each with a section. */
const program = `
  const { LogText } = await import("./src/core/logText/logText.ts");
  const filler = "the usual text of a log, of which there is a lot\\n".repeat(1300);
  const chunk = (i) => Buffer.from("section_start:1:partofthejob" + i + "\\r\\u001b[0KThe heading of part number " + i + "\\n" + filler);
  const text = new LogText();
  for (let i = 0; i < 20; i++) text.push(chunk(i));
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let i = 20; i < 520; i++) text.push(chunk(i));
  gc();
  console.log(process.memoryUsage().heapUsed - before, text.snapshot().sections.length);
`;

describe("base/ownText", () => {
  it("returns the same text", () => {
    for (const text of ["", "a", "Grüße, 世界 👩‍💻", "x".repeat(10_000)]) assert.equal(ownText(text), text);
    assert.equal(ownText("👍".slice(0, 1)), "\uFFFD");
  });

  it("has the sections of a document keep none of the text around them", async () => {
    const flags = ["--expose-gc", "--input-type=module", "-e", program];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root });
    const [grown = NaN, kept] = stdout.split(" ").map(Number);
    assert.equal(kept, 520);
    assert.ok(grown < 8 * 1024 * 1024, `${grown} bytes`);
  });
});
