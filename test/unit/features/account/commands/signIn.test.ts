import assert from "node:assert/strict";
import { CancelledError } from "../../../../../src/core/base/errors.ts";
import type { Current } from "../../../../../src/core/currentProject.ts";
import { signIn, signInArgs } from "../../../../../src/features/account/commands/account.ts";
import { project } from "../../../core/fakeApp.ts";

const here = { url: project.instance, clientId: "app" };

/** Returns the host and the way that a sign-in goes to; undefined where the user is asked. */
async function asked(
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

const hosts = (...urls: string[]): Partial<Current> => ({ kind: "noInstance", hosts: urls, paths: ["group/project"] });

describe("Sign In", () => {
  const [one, two] = ["https://a.example.org", "https://b.example.org"];
  for (const [what, current, host, instances = [here]] of [
    ["uses the project's host without an account", { kind: "signedOut", project }, here],
    ["uses the project's host with an expired session", { kind: "expired", project }, here],
    ["uses the remotes' only host", hosts(one), { url: one }, []],
    ["asks where another host is known than the remotes'", hosts(one), undefined],
    ["asks where remotes name two hosts", hosts(one, two), undefined, []],
    ["asks without a folder", { kind: "noFolder" }, undefined],
    ["asks where there is an account", { kind: "ready", project }, undefined],
  ] as const)
    it(what, async () => assert.deepEqual(await asked(instances, current as Partial<Current>), [host, undefined]));

  it("asks for another host, or uses a token, on request", async () => {
    const current = { kind: "signedOut", project } as Partial<Current>;
    assert.deepEqual(await asked([here], current, null, "otherHost"), [undefined, undefined]);
    assert.deepEqual(await asked([here], current, null, "token"), [here, "token"]);
  });
});
