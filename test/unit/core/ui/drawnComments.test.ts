import assert from "node:assert/strict";
import { mock } from "node:test";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Uri } from "vscode";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { DrawnComments } = await import("../../../../src/core/ui/drawnComments.ts");

describe("threads that are created in a document", () => {
  const uri = { toString: () => "forgeline-file:/a.ts" } as Uri;
  let drawn: InstanceType<typeof DrawnComments>;
  let created: boolean;

  const open = (...boxes: readonly string[]): void => {
    const visibleTextEditors = boxes.map((box) => ({
      document: { uri: { scheme: "comment", toString: () => box } },
    }));
    vscodeFakes.window = { visibleTextEditors };
  };
  /** What is waited for goes on before the next line. */
  const pass = async (ms: number): Promise<void> => {
    mock.timers.tick(ms);
    for (let left = 8; left > 0; left -= 1) await Promise.resolve();
  };

  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    open();
    vscodeFakes.commands = { executeCommand: () => Promise.resolve() };
    drawn = new DrawnComments();
    created = false;
    void drawn.wait(uri).then(() => (created = true));
  });
  afterEach(() => {
    drawn.dispose();
    mock.timers.reset();
    vscodeFakes.reset();
  });

  it("waits until VS Code has asked where new ones are possible, and has drawn", async () => {
    await pass(400);
    assert.equal(drawn.asked(uri), false);
    await pass(299);
    assert.equal(created, false);
    await pass(1);
    assert.equal(created, true);
  });

  it("waits two seconds at most for VS Code to ask", async () => {
    await pass(1_999);
    assert.equal(created, false);
    await pass(1);
    assert.equal(created, true);
  });

  it("has them created again when VS Code asks again at once", async () => {
    drawn.asked(uri);
    await pass(300);
    assert.deepEqual([created, drawn.asked(uri), drawn.has(uri)], [true, true, false]);
  });

  it("leaves them when somebody writes in a new box, but not for one that was open before", async () => {
    drawn.asked(uri);
    open("comment:/elsewhere");
    await pass(300);
    open("comment:/elsewhere", "comment:/reply");
    assert.deepEqual([drawn.asked(uri), drawn.has(uri)], [false, true]);
    open("comment:/elsewhere");
    assert.equal(drawn.asked(uri), true);
  });
});
