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

/** A code verifier, and the query of its approval page. */
export function approval(
  info: ServiceInfo,
  changes: Record<string, string> = {},
): { readonly verifier: string; readonly query: Record<string, string> } {
  const verifier = randomBytes(48).toString("base64url");
  const query = {
    client_id: info.oauth.clientId,
    redirect_uri: REDIRECT,
    response_type: "code",
    state: "st&te",
    scope: "api",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...changes,
  };
  return { verifier, query };
}

/** Goes through sign-in and approval page as a person does; returns the address the person is sent to. */
export async function approve(at: Running, query: Record<string, string>): Promise<URL> {
  const credentials = { username: "alice", password: at.info.users.alice.password, return_to: "/" };
  const signedIn = await at.call("POST", "/users/sign_in", { headers: {}, form: credentials });
  const headers = { Cookie: signedIn.headers.get("set-cookie")?.split(";", 1)[0] ?? "" };
  const page = await at.call("GET", `/oauth/authorize?${new URLSearchParams(query).toString()}`, { headers });
  const csrf = /name="authenticity_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const form = { ...query, authenticity_token: csrf, decision: "allow" };
  const answer = await at.call("POST", "/oauth/authorize", { headers, form });
  return new URL(answer.headers.get("location") ?? "missing:");
}

/** Goes the whole way to a token pair. */
export async function signInByOAuth(at: Running): Promise<{ pair: TokenPair; verifier: string; code: string }> {
  const { verifier, query } = approval(at.info);
  const code = (await approve(at, query)).searchParams.get("code") ?? "";
  const form = {
    grant_type: "authorization_code",
    client_id: at.info.oauth.clientId,
    code,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
  };
  const answer = await at.call("POST", "/oauth/token", { headers: {}, form });
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
