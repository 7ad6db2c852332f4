import assert from "node:assert/strict";
import type { Client } from "../../../../../src/api/client.ts";
import { CancelledError, UserError } from "../../../../../src/core/base/errors.ts";
import { AccountGuard } from "../../../../../src/features/jobs/log/accountGuard.ts";

const changed = (error: unknown): boolean =>
  error instanceof UserError && /^The account on git\.example\.com changed, or you signed out\./.test(error.message);

describe("requests for a log", () => {
  for (const next of ["bob", undefined])
    it(`are only sent for the account that asked for it: alice, then ${next ?? "nobody"}`, async () => {
      let account: string | undefined = "alice";
      const dropped: string[] = [];
      const guard = new AccountGuard({
        ref: { instance: "https://git.example.com" },
        client: () => ({}) as Client,
        account: () => account,
      });
      const drop = (answer: string): Promise<void> => Promise.resolve(void dropped.push(answer));
      assert.equal(await guard.request(() => Promise.resolve("one"), drop), "one");
      const refused = guard.request(() => Promise.reject(new TypeError("its own error")));
      await assert.rejects(refused, TypeError);
      const during = (then: Promise<string>) => (): Promise<string> => {
        account = next;
        return then;
      };
      await assert.rejects(guard.request(during(Promise.resolve("late")), drop), changed);
      account = "alice";
      await assert.rejects(guard.request(during(Promise.reject(new TypeError("of another account")))), changed);
      account = "alice";
      await assert.rejects(guard.request(during(Promise.reject(new CancelledError()))), CancelledError);
      const rejected = guard.request(() => assert.fail("sent"));
      await assert.rejects(rejected, changed);
      assert.deepEqual(dropped, ["late"]);
    });
});
