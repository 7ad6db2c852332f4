import { createHash, randomBytes } from "node:crypto";
import type { ServiceInfo } from "../../service/control.ts";
import { startService, type Service, type ServiceOptions } from "../../service/service.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, for reading fields in assertions. */
  readonly json: unknown;
}

export interface Running extends AsyncDisposable {
  readonly service: Service;
  readonly info: ServiceInfo;
  /** Sends as alice unless `headers` say otherwise; `path` is below the instance. */
  call(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: unknown; form?: Record<string, string> },
  ): Promise<Answer>;
}

/** A service for one test, closed at its end by `await using`. */
export async function running(options: ServiceOptions = {}): Promise<Running> {
  const service = await startService({ seed: "empty", ...options });
  const info = await service.control.info();
  return {
    service,
    info,
    [Symbol.asyncDispose]: () => service.close(),
    async call(method, path, { headers = { "PRIVATE-TOKEN": info.users.alice.token }, body, form } = {}) {
      const response = await fetch(service.url + path, {
        method,
        redirect: "manual",
        headers: { ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parsed(text) };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const REDIRECT = "http://127.0.0.1:5123/callback";

export interface Approval {
  readonly verifier: string;
  readonly challenge: string;
  readonly query: Record<string, string>;
}

export function approval(info: ServiceInfo, changes: Record<string, string> = {}): Approval {
  const verifier = randomBytes(48).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const query = {
    client_id: info.oauth.clientId,
    redirect_uri: REDIRECT,
    response_type: "code",
    state: "st&te",
    scope: "api",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...changes,
  };
  return { verifier, challenge, query };
}

/** Signs in on the web pages as a person does; answers the cookie. */
export async function signInCookie(
  at: Running,
  username = "alice",
  password = at.info.users.alice.password,
): Promise<string> {
  const answer = await at.call("POST", "/users/sign_in", { headers: {}, form: { username, password, return_to: "/" } });
  return answer.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
}

/** Goes through sign-in and approval page; answers the address the person is sent to. */
export async function approve(
  at: Running,
  query: Record<string, string>,
  decision: "allow" | "deny" = "allow",
): Promise<URL> {
  const headers = { Cookie: await signInCookie(at) };
  const page = await at.call("GET", `/oauth/authorize?${new URLSearchParams(query).toString()}`, { headers });
  const csrf = /name="authenticity_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const answer = await at.call("POST", "/oauth/authorize", {
    headers,
    form: { ...query, authenticity_token: csrf, decision },
  });
  return new URL(answer.headers.get("location") ?? "missing:");
}

/** The whole way to a token pair. */
export async function signInByOAuth(
  at: Running,
  changes: Record<string, string> = {},
): Promise<{ pair: TokenPair; verifier: string; code: string }> {
  const { verifier, query } = approval(at.info, changes);
  const code = (await approve(at, query)).searchParams.get("code") ?? "";
  const answer = await at.call("POST", "/oauth/token", {
    headers: {},
    form: {
      grant_type: "authorization_code",
      client_id: query["client_id"]!,
      code,
      redirect_uri: query["redirect_uri"]!,
      code_verifier: verifier,
    },
  });
  if (answer.status !== 200) throw new Error(`No tokens: ${answer.status} ${answer.text}`);
  return { pair: answer.json as TokenPair, verifier, code };
}

export interface TokenPair {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly created_at: number;
}
