import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import type { MergeRequest } from "../../../../src/api/resources/mergeRequests.ts";
import { ForkNames } from "../../../../src/core/mergeRequests/forkNames.ts";
import { fault } from "../tree/fakeHost.ts";

const signal = new AbortController().signal;
const from = (fork: number | null, target = 1): MergeRequest => ({
  ...{ id: 1, iid: 1, project_id: target, target_project_id: target, source_project_id: fork },
  ...{ title: "", state: "opened", created_at: null, updated_at: null, web_url: "" },
});

describe("the names of forks", () => {
  let asked: number[];
  let answer: (id: number) => unknown;
  let available: boolean | undefined;
  let names: ForkNames;

  beforeEach(() => {
    asked = [];
    available = undefined;
    answer = (id) => ({ id, path_with_namespace: `somebody/fork${id}` });
    const project = (id: number): Promise<unknown> => {
      asked.push(id);
      return Promise.resolve().then(() => answer(id));
    };
    names = new ForkNames({ extras: { available: () => available, project } } as unknown as Client);
  });

  it("are requested once for each fork", async () => {
    assert.equal(await names.learn([from(7), from(8), from(7), from(1), from(null)], signal), true);
    assert.deepEqual(asked, [7, 8]);
    const found = [from(7), from(8), from(1), from(null)].map((one) => names.of(one));
    assert.deepEqual(found, ["somebody/fork7", "somebody/fork8", undefined, undefined]);
    assert.deepEqual([await names.learn([from(7), from(8)], signal), asked.length], [false, 2]);
  });

  it("are given up for invisible forks, not after network errors", async () => {
    const fails = (kind: "notFound" | "network") => () => {
      throw fault(kind);
    };
    answer = fails("notFound");
    for (const _ of [1, 2]) await names.learn([from(7)], signal);
    assert.deepEqual([asked, names.of(from(7))], [[7], undefined]);
    answer = fails("network");
    await assert.rejects(names.learn([from(8)], signal));
    answer = (id) => ({ id, path_with_namespace: "back/again" });
    await names.learn([from(8)], signal);
    assert.equal(names.of(from(8)), "back/again");
  });

  it("are requested ten at a time, and never without the route", async () => {
    await names.learn(
      Array.from({ length: 30 }, (_, at) => from(at + 10)),
      signal,
    );
    assert.equal(asked.length, 10);
    available = false;
    assert.deepEqual([await names.learn([from(99)], signal), asked.length], [false, 10]);
  });
});
