import assert from "node:assert/strict";
import type { Client } from "../../../../../src/api/client.ts";
import { CancelledError } from "../../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { Change } from "../../../../../src/core/changes.ts";
import type { JobRef } from "../../../../../src/core/pipelines/refs.ts";
import type { ProjectFiles } from "../../../../../src/core/problems/projectFiles.ts";
import { ShownProblems } from "../../../../../src/features/jobs/problems/shownProblems.ts";
import { FakeConfig } from "../../../../support/fakes/fakeConfig.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

type Entries = readonly (readonly [unknown, readonly { readonly message: string }[]])[];
const collections = new Set<Entries>();
const messages = (): string[] =>
  [...collections].flatMap((entries) =>
    entries.flatMap(([, diagnostics]) => diagnostics.map(({ message }) => message)),
  );

const refOf = (id: number): JobRef => ({
  instance: "https://git.example.com",
  project: "acme/app",
  job: {
    id,
    name: "build",
    status: "failed",
    ref: "main",
    web_url: "",
    pipeline: { id: 1, project_id: 1, ref: "main", sha: "", status: "failed" },
  },
});

describe("problems of jobs", () => {
  let client: Client;
  let duringTrace: () => void;
  let account: string | undefined;
  let accountChanged: Emitter<string>;
  let problems: InstanceType<typeof ShownProblems>;

  const made = (text: string): Client => {
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text);
      duringTrace();
      await Promise.resolve();
    };
    return {
      jobs: { trace: () => Promise.resolve({ body: body(), close: () => Promise.resolve() }) },
    } as unknown as Client;
  };

  beforeEach(() => {
    vscodeFakes.commands = { executeCommand: () => Promise.resolve() };
    vscodeFakes.languages = {
      createDiagnosticCollection: () => {
        let own: Entries = [];
        return {
          set: (entries: Entries) => void collections.add((own = entries)),
          dispose: () => collections.delete(own),
        };
      },
    };
    duringTrace = () => undefined;
    account = "alice";
    accountChanged = new Emitter();
    client = made("src/a.ts(1,2): error TS1: wrong\n");
    problems = new ShownProblems(
      {
        clientFor: () => client,
        accountFor: () => account,
        onDidChangeAccount: accountChanged.event,
        changes: new Emitter<Change>().event,
        config: new FakeConfig(),
        report: { background: () => undefined },
      },
      { of: () => Promise.resolve({ find: ({ path }: { path: string }) => ({ path }) }) } as unknown as ProjectFiles,
    );
  });

  afterEach(() => {
    problems.dispose();
    collections.clear();
  });

  const load = (id: number, signal = new AbortController().signal): Promise<number | undefined> =>
    problems.load(refOf(id), signal, () => undefined);

  it("are not shown when the account changes or reading is canceled meanwhile", async () => {
    duringTrace = () => (client = made(""));
    await assert.rejects(load(1), CancelledError);
    client = made("src/a.ts(1,2): error TS1: wrong\n");
    const stop = new AbortController();
    duringTrace = () => stop.abort();
    await assert.rejects(load(1, stop.signal), CancelledError);
    assert.deepEqual([messages(), problems.jobs], [[], []]);
  });

  it("go with the account they were read with, and no sooner", async () => {
    await load(1);
    accountChanged.fire(refOf(1).instance);
    assert.equal(messages().length, 1, "it is still the same");
    account = "bob";
    accountChanged.fire("https://other.example.com");
    assert.equal(messages().length, 1, "that was another host");
    accountChanged.fire(refOf(1).instance);
    assert.deepEqual([messages(), problems.jobs], [[], []]);
  });
});
