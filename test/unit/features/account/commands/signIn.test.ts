import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { CancelledError } from "../../../../../src/core/base/errors.ts";
import type { Current } from "../../../../../src/core/currentProject.ts";
import "../../../../support/vscodeStub.ts";
import { project } from "../../../core/fakeApp.ts";

const { signIn, signInArgs } = await import("../../../../../src/features/account/commands/account.ts");

const here = { url: project.instance, clientId: "app" };

/** Returns the host and the way that a sign-in goes to; undefined where the person is asked. */
const asked = (current: Partial<Current>, ...given: readonly unknown[]): Promise<readonly unknown[]> =>
  askedWith([here], current, ...given);

async function askedWith(
  instances: readonly object[],
  current: Partial<Current>,
  ...given: readonly unknown[]
): Promise<readonly unknown[]> {
  const calls: unknown[][] = [];
  const app = {
    sessions: { ready: Promise.resolve() },
    current: { value: current },
    connections: { instances },
    authentication: () =>
      Promise.resolve({
        signIn: (...call: unknown[]) => {
          calls.push(call);
          return Promise.reject(new CancelledError());
        },
      }),
  };
  await assert.rejects(signIn(app as unknown as Parameters<typeof signIn>[0], ...signInArgs(given)), CancelledError);
  return calls[0] ?? [];
}

describe("Sign In", () => {
  it("asks for no host where the open project's has no account", async () => {
    for (const kind of ["signedOut", "expired"] as const)
      assert.deepEqual(await asked({ kind, project }), [here, undefined]);
  });

  it("asks for no host where the remotes point to a single one and none is known", async () => {
    const url = "https://git.example.org";
    const current = { kind: "noInstance", hosts: [url], paths: ["group/project"] } as const;
    assert.deepEqual(await askedWith([], current), [{ url }, undefined]);
    assert.deepEqual(await asked(current), [undefined, undefined], "it may be another service than the known one");
  });

  it("asks for the host where there are several, none, or one with an account", async () => {
    for (const current of [
      { kind: "noInstance", hosts: ["https://a.example.org", "https://b.example.org"], paths: ["group/project"] },
      { kind: "noFolder" },
      { kind: "ready", project },
    ] as const)
      assert.deepEqual(await asked(current), [undefined, undefined]);
  });

  it("asks for another host than the obvious one when told so", async () =>
    assert.deepEqual(await asked({ kind: "signedOut", project }, null, "otherHost"), [undefined, undefined]));

  it("goes by a token where a link says so", async () =>
    assert.deepEqual(await asked({ kind: "signedOut", project }, null, "token"), [here, "token"]));
});
