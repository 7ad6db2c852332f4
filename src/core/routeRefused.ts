import { ApiError, type ApiErrorKind } from "../api/errors.ts";

const refusals: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>([
  "notFound",
  "forbidden",
  "methodNotAllowed",
  "insufficientScope",
  "notAcceptable",
  "invalidRequest",
  // A route beyond the documents that the host is known not to have.
  "invalidArgument",
]);

/** Returns whether an error is the refusal of one route, so that another may still answer. */
export const routeRefused = (error: unknown): boolean => error instanceof ApiError && refusals.has(error.kind);
