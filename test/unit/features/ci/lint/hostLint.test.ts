import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { TextDocument } from "vscode";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { HostLint } from "../../../../../src/features/ci/lint/hostLint.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";
import { fault } from "../../../core/tree/fakeHost.ts";

const { HostLint: Lint } = await import("../../../../../src/features/ci/lint/hostLint.ts");

type Parts = ConstructorParameters<typeof HostLint>;
const instance = "https://git.example.com";

/** An account on a host that writes down who asked about which project, and answers as the test wants. */
class Host {
  readonly asked: string[] = [];
  error: Error | undefined;

  client(name: string): object {
    const ciLint = (project: unknown): Promise<object> => {
      this.asked.push(`${name} ${String(project)}`);
      return this.error ? Promise.reject(this.error) : Promise.resolve({ errors: null, warnings: null });
    };
    return { extras: { available: () => undefined, ciLint } };
  }
}

describe("the host's check of the CI file", () => {
  let root: string;
  let host: Host;
  let visible: Emitter<undefined>;
  let saved: Emitter<TextDocument>;
  let current: { value: object; changed: Emitter<undefined> };
  /** Lets the search for the CI file end. */
  let found: () => void;
  let lint: HostLint;
  let document: TextDocument;
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const ready = (client: object, project: string): object => ({
    kind: "ready",
    project: { instance, project, root },
    connection: { client },
  });

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), "lint-"));
    host = new Host();
    visible = new Emitter();
    saved = new Emitter();
    const file = path.join(root, ".gitlab-ci.yml");
    const uri = { scheme: "file", fsPath: file, path: file, toString: () => `file://${file}` };
    document = { uri, isDirty: false, isClosed: false, getText: () => "a: {script: x}\n" } as unknown as TextDocument;
    const never = new Emitter<never>().event;
    vscodeFakes.window = { visibleTextEditors: [{ document }], onDidChangeVisibleTextEditors: visible.event };
    vscodeFakes.workspace = {
      textDocuments: [document],
      onDidSaveTextDocument: saved.event,
      onDidCloseTextDocument: never,
      onDidChangeTextDocument: never,
    };
    vscodeFakes.languages = {
      createDiagnosticCollection: () => ({ set: () => undefined, delete: () => undefined, dispose: () => undefined }),
    };
    const changed = new Emitter<undefined>();
    current = { value: ready(host.client("alice"), "g/p"), changed };
    const waiting: (() => void)[] = [];
    found = () => waiting.splice(0).forEach((go) => go());
    const files = {
      rootOf: () => Promise.resolve(uri),
      mainFile: () => new Promise((resolve) => waiting.push(() => resolve(uri))),
      parse: () => undefined,
    };
    const app = {
      current: {
        get value() {
          return current.value;
        },
        onDidChange: changed.event,
      },
      log: { debug: () => undefined },
    };
    lint = new Lint(
      app as unknown as Parts[0],
      {
        polling: { silentUntil: () => undefined },
        files,
        found: { at: () => undefined, onDidUpdate: never },
      } as unknown as Parts[1],
    );
  });
  afterEach(() => {
    lint.dispose();
    vscodeFakes.reset();
    rmSync(root, { recursive: true });
  });
  const look = async (): Promise<void> => {
    await settle();
    found();
    await settle();
  };

  it("is asked for once of what is seen", async () => {
    await look();
    visible.fire(undefined);
    await look();
    assert.deepEqual(host.asked, ["alice g/p"]);
  });

  it("is not asked for with an account that was left while the file was looked for", async () => {
    await settle();
    current.value = { kind: "signedOut" };
    current.changed.fire(undefined);
    await look();
    assert.deepEqual(host.asked, []);
  });

  it("is asked for in the project that is open by then, and again in another one", async () => {
    const client = host.client("alice");
    await settle();
    current.value = ready(client, "fork/p");
    current.changed.fire(undefined);
    await look();
    current.value = ready(client, "g/p");
    current.changed.fire(undefined);
    await look();
    assert.deepEqual(host.asked, ["alice fork/p", "alice g/p"]);
  });

  it("is not asked for again where it is refused, before the file is saved", async () => {
    host.error = fault("forbidden");
    await look();
    visible.fire(undefined);
    await look();
    assert.equal(host.asked.length, 1);
    saved.fire(document);
    await look();
    assert.equal(host.asked.length, 2);
    host.error = fault("server");
    saved.fire(document);
    await look();
    visible.fire(undefined);
    await look();
    assert.equal(host.asked.length, 4);
  });
});
