import assert from "node:assert/strict";
import { FailureLog } from "../../../../../src/features/agents/mcp/failureLog.ts";

describe("the log of failed calls", () => {
  it("has twenty entries a minute, and one for the rest", () => {
    const lines: string[] = [];
    const write = (text: unknown): void => void lines.push(String(text));
    const log = new FailureLog({ log: { warn: write }, report: { background: write } } as never);
    for (let call = 0; call < 1_000; call++) log.add(`call ${call}`, call);
    assert.equal(lines.length, 21);
    assert.match(lines[20] ?? "", /^More than 20 calls of agents failed within a minute/);
    log.add("a minute later", 60_000);
    assert.equal(lines[21], "a minute later");
  });
});
