import assert from "node:assert/strict";
import { ApiError, type ApiErrorKind } from "../../../../src/api/errors.ts";
import { FeedCredentialsError } from "../../../../src/auth/feedCredentials.ts";
import { feedAccess, feedError } from "../../../../src/features/packages/feed.ts";

const instance = "https://git.example.org";
const failed = (kind: ApiErrorKind): ApiError =>
  new ApiError({ kind, message: kind, request: { method: "GET", url: instance } });

describe("access to a package registry", () => {
  for (const [what, error, access] of [
    ["no username and token", new FeedCredentialsError(instance, "missing"), "signedOut"],
    ["ones that were refused", new FeedCredentialsError(instance, "refused"), "refused"],
    ["a token that the host refuses", failed("unauthorized"), "refused"],
    ["a token without the scope", failed("insufficientScope"), "refused"],
    ["a host that is away", failed("network"), undefined],
    ["a feed that is switched off", failed("notFound"), undefined],
  ] as const)
    it(`is ${access ?? "not in question"} with ${what}`, () => {
      assert.equal(feedAccess(feedError(error, instance)), access);
    });
});
