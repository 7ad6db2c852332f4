import { ApiError, type RuleCode } from "../errors.ts";
import { queryPairs } from "../path.ts";

export interface AuthorizeRequest {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly state: string;
  readonly scope: string | readonly string[];
  /** URL-safe base64 of the verifier's SHA-256, without padding. */
  readonly code_challenge: string;
}

/**
 * Returns the URL of the authorization page, without sending a request. Part 1, OAuth 2.0 provider.
 * @throws ApiError `invalidArgument`, rule `length`, for a challenge that is not a SHA-256
 */
export function authorizeUrl(baseUrl: string, request: AuthorizeRequest): string {
  if (!/^[\w-]{43}$/.test(request.code_challenge)) {
    throw new ApiError({
      kind: "invalidArgument",
      code: "length" satisfies RuleCode,
      message: "Not sent: a code challenge is the URL-safe base64 of a SHA-256, 43 characters",
      request: { method: "GET", url: `${baseUrl}/oauth/authorize`, instance: baseUrl, operation: "oauth.authorize" },
      fields: { code_challenge: ["is not 43 characters of URL-safe base64"] },
    });
  }
  const scope = typeof request.scope === "string" ? request.scope : request.scope.join(" ");
  const query = new URLSearchParams(
    queryPairs({
      client_id: request.client_id,
      redirect_uri: request.redirect_uri,
      response_type: "code",
      state: request.state,
      scope,
      code_challenge: request.code_challenge,
      code_challenge_method: "S256",
    }),
  );
  return `${baseUrl.replace(/\/+$/, "")}/oauth/authorize?${query.toString()}`;
}
