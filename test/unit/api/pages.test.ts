import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import type { Client } from "../../../src/api/client.ts";
import { ApiError } from "../../../src/api/errors.ts";
import { nextLink } from "../../../src/api/nextPage.ts";
import { createPages, type Page } from "../../../src/api/pages.ts";
import { type Handler, json, type Seen, TestServer } from "./server.ts";

const rows = (from: number, count: number): { id: number }[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index }));
const parameters = (request: Seen): URLSearchParams => new URL(request.path, "http://host").searchParams;
const ids = (page: { items: readonly { id: number }[] }): number[] => page.items.map(({ id }) => id);

/** A list of `total` rows as hosts page it by offset. */
const offset =
  (total: number, headers: (page: number, last: number) => Record<string, string>): Handler =>
  (request, response) => {
    const perPage = Math.min(100, Number(parameters(request).get("per_page") ?? 20));
    const page = Number(parameters(request).get("page") ?? 1);
    const start = (page - 1) * perPage;
    const last = Math.max(1, Math.ceil(total / perPage));
    json(response, rows(start + 1, Math.max(0, Math.min(perPage, total - start))), 200, headers(page, last));
  };

const counted = (total: number) => (page: number, last: number) => ({
  "x-page": String(page),
  "x-per-page": "100",
  "x-next-page": page < last ? String(page + 1) : "",
  "x-total": String(total),
  "x-total-pages": String(last),
});

