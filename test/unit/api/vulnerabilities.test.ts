import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { itSends, testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const shared = {
  id: 7,
  title: "SQL",
  description: "D",
  severity: "high",
  report_type: "sast",
  project: { id: 1, name: "p", full_path: "g/p", full_name: "G / p" },
  author_id: 2,
};
const documented = {
  ...shared,
  state: "closed",
  confidence: "medium",
  closed_by_id: 2,
  closed_at: "2024-01-02T03:04:05.000Z",
};
const real = {
  ...shared,
  state: "dismissed",
  dismissed_by_id: 2,
  dismissed_at: "2024-01-02T03:04:05.000Z",
  finding: { scanner: { name: "S" } },
};
const actions = ["confirm", "resolve", "dismiss", "revert"] as const;

describe("vulnerabilities", () => {
  const on = testServer();
  itSends(on, [
    {
      name: "get as documented",
      run: (client) => client.vulnerabilities.get(7),
      sends: "GET /vulnerabilities/7",
      answer: documented,
    },
    {
      name: "get as real hosts are",
      run: (client) => client.vulnerabilities.get("7"),
      sends: "GET /vulnerabilities/7",
      answer: real,
    },
    ...actions.map((name) => ({
      name,
      run: (client: ReturnType<typeof on.client>) => client.vulnerabilities[name](7),
      sends: `POST /vulnerabilities/7/${name}`,
      answer: real,
    })),
  ]);

  for (const name of actions) {
    it(`${name} changes nothing when it is so already, which is no error`, async () => {
      on.server.handler = (_request, response) => response.writeHead(304).end();
      assert.equal(await on.client().vulnerabilities[name](7), undefined);
      assert.deepEqual(on.server.asked, [`POST /vulnerabilities/7/${name}`]);
    });
  }

  it("says who may not judge, and does not ask again", async () => {
    on.server.handler = (_request, response) => json(response, { message: "403 Forbidden" }, 403);
    await assert.rejects(on.client().vulnerabilities.dismiss(7), {
      kind: "forbidden",
      operation: "vulnerabilities.dismiss",
    });
    assert.equal(on.server.seen.length, 1);
  });

  it("takes no 304 for an answer where nothing was to be done", async () => {
    on.server.handler = (_request, response) => response.writeHead(304).end();
    await assert.rejects(on.client().vulnerabilities.get(7), {
      kind: "invalidResponse",
      operation: "vulnerabilities.get",
    });
  });

  for (const [what, body] of [
    ["nothing", ""],
    ["an object without a state", JSON.stringify({ id: 7, title: "T" })],
    ["a list", JSON.stringify([real])],
  ] as const) {
    it(`takes no ${what} for a judged vulnerability`, async () => {
      on.server.handler = (_request, response) =>
        response.writeHead(201, { "content-type": "application/json" }).end(body);
      await assert.rejects(on.client().vulnerabilities.confirm(7), {
        kind: "invalidResponse",
        operation: "vulnerabilities.confirm",
      });
    });
  }
});
