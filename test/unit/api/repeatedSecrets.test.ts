import assert from "node:assert/strict";
import { ApiError } from "../../../src/api/errors.ts";
import { KnownSecrets } from "../../../src/core/base/knownSecrets.ts";
import { type Logger, redact, redactingLogger } from "../../../src/core/base/log.ts";
import { testServer } from "./sentRequests.ts";
import { json, type Seen } from "./server.ts";

const verifier = "verifier-".padEnd(43, "v");
const sent = {
  token: "access-token-of-alice",
  code: "c0de-of-the-sign-in",
  verifier,
  refresh: "refresh-token-of-alice",
  secret: "client/secret?of=us",
  password: "glpat&feed+password",
};

describe("secrets that a host repeats", () => {
  const on = testServer();

  /** How hosts put a request into an answer. */
  const echoes: Readonly<Record<string, (request: Seen) => unknown>> = {
    message: ({ headers, body, path }) => ({ message: `bad: ${JSON.stringify(headers)} ${body} ${path}` }),
    fields: ({ headers, body }) => ({ message: { token: [String(headers.authorization)], body: [body] } }),
    "error and description": ({ headers, body }) => ({
      error: `invalid ${body}`,
      error_description: String(headers["private-token"] ?? headers.authorization),
    }),
    "plain text, which is cut": ({ headers, body }) =>
      `${"x".repeat(960)} ${JSON.stringify(headers)} ${decodeURIComponent(body)}`,
    "broken JSON": ({ body, headers }) => `{"a": ${body} ${String(headers.authorization)}`,
  };

  for (const [name, echo] of Object.entries(echoes)) {
    for (const status of [400, 500, 200])
      it(`are in no error and not in the log: ${name}, ${status}`, async () => {
        const known = new KnownSecrets();
        const lines: string[] = [];
        const write = (line: string): void => void lines.push(line);
        const log: Logger = redactingLogger(
          { error: write, warn: write, info: write, debug: write, trace: write },
          (text) => redact(known.hide(text)),
        );
        on.server.handler = (request, response) => {
          const answer = echo(request);
          if (typeof answer === "string") response.writeHead(status, { "content-type": "text/plain" }).end(answer);
          else json(response, answer, status);
        };
        const client = on.server.client({
          secrets: known,
          log,
          credentials: { scheme: "bearer", token: () => Promise.resolve(sent.token) },
          feedCredentials: { basic: () => Promise.resolve({ username: "alice", password: sent.password }) },
        });
        const calls: (() => Promise<unknown>)[] = [
          () => client.users.current(),
          () => client.packages.v3.query({ project: 1 }),
          () =>
            client.oauth.token({
              grant_type: "authorization_code",
              client_id: "app",
              code: sent.code,
              redirect_uri: "http://127.0.0.1",
              code_verifier: sent.verifier,
              client_secret: sent.secret,
            }),
          () =>
            client.oauth.token({
              grant_type: "refresh_token",
              client_id: "app",
              refresh_token: sent.refresh,
              redirect_uri: "http://127.0.0.1",
            }),
          () => client.oauth.revoke({ client_id: "app", token: sent.token }),
        ];
        let failures = 0;
        for (const call of calls) {
          const error = await call().catch((reason: unknown) => reason);
          if (!(error instanceof ApiError)) continue;
          failures++;
          const { message, serviceMessage = "", fields = {}, code = "" } = error;
          log.error("failed", error, { message, serviceMessage, fields, code });
          lines.push(message, serviceMessage, JSON.stringify(fields), code);
        }
        assert.ok(failures >= (status === 200 ? 3 : 5), `${failures}`);
        const text = lines.join("\n");
        for (const secret of Object.values(sent))
          for (const form of [
            secret,
            encodeURIComponent(secret),
            new URLSearchParams({ x: secret }).toString().slice(2),
            Buffer.from(`alice:${secret}`).toString("base64"),
          ])
            assert.ok(!text.includes(form.slice(0, 12)), `${form} in ${text}`);
      });
  }

  it("include those that the host has issued", async () => {
    const known = new KnownSecrets();
    on.server.handler = (_request, response) =>
      json(response, { access_token: "an-issued-token", refresh_token: "its-refresh-token", token_type: "Bearer" });
    await on.server
      .client({ secrets: known })
      .oauth.token({ grant_type: "refresh_token", client_id: "c", refresh_token: "r", redirect_uri: "x" });
    assert.equal(known.hide("an-issued-token its-refresh-token"), "[hidden] [hidden]");
  });
});
