import assert from "node:assert/strict";
import type { Client } from "../../../src/api/client.ts";
import { nextLink } from "../../../src/api/nextPage.ts";
import { createPages, type Page } from "../../../src/api/pages.ts";
import { testServer } from "./sentRequests.ts";
import { type Handler, json, type Seen } from "./server.ts";

type Headers = Record<string, string>;
type All = (client: Client) => Promise<{ items: readonly unknown[]; capped: boolean }>;

const rows = (from: number, count: number): { id: number }[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => ({ id: from + index }));
const parameters = (request: Seen): URLSearchParams => new URL(request.path, "http://host").searchParams;
const pageOf = (request: Seen): number => Number(parameters(request).get("page") ?? 1);
const ids = (page: { items: readonly { id: number }[] }): number[] => page.items.map(({ id }) => id);
const offsetRefused = { error: "Offset pagination has a maximum allowed offset of 100" };

/** A list of `total` rows, paged by offset, of at most `most` rows a page. */
const offset =
  (
    total: number,
    headers: (page: number, last: number, perPage: number) => Headers = () => ({}),
    most = 100,
  ): Handler =>
  (request, response) => {
    const perPage = Math.min(most, Number(parameters(request).get("per_page") ?? 20));
    const page = pageOf(request);
    const start = (page - 1) * perPage;
    const last = Math.max(1, Math.ceil(total / perPage));
    json(response, rows(start + 1, Math.min(perPage, total - start)), 200, headers(page, last, perPage));
  };
const nextNumber = (page: number, last: number): Headers => ({ "x-next-page": page < last ? String(page + 1) : "" });
const counted =
  (total: number) =>
  (page: number, last: number): Headers => ({
    "x-page": String(page),
    "x-per-page": "100",
    "x-total": String(total),
    "x-total-pages": String(last),
    ...nextNumber(page, last),
  });
/** The same rows for every page. */
const always =
  (items: readonly object[], headers: Headers = {}): Handler =>
  (_request, response) =>
    json(response, items, 200, headers);

