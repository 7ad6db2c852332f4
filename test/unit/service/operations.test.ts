import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { operations } from "../../service/contract/operations.ts";
import { type Running, running } from "./calling.ts";

/** What a client puts into the holes of a path: nothing there exists, so that nothing is changed. */
const address = (path: string): string =>
  path
    .replace("<package_name>", "none")
    .replace("<package_version>", "0.0.0")
    .replace(/[:*]\w+/g, "999999");

for (const dialect of ["gitlab", "neutral"] as const) {
  describe(`service: every route of the contract is served, ${dialect}`, () => {
    let at: Running;
    before(async () => {
      at = await running({ dialect, extras: false });
    });
    after(() => at.service.close());

    for (const operation of operations) {
      for (const { path } of operation.fullPaths) {
        it(`${operation.method} ${path}`, async () => {
          const named = dialect === "gitlab" ? path.replace("service_ci_ymls", "gitlab_ci_ymls") : path;
          const answer = await at.call(operation.method, (operation.root === "api" ? "/api/v4" : "") + address(named), {
            headers: { "PRIVATE-TOKEN": at.info.users.rita.token },
          });
          const unknown =
            answer.status === 405 ||
            answer.status >= 500 ||
            (answer.status === 404 && operation.method !== "HEAD" && /^\{"error"|<html/i.test(answer.text));
          assert.equal(unknown, false, `${answer.status} ${answer.text.slice(0, 100)}`);
        });
      }
    }
  });
}
