import assert from "node:assert/strict";
import type { Credentials } from "../../../src/api/client.ts";
import { ApiError } from "../../../src/api/errors.ts";
import { type Handler, json, pipeline, type Seen, TestServer, wayNames } from "./server.ts";

const fixed = (scheme: Credentials["scheme"], token: string): Credentials => ({
  scheme,
  token: () => Promise.resolve(token),
});
const bearer = (token: string): Credentials => fixed("bearer", token);
const secrets = ({ headers }: Seen): unknown[] => [
  headers.authorization,
  headers["private-token"],
  headers["job-token"],
];

for (const way of wayNames)
  describe(`credentials, with ${way}`, () => {
    let server: TestServer;
    let other: TestServer;
    before(async () => ([server, other] = await Promise.all([TestServer.start(undefined, way), TestServer.start()])));
    afterEach(() => Promise.all([server.reset(), other.reset()]));
    after(() => Promise.all([server.close(), other.close()]));

    it("go as Bearer, or as PRIVATE-TOKEN, or not at all", async () => {
      server.handler = (_request, response) => json(response, pipeline(1));
      await server.client({ credentials: bearer("t1") }).pipelines.get(1, 1);
      await server.client({ credentials: fixed("private-token", "t2") }).pipelines.get(1, 1);
      await server.client().pipelines.get(1, 1);
      assert.deepEqual(server.seen.map(secrets), [
        ["Bearer t1", undefined, undefined],
        [undefined, "t2", undefined],
        [undefined, undefined, undefined],
      ]);
    });

    it("stay at home for templates and token requests, and are Bearer for token info", async () => {
      server.handler = (request, response) =>
        request.path.includes("templates")
          ? json(response, [])
          : json(response, { access_token: "a", token_type: "Bearer", scope: [], sub: "1" });
      const client = server.client({ credentials: fixed("private-token", "t") });
      await client.ciTemplates.list().page();
      await client.oauth.token({ grant_type: "refresh_token", client_id: "c", refresh_token: "r", redirect_uri: "x" });
      await client.oauth.revoke({ token: "t", client_id: "c" });
      await client.oauth.tokenInfo();
      await client.oauth.userinfo();
      const none = [undefined, undefined, undefined];
      const some = ["Bearer t", undefined, undefined];
      assert.deepEqual(server.seen.map(secrets), [none, none, none, some, some]);
    });

    it("go with a user's status if there are any", async () => {
      server.handler = (_request, response) => json(response, { emoji: "", message: "", message_html: "" });
      await server.client({ credentials: bearer("t1") }).users.status("bob");
      const none: Credentials = { scheme: "bearer", token: () => Promise.reject(new Error("signed out")) };
      await server.client({ credentials: none }).users.status("bob");
      const found = server.seen.map(({ headers }) => headers.authorization);
      assert.deepEqual(found, ["Bearer t1", undefined]);
    });

    it("give way to a job token, which goes in a header", async () => {
      server.handler = (_request, response) => response.end("zip");
      const file = await server.client({ credentials: bearer("t") }).jobs.artifacts(1, 2, { job_token: "j" });
      await file.close();
      assert.deepEqual(secrets(server.last), [undefined, undefined, "j"]);
      assert.equal(server.last.path, "/api/v4/projects/1/jobs/2/artifacts");
    });

    it("are requested once when they fail, though the request could be repeated", async () => {
      let asked = 0;
      const request = { method: "POST", url: "https://git.example.com/oauth/token" };
      const lost = new ApiError({ kind: "network", message: "lost", request });
      const credentials: Credentials = { scheme: "bearer", token: () => (asked++, Promise.reject(lost)) };
      await assert.rejects(server.client({ credentials }).users.current(), (error) => error === lost);
      assert.deepEqual([asked, server.seen.length], [1, 0]);
    });

    it("do not delay a cancellation, though they never come", async () => {
      const stop = new AbortController();
      const credentials: Credentials = { scheme: "bearer", token: () => (stop.abort(), new Promise(() => undefined)) };
      const cancelled = server.client({ credentials }).users.current({ signal: stop.signal });
      await assert.rejects(cancelled, { kind: "cancelled", operation: "users.current" });
      assert.equal(server.seen.length, 0);
    });

    describe("after a 401", () => {
      const refuse =
        (...stale: string[]): Handler =>
        (request, response) =>
          stale.includes(request.headers.authorization ?? "")
            ? json(response, { message: "401 Unauthorized" }, 401)
            : json(response, pipeline(1));

      const rotating = (...tokens: string[]): Credentials & { readonly stales: (string | undefined)[] } => {
        const stales: (string | undefined)[] = [];
        return {
          scheme: "bearer",
          stales,
          token: ({ stale }) => {
            stales.push(stale);
            return Promise.resolve(tokens[stales.length - 1]!);
          },
        };
      };

      it("are asked once more, naming the token that failed, and sent once more when they changed", async () => {
        server.handler = refuse("Bearer old");
        const credentials = rotating("old", "new");
        await server.client({ credentials }).pipelines.create(1, { ref: "main" });
        assert.deepEqual(credentials.stales, [undefined, "old"]);
        const shown = server.seen.map(({ headers }) => headers.authorization);
        assert.deepEqual(shown, ["Bearer old", "Bearer new"]);
      });

      it("are not sent again when they are the same", async () => {
        server.handler = refuse("Bearer old");
        const credentials = rotating("old", "old");
        await assert.rejects(server.client({ credentials }).users.current(), { kind: "unauthorized", status: 401 });
        assert.deepEqual([credentials.stales.length, server.seen.length], [2, 1]);
      });

      it("are not asked a third time when the new ones fail too", async () => {
        server.handler = refuse("Bearer old", "Bearer new");
        const credentials = rotating("old", "new", "newer");
        await assert.rejects(server.client({ credentials }).users.current(), { kind: "unauthorized" });
        assert.deepEqual([credentials.stales.length, server.seen.length], [2, 2]);
      });

      it("throw what they throw", async () => {
        server.handler = refuse("Bearer old");
        const gone = new Error("The session is gone");
        const credentials: Credentials = {
          scheme: "bearer",
          token: ({ stale }) => (stale === undefined ? Promise.resolve("old") : Promise.reject(gone)),
        };
        await assert.rejects(server.client({ credentials }).users.current(), (error) => error === gone);
      });

      it("nothing is asked when none were sent", async () => {
        server.handler = (_request, response) => json(response, { error: "invalid_client" }, 401);
        const credentials = rotating("a", "b");
        const request = server.client({ credentials }).oauth.revoke({ token: "t", client_id: "c" });
        await assert.rejects(request, { kind: "unauthorized", code: "invalid_client" });
        assert.deepEqual([credentials.stales.length, server.seen.length], [0, 1]);
      });
    });

    describe("and redirects", () => {
      const redirect =
        (status: number, location: string | (() => string)): Handler =>
        (_request, response, count) => {
          if (count > 1) json(response, pipeline(7));
          else
            response.writeHead(status, { location: typeof location === "string" ? location : location() }).end("Moved");
        };

      it("within the origin take them along", async () => {
        for (const status of [301, 302, 303, 307, 308]) {
          server.seen.length = 0;
          server.handler = redirect(status, "/api/v4/projects/7/pipelines/7");
          assert.equal((await server.client({ credentials: bearer("t") }).pipelines.get("old/path", 7)).id, 7);
          assert.deepEqual(server.asked, ["GET /projects/old%2Fpath/pipelines/7", "GET /projects/7/pipelines/7"]);
          assert.deepEqual(secrets(server.last), ["Bearer t", undefined, undefined]);
        }
      });

      for (const scheme of ["bearer", "private-token"] as const)
        it(`to another origin leaves ${scheme} behind`, async () => {
          server.handler = redirect(302, () => `${other.origin}/bucket/file?sig=s3cret`);
          other.handler = (_request, response) => response.end("file");
          const lines: string[] = [];
          const log = { debug: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
          const file = await server.client({ credentials: fixed(scheme, "t"), log }).jobs.artifacts(1, 2);
          for await (const chunk of file.body) assert.equal(Buffer.from(chunk).toString(), "file");
          assert.equal(other.last.path, "/bucket/file?sig=s3cret");
          assert.deepEqual(secrets(other.last), [undefined, undefined, undefined]);
          assert.doesNotMatch(lines.join(), /s3cret/);
        });

      it("leave a job token behind too", async () => {
        server.handler = redirect(302, () => `${other.origin}/file`);
        other.handler = (_request, response) => response.end("file");
        await (await server.client().jobs.artifacts(1, 2, { job_token: "j" })).close();
        assert.deepEqual(secrets(other.last), [undefined, undefined, undefined]);
      });

      it("through another origin and back do not bring them back", async () => {
        server.handler = redirect(302, () => `${other.origin}/away`);
        other.handler = (_request, response) =>
          response.writeHead(302, { location: `${server.origin}/api/v4/anything` }).end();
        await server.client({ credentials: bearer("t") }).pipelines.get(1, 7);
        const shown = server.seen.map((seen) => secrets(seen)[0]);
        assert.deepEqual(shown, ["Bearer t", undefined]);
      });

      it("to another origin that wants to be signed in to says so, and asks for no new token", async () => {
        server.handler = redirect(301, () => `${other.origin}/api/v4/user`);
        other.handler = (_request, response) => json(response, { message: "401 Unauthorized" }, 401);
        let asked = 0;
        const credentials: Credentials = { scheme: "bearer", token: () => Promise.resolve(`t${++asked}`) };
        await assert.rejects(server.client({ credentials }).users.current(), { kind: "invalidResponse", status: 401 });
        assert.deepEqual([asked, server.seen.length, other.seen.length], [1, 1, 1]);
      });

      it("are not followed by a write after 301, 302 or 303", async () => {
        for (const status of [301, 302, 303]) {
          server.seen.length = 0;
          server.handler = redirect(status, "/elsewhere");
          await assert.rejects(server.client().jobs.retry(1, 2), { kind: "invalidResponse", status });
          assert.equal(server.seen.length, 1);
        }
      });

      it("take a write's body along within the origin when the service says that nothing was done (307)", async () => {
        server.handler = redirect(307, "/api/v4/projects/7/pipeline");
        await server.client({ credentials: bearer("t") }).pipelines.create("old/path", { ref: "main" });
        const shown = server.seen.map(({ method, body }) => [method, body]);
        assert.deepEqual(shown, [
          ["POST", '{"ref":"main"}'],
          ["POST", '{"ref":"main"}'],
        ]);
      });

      it("never take a write's body to another origin", async () => {
        server.handler = redirect(307, () => `${other.origin}/oauth/token`);
        const request = server
          .client()
          .oauth.token({ grant_type: "refresh_token", client_id: "c", refresh_token: "r", redirect_uri: "x" });
        await assert.rejects(request, { kind: "invalidResponse" });
        assert.equal(other.seen.length, 0);
      });

      it("to other schemes and broken addresses are refused", async () => {
        for (const location of ["ftp://host/file", "javascript:alert(1)", "http://[", "file:///etc/passwd"]) {
          server.seen.length = 0;
          server.handler = redirect(302, location);
          await assert.rejects(server.client().users.current(), { kind: "invalidResponse" }, location);
        }
      });

      it("without end are given up", async () => {
        server.handler = (_request, response) => response.writeHead(302, { location: "/again" }).end();
        await assert.rejects(server.client().users.current(), { kind: "invalidResponse", status: 302 });
        assert.equal(server.seen.length, 6);
      });
    });
  });