describe("pages", () => {
  let server: TestServer;
  before(async () => (server = await TestServer.start()));
  afterEach(() => server.reset());
  after(() => server.close());

  it("asks for 20 rows a page, and follows the next page's number", async () => {
    server.handler = offset(45, (page, last) => ({
      "x-next-page": page < last ? String(page + 1) : "",
      "x-total": "45",
    }));
    const list = server.client().jobs.list(1, { scope: ["running"] });
    const first = await list.page();
    const second = await list.page(first.next);
    const third = await list.page(second.next);
    assert.deepEqual([first.items.length, second.items.length, third.items.length], [20, 20, 5]);
    assert.deepEqual([first.total, third.next], [45, undefined]);
    assert.deepEqual(server.asked, [
      "GET /projects/1/jobs?scope%5B%5D=running&per_page=20",
      "GET /projects/1/jobs?scope%5B%5D=running&per_page=20&page=2",
      "GET /projects/1/jobs?scope%5B%5D=running&per_page=20&page=3",
    ]);
  });

  for (const [asked, sent] of [
    [50, 50],
    [1000, 100],
    [0, 1],
  ]) {
    it(`sends per_page=${sent!} when asked for ${asked!}`, async () => {
      server.handler = (_request, response) => json(response, []);
      await server.client().jobs.list(1, {}, { perPage: asked }).page();
      assert.equal(parameters(server.last).get("per_page"), String(sent));
    });
  }

  it("follows the query of a keyset link, on its own host and sub-path", async () => {
    server.handler = (request, response) => {
      const cursor = parameters(request).get("cursor");
      const link =
        '<https://internal.example/elsewhere/api/v4/projects/7/jobs?cursor=abc%2B1&id=7&per_page=20>; rel="next"';
      json(
        response,
        rows(cursor === null ? 1 : 21, 20),
        200,
        cursor === null ? { link } : { "x-prev-cursor": "x", link: '<x>; rel="prev"' },
      );
    };
    const list = server.client({ baseUrl: `${server.origin}/forge` }).jobs.list("group/project");
    const pages: Page<object>[] = [];
    for await (const page of list) pages.push(page);
    assert.equal(pages.length, 2);
    assert.equal(server.last.path, "/forge/api/v4/projects/7/jobs?cursor=abc%2B1&id=7&per_page=20");
  });

  it("takes a short page for the last without page headers", async () => {
    server.handler = offset(25, () => ({}));
    const list = server.client().pipelines.list(1);
    const first = await list.page();
    const second = await list.page(first.next);
    assert.deepEqual([first.items.length, second.items.length, second.next], [20, 5, undefined]);
  });

  it("ends where a guessed page is empty", async () => {
    server.handler = offset(20, () => ({}));
    const { items, capped } = await server.client().pipelines.list(1, {}, { perPage: 20 }).all();
    assert.deepEqual([items.length, capped], [20, false]);
    const pages: number[][] = [];
    for await (const page of server.client().pipelines.list(1)) pages.push(ids(page));
    assert.deepEqual(pages, [rows(1, 20).map(({ id }) => id), []]);
  });

  describe("never takes a part of a list for all of it:", () => {
    /** A list of 130 rows whose pages are at most `most` long, with the headers of a page. */
    const limited =
      (most: number, headers: (page: number, perPage: number) => Record<string, string> = () => ({})): Handler =>
      (request, response) => {
        const perPage = Math.min(most, Number(parameters(request).get("per_page")));
        const page = Number(parameters(request).get("page") ?? 1);
        const start = (page - 1) * perPage;
        json(response, rows(start + 1, Math.max(0, Math.min(perPage, 130 - start))), 200, headers(page, perPage));
      };
    /** A first page of 100 rows, and what follows it. */
    const two =
      (headers: Record<string, string>, then: Handler): Handler =>
      (request, response, at) =>
        parameters(request).has("page") || parameters(request).has("cursor")
          ? void then(request, response, at)
          : json(response, rows(1, 100), 200, headers);
    /** The first page for every page. */
    const stuck =
      (headers: (page: number) => Record<string, string> = () => ({})): Handler =>
      (request, response) => {
        const page = Number(parameters(request).get("page") ?? 1);
        json(response, rows(1, Number(parameters(request).get("per_page"))), 200, headers(page));
      };
    /** What `all` returns, and the rows of each page of at most 60, the last of which may be capped. */
    const table: [what: string, handler: Handler, all: [count: number, capped: boolean], pages: number[]][] = [
      ["smaller pages than asked for", limited(50), [130, false], [50, 50, 30, 0]],
      [
        "smaller pages with their size",
        limited(50, (_page, perPage) => ({ "x-per-page": String(perPage) })),
        [130, false],
        [50, 50, 30],
      ],
      ["smaller pages with a total", limited(50, () => ({ "x-total": "130" })), [130, false], [50, 50, 30]],
      [
        "an empty page of a list that has a total",
        (_request, response) => json(response, [], 200, { "x-total": "9488" }),
        [0, true],
        [0],
      ],
      [
        "an empty second page",
        two({ "x-total": "130", "x-next-page": "2" }, (_request, response) =>
          json(response, [], 200, { "x-total": "130", "x-next-page": "" }),
        ),
        [100, true],
        [100, 0],
      ],
      [
        "a last page before the total is reached",
        (_request, response) => json(response, rows(1, 7), 200, { "x-total": "9", "x-next-page": "" }),
        [7, true],
        [7],
      ],
      ["the first page again", stuck(), [100, true], [60, 0]],
      [
        "the first page again with the number of the next",
        stuck((page) => ({ "x-next-page": String(page + 1), "x-total": "1251" })),
        [100, true],
        [60, 0],
      ],
      ["the first page again with its size", stuck(() => ({ "x-per-page": "60" })), [100, true], [60, 0]],
      [
        "a doubled number of the next page",
        limited(100, (page, perPage) => {
          const next = page * perPage < 130 ? page + 1 : "";
          return { "x-next-page": `${next}, ${next}` };
        }),
        [130, false],
        [60, 60, 10],
      ],
      [
        "a link to the same page",
        (request, response) => json(response, rows(1, 20), 200, { link: `<http://host${request.path}>; rel="next"` }),
        [20, true],
        [20],
      ],
      [
        "no links after linked pages",
        two({ link: '<http://host/api/v4/projects/1/jobs?cursor=a&per_page=100>; rel="next"' }, (_request, response) =>
          json(response, rows(101, 100)),
        ),
        [200, false],
        [100, 100],
      ],
      [
        "an offset that the host refuses",
        two({ "x-next-page": "2" }, (_request, response) =>
          json(response, { error: "Offset pagination has a maximum allowed offset of 100" }, 405),
        ),
        [100, true],
        [100, 0],
      ],
      [
        "the last page for every page behind it",
        (request, response) =>
          json(response, rows(Math.min(2, Number(parameters(request).get("page") ?? 1)) * 100, 25)),
        [50, false],
        [25, 25, 0],
      ],
    ];
    for (const [what, handler, [count, capped], pages] of table) {
      it(what, async () => {
        server.handler = handler;
        const read = await server.client().jobs.list(1).all();
        assert.deepEqual([read.items.length, read.capped], [count, capped]);
        const single: Page<object>[] = [];
        for await (const page of server.client().jobs.list(1, {}, { perPage: 60 })) single.push(page);
        assert.deepEqual([single.map(({ items }) => items.length), single.at(-1)?.capped === true], [pages, capped]);
      });
    }

    it("rows without IDs that come again", async () => {
      const refs = Array.from({ length: 30 }, (_, at) => ({ type: "branch", name: `b${at}` }));
      server.handler = (_request, response) => json(response, refs);
      const { items, capped } = await server.client().commits.refs(1, "a1").all();
      assert.deepEqual([items.length, capped], [30, true]);
    });

    it("the same rows again while the total grows", async () => {
      server.handler = (request, response) =>
        json(response, rows(1, 20), 200, {
          "x-total": parameters(request).has("page") ? "60" : "40",
          "x-next-page": parameters(request).has("page") ? "3" : "2",
        });
      const list = server.client().jobs.list(1);
      const first = await list.page();
      assert.equal((await list.page(first.next)).items.length, 20);
    });
  });

  describe("takes a list without page headers for whole, with one request,", () => {
    it("when it is shorter than any page", async () => {
      server.handler = (_request, response) => json(response, rows(1, 19));
      const { items, capped } = await server.client().jobs.list(1).all();
      assert.deepEqual([items.length, capped, server.seen.length], [19, false, 1]);
    });

    it("when it is longer than a page", async () => {
      server.handler = (_request, response) => json(response, rows(1, 130));
      const { items, capped } = await server.client().jobs.list(1).all();
      assert.deepEqual([items.length, capped, server.seen.length], [130, false, 1]);
    });

    it("when the host sends page headers with other lists", async () => {
      const client = server.client();
      server.handler = offset(30, counted(30));
      await client.jobs.list(1).all();
      server.handler = (_request, response) => json(response, rows(1, 30));
      const { items, capped } = await client.pipelines.list(1).all();
      assert.deepEqual([items.length, capped, server.seen.length], [30, false, 2]);
    });
  });

  for (const [what, count, list] of [
    ["the variables of a pipeline", 30, (client: Client) => client.pipelines.variables(1, 2)],
    ["custom attributes", 30, (client: Client) => client.customAttributes.list("users", 1)],
    ["the pages of a wiki", 30, (client: Client) => client.wikis.list(1)],
  ] as const) {
    it(`takes ${what} as whole when the same page comes again`, async () => {
      const texts = Array.from({ length: count }, (_, at) => ({
        ...Object.fromEntries(["key", "value", "slug", "title"].map((name) => [name, `${name} ${at}`])),
      }));
      server.handler = (_request, response) => json(response, texts);
      const { items, capped } = await list(server.client()).all();
      assert.deepEqual([items.length, capped, server.seen.length], [count, false, 2]);
    });
  }

  it("fetches all in order, each page once", async () => {
    server.handler = offset(1050, counted(1050));
    const { items, capped, total } = await server.client().jobs.listForPipeline(1, 2).all();
    assert.deepEqual(ids({ items }), ids({ items: rows(1, 1050) }));
    assert.deepEqual([capped, total, new Set(server.asked).size, server.seen.length], [false, 1050, 11, 11]);
  });

  it("goes on when the list grows beyond its total meanwhile", async () => {
    server.handler = (request, response, count) =>
      void offset(count === 1 ? 250 : 320, counted(count === 1 ? 250 : 320))(request, response, count);
    assert.deepEqual(ids(await server.client().jobs.list(1).all()), ids({ items: rows(1, 320) }));
  });

  it("fetches pages one after the other without a total", async () => {
    server.handler = offset(250, (page, last) => ({ "x-next-page": page < last ? String(page + 1) : "" }));
    const { items, capped, total } = await server.client().jobs.list(1).all();
    assert.deepEqual([items.length, capped, total, server.seen.length], [250, false, undefined, 3]);
  });

  for (const headers of [
    counted(500),
    (page: number, last: number) => ({ "x-next-page": page < last ? String(page + 1) : "" }),
  ]) {
    it(`stops at the cap and says so, ${headers(1, 1)["x-next-page"] === "" && "x-total" in headers(1, 1) ? "counted" : "not counted"}`, async () => {
      server.handler = offset(500, headers);
      const { items, capped } = await server.client().jobs.list(1).all({ max: 150 });
      assert.deepEqual([items.length, capped, server.seen.length], [150, true, 2]);
    });
  }

  it("takes 405 as a cap for a later page, and as an error for the first", async () => {
    server.handler = (request, response) => {
      const page = Number(parameters(request).get("page") ?? 1);
      if (page > 2) json(response, { error: "Offset pagination has a maximum allowed offset of 200" }, 405);
      else json(response, rows((page - 1) * 100 + 1, 100), 200, { "x-next-page": String(page + 1) });
    };
    const { items, capped } = await server.client().jobs.list(1).all();
    assert.deepEqual([items.length, capped], [200, true]);
    server.handler = (_request, response) => json(response, { error: "405 Method Not Allowed" }, 405);
    await assert.rejects(server.client().jobs.list(1).all(), { kind: "methodNotAllowed" });
  });

  it("is not capped by a list exactly as long", async () => {
    server.handler = offset(200, counted(200));
    const { items, capped } = await server.client().jobs.list(1).all({ max: 200 });
    assert.deepEqual([items.length, capped], [200, false]);
  });

  it("shows a row that moved to the next page once", async () => {
    server.handler = (request, response) => {
      const page = Number(parameters(request).get("page") ?? 1);
      json(response, page === 1 ? rows(1, 100) : rows(100, 5), 200, { "x-next-page": page === 1 ? "2" : "" });
    };
    assert.deepEqual(ids(await server.client().jobs.list(1).all()), ids({ items: rows(1, 104) }));
  });

  it("throws the failure of one page and asks for no more", async () => {
    const answer = offset(10_000, counted(10_000));
    server.handler = (request, response, count) =>
      parameters(request).get("page") === "3"
        ? json(response, { message: "no" }, 403)
        : answer(request, response, count);
    await assert.rejects(
      server.client().jobs.list(1).all(),
      (error: unknown) => error instanceof ApiError && error.kind === "forbidden",
    );
    assert.ok(server.seen.length < 20, `asked ${server.seen.length} times`);
  });

  it("is cancelled by either signal", async () => {
    for (const which of ["list", "all"] as const) {
      const stop = new AbortController();
      server.handler = () => stop.abort();
      const list = server.client().jobs.list(1, {}, which === "list" ? { signal: stop.signal } : {});
      await assert.rejects(list.all(which === "all" ? { signal: stop.signal } : {}), { kind: "cancelled" });
    }
  });

  for (const [what, body] of [
    ["an object", {}],
    ["a list with a null", [null]],
    ["a row without an id", [{ status: "x" }]],
    ["a row whose id is null", [{ id: null }]],
  ] as const) {
    it(`does not take ${what} for a list`, async () => {
      server.handler = (_request, response) => json(response, body);
      await assert.rejects(server.client().jobs.list(1).page(), { kind: "invalidResponse", status: 200 });
    });
  }
});

