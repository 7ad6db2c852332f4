import assert from "node:assert/strict";
import { LogText } from "../../../../../src/core/logText/logText.ts";
import { noticesOf } from "../../../../../src/features/jobs/log/logNotices.ts";

const read = (log: string, ...options: ConstructorParameters<typeof LogText>): LogText => {
  const text = new LogText(...options);
  text.push(Buffer.from(log));
  return text;
};
const running = { id: 1, name: "lint", status: "running" };

describe("notices above a log", () => {
  it("has no notice for an ordinary log", () => {
    assert.deepEqual(noticesOf(read("one\n").snapshot(), running), []);
  });

  it("names the part shown of a log beyond the limit", () => {
    const text = read("x".repeat(1023).concat("\n").repeat(100), 10 * 1024, 1024);
    assert.deepEqual(noticesOf(text.snapshot(), running), [
      "Too large for an editor. Showing the end of the log, from line 91 (10 KB of 100 KB).\n“Open Raw Job Log” above opens the whole file.",
    ]);
  });

  it("explains when VS Code does not fold", () => {
    const says = "VS Code does not fold files larger than 20 MB or 300,000 lines.\nUse the Outline to go to sections.";
    assert.deepEqual(noticesOf(read("\n".repeat(300_001)).snapshot(), running), [says]);
    assert.deepEqual(noticesOf(read("\n".repeat(299_000)).snapshot(), running), []);
    assert.deepEqual(noticesOf(read("x".repeat(1000).concat("\n").repeat(21_000)).snapshot(), running), [says]);
  });

  it("explains truncated, empty and incomplete logs", () => {
    assert.match(
      noticesOf(read("Job's log exceeded limit of 4194304 bytes.\n").snapshot(), running).join(),
      /^The runner truncated this log at its limit of 4 MB\.\nLater output of the job was not recorded/,
    );
    assert.deepEqual(noticesOf(read("").snapshot(), running), ["No output yet. Job status: running."]);
    const found = noticesOf(read("x\n").snapshot(), running, new Error("no more")).join();
    assert.match(found, /^The log may be incomplete: reading it stopped\.\n/);
  });
});
