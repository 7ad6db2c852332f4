import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { CancelledError } from "../../../src/core/base/errors.ts";
import type { Connections } from "../../../src/core/connections.ts";
import { vscodeFakes } from "../../support/vscodeStub.ts";

const { AccountChangedError, holdAccounts } = await import("../../../src/core/heldAccounts.ts");
const { confirm } = await import("../../../src/core/ui/confirm.ts");
const { defineCommands } = await import("../../../src/core/commands/entries.ts");

const instance = "https://git.example.org";

describe("the account that a question is asked about", () => {
  let account: string | undefined;
  let answer: unknown;
  const context = {
    connections: { instances: [{ url: instance }], get: () => ({ session: account && { id: account } }) },
  } as never;
  const question = { question: "Delete it?", detail: ["One", "", "Two"], buttons: ["Delete"] };
  const stopped = { message: "Stopped: the account on git.example.org has changed." };
  let shown: unknown[];
  beforeEach(() => {
    [account, answer, shown] = ["alice", "Delete", []];
    vscodeFakes.window["showWarningMessage"] = (...given: unknown[]) => {
      shown = given;
      return Promise.resolve(typeof answer === "function" ? (answer as () => unknown)() : answer);
    };
  });
  afterEach(() => vscodeFakes.reset());

  it("is asked about in a modal dialog, whose closing button means no", async () => {
    assert.equal(await confirm(context, { instance }, question), "Delete");
    assert.deepEqual(shown, ["Delete it?", { modal: true, detail: "One\n\nTwo" }, "Delete"]);
    answer = undefined;
    await assert.rejects(confirm(context, { instance }, question), CancelledError);
    const running = { ...question, close: "Keep Running" };
    answer = () => shown.at(-1);
    await assert.rejects(confirm(context, { instance }, running), CancelledError);
    answer = () => shown[2];
    assert.equal(await confirm(context, { instance }, running), "Delete");
  });

  it("stops the act when another account is in use by the answer", async () => {
    answer = () => {
      account = "bob";
      return "Delete";
    };
    await assert.rejects(confirm(context, { instance }, question), stopped);
  });

  it("gives a command no connection of another account until it has ended", async () => {
    let later: Connections | undefined;
    const { test } = defineCommands<{ readonly connections: Connections }>()({
      test: {
        title: "Test",
        run: ({ connections }) => {
          later = connections;
          account = "bob";
          return Promise.resolve(connections.get(instance)).then(() => undefined);
        },
      },
    });
    await assert.rejects(async () => test.run(context), AccountChangedError);
    assert.deepEqual(later?.get(instance), { session: { id: "bob" } });
  });

  it("allows a sign-in while signed out", () => {
    account = undefined;
    const { held } = holdAccounts<{ readonly connections: Connections }>(context);
    account = "bob";
    assert.deepEqual(held.connections.get(instance), { session: { id: "bob" } });
  });
});