describe("nextLink", () => {
  const links: [header: string, path: string | undefined][] = [
    ["", undefined],
    ['<https://h/api/v4/x?page=2>; rel="next"', "/x?page=2"],
    [
      '<https://h/api/v4/x?page=1>; rel="prev", <https://h/api/v4/x?page=3>; rel="next", <https://h/api/v4/x>; rel="first"',
      "/x?page=3",
    ],
    ["<https://h/api/v4/x?a=1,2&page=2>; rel=next", "/x?a=1,2&page=2"],
    ['<https://h/sub/path/api/v4/x%2Fy?page=2>; title="a"; rel="next"', "/x%2Fy?page=2"],
    ['</api/v4/x?page=2>; rel="next"', "/x?page=2"],
    ['<https://h/api/v4/../../etc?page=2>; rel="next"', undefined],
    ['<https://h/elsewhere?page=2>; rel="next"', undefined],
    ['<https://h/api/v4/x?page=2>; rel="last"', undefined],
    ['<https://h/api/v4/x?page=2>; rel="nextish"', undefined],
    ['<http://[>; rel="next"', undefined],
    ["nonsense", undefined],
  ];
  for (const [header, path] of links)
    it(`of ${header || "nothing"}: ${path ?? "none"}`, () => assert.equal(nextLink(header), path));
});

describe("createPages", () => {
  it("replaces the page it is at, and leaves other parameters letter by letter", async () => {
    const asked: string[] = [];
    const list = createPages<{ id: number }>({
      path: () => "/x?ref=a%20b&homepage=1",
      fetch: (path) => {
        asked.push(path);
        return Promise.resolve({
          items: rows(asked.length, 1),
          header: (name) => (name === "x-next-page" ? String(asked.length + 1) : undefined),
        });
      },
    });
    const first = await list.page();
    await list.page((await list.page(first.next)).next);
    assert.deepEqual(asked.at(-1), "/x?ref=a%20b&homepage=1&per_page=20&page=3");
  });
});
