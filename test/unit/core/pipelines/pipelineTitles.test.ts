import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import type { ListOptions } from "../../../../src/api/request.ts";
import type { CommitQuery } from "../../../../src/api/resources/commitTypes.ts";
import { PipelineTitles, type PipelineTitlesOptions } from "../../../../src/core/pipelines/pipelineTitles.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { deferred } from "../deferred.ts";
import { fault } from "../tree/fakeHost.ts";

const sha = (digit: number): string => String(digit).repeat(40);

describe("the titles of pipelines' commits", () => {
  let records: RecordStore;
  let inClone: Map<string, string> | undefined;
  let asked: unknown[];
  let fails: Error | undefined;
  let failures: unknown[];
  let hold: Promise<undefined> | undefined;
  let isSilent: boolean;

  const open = (more: Partial<PipelineTitlesOptions> = {}): PipelineTitles => {
    const list = (_project: unknown, query: CommitQuery, { perPage, repeat }: ListOptions) => ({
      page: async () => {
        asked.push({ ...query, perPage, repeat });
        await hold;
        if (fails) throw fails;
        const items = [{ id: sha(2), title: "On the host" }];
        records.add("commits.list", items, 0);
        return { items };
      },
    });
    const titles = (shas: readonly string[]) => {
      asked.push(["clone", ...shas.map((one) => one[0])]);
      return Promise.resolve(inClone ?? new Map<string, string>());
    };
    return new PipelineTitles({
      client: { commits: { list } } as unknown as Pick<Client, "commits">,
      project: 1,
      known: records.titles,
      clone: () => inClone && { titles },
      silent: () => isSilent,
      signal: new AbortController().signal,
      late: () => assert.fail("late"),
      failed: (error) => failures.push(error),
      ...more,
    });
  };

  beforeEach(() => {
    records = new RecordStore();
    inClone = new Map([[sha(1), "In the clone"]]);
    [asked, failures, isSilent] = [[], [], false];
    fails = hold = undefined;
  });

  it("delay rows for a moment only, then announce themselves", async () => {
    const [held, coming] = [deferred<undefined>(), deferred<undefined>()];
    hold = held.promise;
    const titles = open({ late: () => coming.resolve(undefined) });
    await titles.load([sha(2)]);
    assert.deepEqual([titles.of(sha(2)), titles.isDue(sha(2))], [undefined, false], "its row is drawn without it");
    held.resolve(undefined);
    await coming.promise;
    assert.equal(titles.of(sha(2)), "On the host");
  });

  it("are requested again after a network error, not after a refusal", async () => {
    inClone = undefined;
    const titles = open();
    for (const [error, requests] of [
      [fault("network"), 1],
      [fault("forbidden"), 2],
      [fault("forbidden"), 2],
    ] as const) {
      fails = error;
      await titles.load([sha(2)]);
      assert.equal(asked.length, requests);
    }
    assert.equal(failures.length, 2);
  });

  it("wait while the host limits requests", async () => {
    isSilent = true;
    const titles = open();
    await titles.load([sha(2)]);
    assert.deepEqual(asked, [["clone", "2"]]);
    isSilent = false;
    await titles.load([sha(2)]);
    assert.equal(titles.of(sha(2)), "On the host");
  });
});
