import { ApiError } from "../api/errors.ts";

const refusals: ReadonlySet<string> = new Set([
  "notFound",
  "forbidden",
  "methodNotAllowed",
  "insufficientScope",
  "notAcceptable",
  "invalidRequest",
  // A route beyond the documents that the host is known not to have.
  "notSent",
]);

/** Returns whether an error is the refusal of one route, so that another may still answer. */
export const routeRefused = (error: unknown): boolean => error instanceof ApiError && refusals.has(error.kind);
