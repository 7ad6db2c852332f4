import assert from "node:assert/strict";
import { it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import { Diagnoses } from "../../../../src/core/diagnosis/diagnoses.ts";
import { fakeConnection } from "../fakeConnection.ts";

it("the diagnoses of an account are the thirty most recently used, separate by account", () => {
  let connection = fakeConnection({} as Client);
  const diagnoses = new Diagnoses({ get: () => connection }, () => undefined);
  const of = (id: number) => diagnoses.of({ instance: "https://git.example.com", project: "group/app" }, id);
  const [first] = Array.from({ length: 30 }, (_, at) => of(at + 1));
  assert.equal(of(1), first);
  for (let id = 31; id < 60; id++) of(id);
  assert.equal(of(1), first);
  for (let id = 40; id < 70; id++) of(id);
  assert.notEqual(of(1), first);
  const last = of(69);
  connection = fakeConnection({} as Client);
  assert.notEqual(of(69), last);
});
