import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { sharedWindow } from "./sharedWindow.ts";

/** After all other stories. */
describe("npm run demo, at its end", () => {
  it("ends everything it started on Ctrl-C", async () => {
    const { demo } = await sharedWindow();
    await demo.interrupt();
    assert.equal(existsSync(demo.folder), false, `${demo.folder} is still there`);
    for (const address of [demo.service, new URL(demo.editor).origin])
      await assert.rejects(fetch(address), `${address} still answers`);
  });
});
