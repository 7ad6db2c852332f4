import { json, type Headers, type Reply } from "./reply.ts";

/** Thrown by handlers; carries the whole answer in the shape hosts give it. */
export class Problem extends Error {
  readonly reply: Reply;

  constructor(status: number, body: unknown, headers: Headers = {}) {
    super(`${status} ${JSON.stringify(body)}`);
    this.name = "Problem";
    this.reply = json(body, status, headers);
  }
}

/** `{"message": …}`: the usual shape; the text may also be an array or an object of field errors. */
export function message(status: number, text: unknown): Problem {
  return new Problem(status, { message: text });
}

/** `{"error": "title is missing"}`: parameter validation. */
export function invalid(text: string): Problem {
  return new Problem(400, { error: text });
}

export function unknownRoute(): Problem {
  return new Problem(404, { error: "404 Not Found" });
}

/** `404 Project Not Found`; without a name `404 Not found`, which means the item is absent. */
export function notFound(what?: string): Problem {
  return message(404, what === undefined ? "404 Not found" : `404 ${what} Not Found`);
}

export function unauthorized(): Problem {
  return message(401, "401 Unauthorized");
}

export function forbidden(reason?: string): Problem {
  return message(403, reason === undefined ? "403 Forbidden" : `403 Forbidden - ${reason}`);
}

/** Token trouble: an expired or revoked token, with the header that OAuth libraries look at. */
export function invalidToken(description: string): Problem {
  return new Problem(
    401,
    { error: "invalid_token", error_description: description },
    {
      "WWW-Authenticate": `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${description}"`,
    },
  );
}

export function insufficientScope(scopes: readonly string[]): Problem {
  const description = "The request requires higher privileges than provided by the access token.";
  return new Problem(
    403,
    { error: "insufficient_scope", error_description: description, scope: scopes.join(" ") },
    {
      "WWW-Authenticate": `Bearer realm="Protected by OAuth 2.0", error="insufficient_scope", error_description="${description}", scope="${scopes.join(" ")}"`,
    },
  );
}
