import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../../support/vscodeStub.ts";

const { markdownLink, wikiPageUrl } = await import("../../../../../src/features/wiki/preview/webPage.ts");

describe("addresses of wiki pages", () => {
  type Connections = Parameters<typeof wikiPageUrl>[0];
  const told = {
    connections: {
      get: () => ({
        client: {
          extras: { project: () => Promise.resolve({ web_url: "https://host/moved/here", path_with_namespace: "x" }) },
        },
      }),
    },
  } as unknown as Connections;
  const none = {} as Connections;
  const { signal } = new AbortController();

  it("are made of the project's path, each part by itself", async () => {
    assert.equal(
      await wikiPageUrl(none, { instance: "https://host/base", project: "gröup/p" }, "気象/a b?#", signal),
      "https://host/base/gr%C3%B6up/p/-/wikis/%E6%B0%97%E8%B1%A1/a%20b%3F%23",
    );
  });

  it("ask for the path where only a number is known", async () =>
    assert.equal(
      await wikiPageUrl(told, { instance: "https://host", project: 7 }, "home", signal),
      "https://host/moved/here/-/wikis/home",
    ));

  it("are written into other pages so that nothing in them ends the link", () => {
    assert.equal(markdownLink({ slug: "a/b-(c)?", title: "b [c] \\" }), "[b \\[c\\] \\\\](a/b-%28c%29%3F)");
    assert.equal(markdownLink({ slug: "気象", title: "気象" }), "[気象](%E6%B0%97%E8%B1%A1)");
  });
});
