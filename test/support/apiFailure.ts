import assert from "node:assert/strict";
import { ApiError } from "../../src/api/errors.ts";

/** Returns what a call fails with. @throws AssertionError if it goes well, or fails with what is no ApiError */
export async function apiFailure(work: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await work.then(
    () => assert.fail("It did not fail"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, `not an ApiError: ${String(error)}`);
  return error;
}
