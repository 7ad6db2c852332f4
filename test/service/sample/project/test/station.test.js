/* global fetch */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import { createStation } from "../src/station.js";

describe("station", () => {
  const station = createStation();
  let address = "";
  before(async () => {
    station.listen(0, "127.0.0.1");
    await once(station, "listening");
    address = `http://127.0.0.1:${station.address().port}`;
  });
  after(() => station.close());

  it("takes a reading and sums it up", async () => {
    const sent = await fetch(`${address}/readings`, { method: "POST", body: "2026-06-01T06:00:00Z north temperature=11.4" });
    assert.equal(sent.status, 201);
    assert.deepEqual(await sent.json(), { count: 1 });
    const summary = await fetch(`${address}/summary`);
    assert.deepEqual(await summary.json(), { north: { temperature: { lowest: 11.4, highest: 11.4, mean: 11.4, count: 1 } } });
  });
  it("says what is wrong with a reading", async () => {
    const sent = await fetch(`${address}/readings`, { method: "POST", body: "nonsense" });
    assert.equal(sent.status, 400);
    assert.deepEqual(await sent.json(), { error: "Not a time: nonsense" });
  });
  it("knows nothing else", async () => {
    const answer = await fetch(`${address}/weather`);
    assert.equal(answer.status, 404);
  });
});
