import assert from "node:assert/strict";
import { temporaryCapabilities } from "../../../src/api/capabilities.ts";
import { testServer } from "./sentRequests.ts";
import { type Handler, json } from "./server.ts";

const absentRoute = { error: "404 Not Found" };
const absentItem = { message: "404 Not found" };

describe("where hosts differ", () => {
  const on = testServer();

  describe("the path of CI templates", () => {
    const knows =
      (word: string): Handler =>
      (request, response) =>
        request.path.includes(`/${word}`)
          ? json(response, request.path.includes("?") ? [] : { name: "a", content: "b" })
          : json(response, absentRoute, 404);

    it("is detected once, and stays the first one that works", async () => {
      for (const word of ["service_ci_ymls", "gitlab_ci_ymls"]) {
        on.server.seen.length = 0;
        const { ciTemplates } = on.server.client();
        on.server.handler = knows(word);
        await ciTemplates.list().page();
        on.server.handler = (_request, response) => json(response, absentItem, 404);
        await assert.rejects(ciTemplates.get("none"), { kind: "notFound" });
        assert.deepEqual(on.server.asked, [
          ...(word === "gitlab_ci_ymls" ? [] : ["GET /templates/gitlab_ci_ymls?per_page=20"]),
          `GET /templates/${word}?per_page=20`,
          `GET /templates/${word}/none`,
        ]);
      }
    });

    it("is the configured one, and does not change after other failures", async () => {
      on.server.handler = knows("gitlab_ci_ymls");
      await assert.rejects(on.server.client({ dialect: "neutral" }).ciTemplates.get("a"), { kind: "notFound" });
      on.server.handler = (_request, response) => json(response, {}, 500);
      await assert.rejects(on.server.client().ciTemplates.get("a"), { kind: "server" });
      assert.equal(on.server.seen.length, 2);
    });
  });

  describe("the latest pipeline", () => {
    const answers =
      (latest: [status: number, body: unknown], list: [status: number, body: unknown]): Handler =>
      (request, response) => {
        const [status, body] = request.path.includes("/latest") ? latest : list;
        json(response, body, status);
      };

    for (const status of [403, 404]) {
      it(`is none after ${status} where the list may be read, which is checked once`, async () => {
        on.server.handler = answers([status, { message: `${status}` }], [200, []]);
        const { pipelines } = on.server.client();
        assert.equal(await pipelines.latest(1, { ref: "main" }), undefined);
        assert.equal(await pipelines.latest(1, { ref: "other" }), undefined);
        assert.deepEqual(on.server.asked, [
          "GET /projects/1/pipelines/latest?ref=main",
          "GET /projects/1/pipelines?per_page=1",
          "GET /projects/1/pipelines/latest?ref=other",
        ]);
      });

      it(`fails after ${status} when the list fails too`, async () => {
        on.server.handler = answers([status, { message: "about the latest" }], [status, { message: "about the list" }]);
        await assert.rejects(on.server.client().pipelines.latest(1), { status, serviceMessage: "about the latest" });
      });
    }

    it("fails for a small scope, without another request, and as the list fails otherwise", async () => {
      on.server.handler = answers([403, { error: "insufficient_scope" }], [200, []]);
      await assert.rejects(on.server.client().pipelines.latest(1), { kind: "insufficientScope" });
      assert.equal(on.server.seen.length, 1);
      on.server.handler = answers([403, {}], [500, {}]);
      await assert.rejects(on.server.client().pipelines.latest(1), { kind: "server" });
    });
  });

  describe("an extra", () => {
    for (const [what, handler] of [
      ["404 without a message", (_request, response) => json(response, absentRoute, 404)],
      ["405", (_request, response) => json(response, { message: "405 Method Not Allowed" }, 405)],
    ] satisfies [string, Handler][])
      it(`that the instance lacks (${what}) is not requested again`, async () => {
        on.server.handler = handler;
        const { extras } = on.server.client();
        assert.equal(extras.available("playJob"), undefined);
        await assert.rejects(extras.playJob(1, 2));
        assert.deepEqual([extras.available("playJob"), extras.available("bridges")], [false, undefined]);
        await assert.rejects(extras.playJob(1, 3), { kind: "invalidArgument", code: "extraUnavailable" });
        assert.equal(on.server.seen.length, 1);
      });

    it("is not missing after a proxy's page", async () => {
      on.server.handler = (_request, response) =>
        response.writeHead(404, { "content-type": "text/html" }).end("<html></html>");
      const { extras } = on.server.client();
      await assert.rejects(extras.playJob(1, 2), { kind: "notFound" });
      await assert.rejects(extras.playJob(1, 2), { kind: "notFound" });
      assert.deepEqual([extras.available("playJob"), on.server.seen.length], [undefined, 2]);
    });

    it("that the instance lacks is stored for a week", async () => {
      on.server.handler = (_request, response) => json(response, absentRoute, 404);
      const capabilities = temporaryCapabilities();
      const extrasAt = (time: number) => on.server.client({ capabilities, now: () => time }).extras;
      await assert.rejects(extrasAt(1_000).playJob(1, 2), { kind: "notFound" });
      const week = 7 * 24 * 3_600_000;
      await assert.rejects(extrasAt(week).playJob(1, 2), { code: "extraUnavailable" });
      assert.equal(extrasAt(week + 2_000).available("playJob"), undefined);
    });

    it("whose item is absent is available", async () => {
      on.server.handler = (_request, response) => json(response, { message: "404 Project Not Found" }, 404);
      const { extras } = on.server.client();
      await assert.rejects(extras.project("g/p"), { kind: "notFound" });
      await assert.rejects(extras.project("g/p"), { kind: "notFound" });
      assert.deepEqual([extras.available("project"), on.server.seen.length], [true, 2]);
    });
  });
});