describe("pages", () => {
  const on = testServer();

  /** Reads all jobs of a server, as [count, capped, requests]. */
  const readAll = async (handler: Handler, list: All = (client) => client.jobs.list(1).all()) => {
    on.server.handler = handler;
    on.server.seen.length = 0;
    const { items, capped } = await list(on.server.client());
    return [items.length, capped, on.server.seen.length];
  };

  it("asks for 20 rows a page, and follows the next page's number", async () => {
    on.server.handler = offset(45, (page, last) => ({ ...nextNumber(page, last), "x-total": "45" }));
    const list = on.server.client().jobs.list(1, { scope: ["running"] });
    const first = await list.page();
    const second = await list.page(first.next);
    const third = await list.page(second.next);
    assert.deepEqual([first.items.length, second.items.length, third.items.length], [20, 20, 5]);
    assert.deepEqual([first.total, third.next], [45, undefined]);
    const path = "GET /projects/1/jobs?scope%5B%5D=running&per_page=20";
    assert.deepEqual(on.server.asked, [path, `${path}&page=2`, `${path}&page=3`]);
  });

  it("sends a page size from 1 to 100", async () => {
    on.server.handler = always([]);
    for (const [asked, sent] of [
      [50, "50"],
      [1000, "100"],
      [0, "1"],
    ] as const) {
      await on.server.client().jobs.list(1, {}, { perPage: asked }).page();
      assert.equal(parameters(on.server.last).get("per_page"), sent);
    }
  });

  it("follows the query of a keyset link, on its own host and sub-path", async () => {
    const next = "https://internal.example/elsewhere/api/v4/projects/7/jobs?cursor=abc%2B1&id=7&per_page=20";
    on.server.handler = (request, response) => {
      const isFirst = !parameters(request).has("cursor");
      const headers: Headers = isFirst
        ? { link: `<${next}>; rel="next"` }
        : { "x-prev-cursor": "x", link: '<x>; rel="prev"' };
      json(response, rows(isFirst ? 1 : 21, 20), 200, headers);
    };
    const pages: Page<object>[] = [];
    for await (const page of on.server.client({ baseUrl: `${on.server.origin}/forge` }).jobs.list("group/project"))
      pages.push(page);
    assert.equal(pages.length, 2);
    assert.equal(on.server.last.path, "/forge/api/v4/projects/7/jobs?cursor=abc%2B1&id=7&per_page=20");
  });

  it("takes a short page for the last without page headers", async () => {
    on.server.handler = offset(25);
    const list = on.server.client().pipelines.list(1);
    const second = await list.page((await list.page()).next);
    assert.deepEqual([second.items.length, second.next], [5, undefined]);
  });

  it("ends where a guessed page is empty", async () => {
    on.server.handler = offset(20);
    const { items, capped } = await on.server.client().pipelines.list(1, {}, { perPage: 20 }).all();
    assert.deepEqual([items.length, capped], [20, false]);
    const pages: number[] = [];
    for await (const page of on.server.client().pipelines.list(1)) pages.push(page.items.length);
    assert.deepEqual(pages, [20, 0]);
  });

  describe("reads a list to its end, or reports it capped:", () => {
    /** A first page of 100 rows, and what follows it. */
    const two =
      (headers: Headers, then: Handler): Handler =>
      (request, response, at) =>
        parameters(request).has("page") || parameters(request).has("cursor")
          ? void then(request, response, at)
          : json(response, rows(1, 100), 200, headers);
    /** The first page for every page. */
    const stuck =
      (headers: (page: number) => Headers = () => ({})): Handler =>
      (request, response) =>
        json(response, rows(1, Number(parameters(request).get("per_page"))), 200, headers(pageOf(request)));
    const cursor = '<http://host/api/v4/projects/1/jobs?cursor=a&per_page=100>; rel="next"';
    /** What `all` returns, and the rows of each page of at most 60, the last of which may be capped. */
    const table: [what: string, handler: Handler, all: [count: number, capped: boolean], pages: number[]][] = [
      ["pages smaller than requested", offset(130, undefined, 50), [130, false], [50, 50, 30, 0]],
      [
        "smaller pages with their size",
        offset(130, (_page, _last, perPage) => ({ "x-per-page": String(perPage) }), 50),
        [130, false],
        [50, 50, 30],
      ],
      ["smaller pages with a total", offset(130, () => ({ "x-total": "130" }), 50), [130, false], [50, 50, 30]],
      ["an empty page of a list that has a total", always([], { "x-total": "9488" }), [0, true], [0]],
      [
        "an empty second page",
        two({ "x-total": "130", "x-next-page": "2" }, always([], { "x-total": "130", "x-next-page": "" })),
        [100, true],
        [100, 0],
      ],
      [
        "a last page before the total is reached",
        always(rows(1, 7), { "x-total": "9", "x-next-page": "" }),
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
        offset(130, (page, last) => {
          const next = page < last ? page + 1 : "";
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
      ["no links after linked pages", two({ link: cursor }, always(rows(101, 100))), [200, false], [100, 100]],
      [
        "an offset that the host refuses",
        two({ "x-next-page": "2" }, (_request, response) => json(response, offsetRefused, 405)),
        [100, true],
        [100, 0],
      ],
      [
        "the last page for every page behind it",
        (request, response) => json(response, rows(Math.min(2, pageOf(request)) * 100, 25)),
        [50, false],
        [25, 25, 0],
      ],
    ];
    for (const [what, handler, all, pages] of table)
      it(what, async () => {
        assert.deepEqual((await readAll(handler)).slice(0, 2), all);
        const single: Page<object>[] = [];
        for await (const page of on.server.client().jobs.list(1, {}, { perPage: 60 })) single.push(page);
        assert.deepEqual([single.map(({ items }) => items.length), single.at(-1)?.capped === true], [pages, all[1]]);
      });

    it("rows without IDs that come again", async () => {
      const refs = Array.from({ length: 30 }, (_, at) => ({ type: "branch", name: `b${at}` }));
      assert.deepEqual(await readAll(always(refs), (client) => client.commits.refs(1, "a1").all()), [30, true, 2]);
    });

    it("the same rows again while the total grows", async () => {
      on.server.handler = (request, response) => {
        const isFirst = !parameters(request).has("page");
        json(response, rows(1, 20), 200, { "x-total": isFirst ? "40" : "60", "x-next-page": isFirst ? "2" : "3" });
      };
      const list = on.server.client().jobs.list(1);
      assert.equal((await list.page((await list.page()).next)).items.length, 20);
    });
  });

  it("takes a list without page headers for whole when it is shorter or longer than any page", async () => {
    assert.deepEqual(await readAll(always(rows(1, 19))), [19, false, 1]);
    assert.deepEqual(await readAll(always(rows(1, 130))), [130, false, 1]);
  });

  it("reads on without page headers, also where the host sends them with other lists, until the list begins again", async () => {
    const client = on.server.client();
    on.server.handler = offset(30, counted(30));
    await client.jobs.list(1).all();
    const pipelines = (handler: Handler) => readAll(handler, () => client.pipelines.list(1).all());
    assert.deepEqual(await pipelines(offset(1246, undefined, 50)), [1246, false, 26]);
    assert.deepEqual(await pipelines(always(rows(1, 30))), [30, false, 2]);
    const variables = () => client.pipelines.variables(1, 2).all();
    const named = rows(1, 30).map(({ id }) => ({ key: `k${id}`, value: "" }));
    assert.deepEqual(await readAll(always(named), variables), [30, false, 1]);
  });

  for (const [what, list] of [
    ["the variables of a pipeline", (client: Client) => client.pipelines.variables(1, 2).all()],
    ["custom attributes", (client: Client) => client.customAttributes.list("users", 1).all()],
    ["the pages of a wiki", (client: Client) => client.wikis.list(1).all()],
  ] as const)
    it(`takes ${what} for whole when the same page comes again`, async () => {
      const named = (at: number) => ({ key: `k${at}`, value: `v${at}`, slug: `s${at}`, title: `t${at}` });
      const texts = Array.from({ length: 30 }, (_, at) => named(at));
      assert.deepEqual(await readAll(always(texts), list), [30, false, 2]);
    });

  it("fetches all in order, each page once", async () => {
    on.server.handler = offset(1050, counted(1050));
    const { items, capped, total } = await on.server.client().jobs.listForPipeline(1, 2).all();
    assert.deepEqual(items, rows(1, 1050));
    assert.deepEqual([capped, total, new Set(on.server.asked).size, on.server.seen.length], [false, 1050, 11, 11]);
  });

  it("goes on when the list grows beyond its total meanwhile", async () => {
    on.server.handler = (request, response, count) => {
      const total = count === 1 ? 250 : 320;
      void offset(total, counted(total))(request, response, count);
    };
    assert.deepEqual((await on.server.client().jobs.list(1).all()).items, rows(1, 320));
  });

  it("fetches pages one after the other without a total", async () => {
    on.server.handler = offset(250, nextNumber);
    const { items, capped, total } = await on.server.client().jobs.list(1).all();
    assert.deepEqual([items.length, capped, total, on.server.seen.length], [250, false, undefined, 3]);
  });

  it("stops at the cap and reports it, unless the list is exactly as long", async () => {
    const most = (max: number) => (client: Client) => client.jobs.list(1).all({ max });
    for (const headers of [counted(500), nextNumber])
      assert.deepEqual(await readAll(offset(500, headers), most(150)), [150, true, 2]);
    assert.deepEqual(await readAll(offset(200, counted(200)), most(200)), [200, false, 2]);
  });

  it("takes 405 as a cap for a later page, and as an error for the first", async () => {
    const refused: Handler = (request, response) => {
      const page = pageOf(request);
      if (page > 2) json(response, offsetRefused, 405);
      else json(response, rows((page - 1) * 100 + 1, 100), 200, { "x-next-page": String(page + 1) });
    };
    assert.deepEqual(await readAll(refused), [200, true, 3]);
    on.server.handler = (_request, response) => json(response, { error: "405 Method Not Allowed" }, 405);
    await assert.rejects(on.server.client().jobs.list(1).all(), { kind: "methodNotAllowed" });
  });

  it("returns a row that moved to the next page once", async () => {
    on.server.handler = (request, response) =>
      pageOf(request) === 1
        ? json(response, rows(1, 100), 200, { "x-next-page": "2" })
        : json(response, rows(100, 5), 200, { "x-next-page": "" });
    assert.deepEqual(ids(await on.server.client().jobs.list(1).all()), ids({ items: rows(1, 104) }));
  });

  it("throws the failure of one page and requests no more", async () => {
    const answer = offset(10_000, counted(10_000));
    on.server.handler = (request, response, count) =>
      pageOf(request) === 3 ? json(response, { message: "no" }, 403) : answer(request, response, count);
    await assert.rejects(on.server.client().jobs.list(1).all(), { name: "ApiError", kind: "forbidden" });
    assert.ok(on.server.seen.length < 20, `asked ${on.server.seen.length} times`);
  });

  it("is cancelled by either signal", async () => {
    for (const which of ["list", "all"] as const) {
      const stop = new AbortController();
      on.server.handler = () => stop.abort();
      const list = on.server.client().jobs.list(1, {}, which === "list" ? { signal: stop.signal } : {});
      await assert.rejects(list.all(which === "all" ? { signal: stop.signal } : {}), { kind: "cancelled" });
    }
  });

  it("refuses other records than a list of rows with IDs", async () => {
    for (const body of [{}, [null], [{ status: "x" }], [{ id: null }]]) {
      on.server.handler = (_request, response) => json(response, body);
      await assert.rejects(on.server.client().jobs.list(1).page(), { kind: "invalidResponse", status: 200 });
    }
  });
});

describe("the next page in a Link header", () => {
  const around = `<https://h/api/v4/x?page=1>; rel="prev", <https://h/api/v4/x?page=3>; rel="next", <https://h/api/v4/x>; rel="first"`;
  const links: [header: string, path: string | undefined][] = [
    ["", undefined],
    ['<https://h/api/v4/x?page=2>; rel="next"', "/x?page=2"],
    [around, "/x?page=3"],
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
  it("is the path of rel=next below the API", () => {
    for (const [header, path] of links) assert.equal(nextLink(header), path, header);
  });
});

describe("the address of a further page", () => {
  it("has the new page in place of the old, and other parameters letter by letter", async () => {
    const asked: string[] = [];
    const list = createPages<{ id: number }>({
      path: () => "/x?ref=a%20b&homepage=1",
      fetch: (path) => {
        asked.push(path);
        const header = (name: string) => (name === "x-next-page" ? String(asked.length + 1) : undefined);
        return Promise.resolve({ items: rows(asked.length, 1), header });
      },
    });
    await list.page((await list.page((await list.page()).next)).next);
    assert.equal(asked.at(-1), "/x?ref=a%20b&homepage=1&per_page=20&page=3");
  });
});
