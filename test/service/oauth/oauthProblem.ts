import { Problem } from "../http/problem.ts";

const TEXTS = {
  invalid_request:
    "The request is missing a required parameter, includes an unsupported parameter value, or is otherwise malformed.",
  invalid_client:
    "Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.",
  invalid_grant:
    "The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.",
  invalid_redirect_uri: "The requested redirect uri is malformed or doesn't match client redirect URI.",
  invalid_code_challenge_method: "The code_challenge_method must be S256.",
  invalid_scope: "The requested scope is invalid, unknown, or malformed.",
  unauthorized_client: "You are not authorized to revoke this token",
  unsupported_grant_type: "The authorization grant type is not supported by the authorization server.",
  unsupported_response_type: "The authorization server does not support this response type.",
  access_denied: "The resource owner or authorization server denied the request.",
} as const;

export type OAuthErrorCode = keyof typeof TEXTS;

export function oauthText(code: OAuthErrorCode): string {
  return TEXTS[code];
}

/** The JSON error of token endpoints: 400, but 401 for `invalid_client` and 403 for `unauthorized_client`. */
export function oauthProblem(code: OAuthErrorCode, description: string = TEXTS[code]): Problem {
  const status = code === "invalid_client" ? 401 : code === "unauthorized_client" ? 403 : 400;
  return new Problem(
    status,
    { error: code, error_description: description },
    {
      "Cache-Control": "no-store",
      Pragma: "no-cache",
      "WWW-Authenticate": `Bearer realm="Service", error="${code}", error_description="${description.replaceAll('"', "'")}"`,
    },
  );
}

export function missingParameter(name: string): Problem {
  return oauthProblem("invalid_request", `Missing required parameter: ${name}.`);
}
