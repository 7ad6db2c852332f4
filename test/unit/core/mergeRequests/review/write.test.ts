import assert from "node:assert/strict";
import { it } from "mocha";
import "../../../../support/vscodeStub.ts";
import { fakeApp, project } from "../../fakeApp.ts";
import { fault } from "../../tree/fakeHost.ts";

const { applySuggestions, setResolved } = await import("../../../../../src/core/mergeRequests/review/write.ts");

it("threads resolved and suggestions applied without a response are found on the host", async () => {
  const lost = () => Promise.reject(Object.assign(fault("network"), { outcomeUnknown: true }));
  const suggestions = [8, 9].map((id) => ({ id, applied: true }));
  const items = [{ id: "a", notes: [{ id: 1, body: "x", resolvable: true, resolved: true, suggestions }] }];
  const list = () => ({ all: () => Promise.resolve({ items, pages: [], capped: false }) });
  const { app } = fakeApp({ discussions: { resolve: lost, applySuggestions: lost, list } });
  const place = { instance: project.instance, project: project.project, iid: 5 };
  assert.equal((await setResolved(app, place, "a", true)).id, "a");
  await assert.rejects(setResolved(app, place, "a", false), /The change was not made/);
  assert.equal((await applySuggestions(app, place, [8, 9], "Fix", {})).length, 2);
  await assert.rejects(applySuggestions(app, place, [8, 10], undefined, {}), /The change was not made/);
});
