import assert from "node:assert/strict";
import type { Uri } from "vscode";
import { holdAccounts } from "../../../../../src/core/heldAccounts.ts";
import { remove } from "../../../../../src/features/wiki/commands/delete.ts";
import { rename } from "../../../../../src/features/wiki/commands/move.ts";
import type { WikiContext } from "../../../../../src/features/wiki/context.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";
import { fakeApp, project } from "../../../core/fakeApp.ts";
import { FakeInput, FakePick, nextBox, rowsOf, setStubBoxes } from "../../../core/ui/stubBoxes.ts";

const scope = { instance: project.instance, project: project.project };
const page = (slug: string) => ({ slug, title: slug.split("/").at(-1) ?? slug, format: "markdown" });

describe("a question about wiki pages", () => {
  setStubBoxes();
  let pages: string[];
  let account: string;
  let edits: string[];
  let notices: string[];
  /** Happens with each edit. */
  let meanwhile: () => void;
  beforeEach(() => {
    [pages, account, edits, notices] = [["Guide", "Guide/One", "Guide/Two", "Home"], "alice", [], []];
    meanwhile = () => undefined;
    vscodeFakes.workspace = { textDocuments: [] };
    vscodeFakes.window["setStatusBarMessage"] = (text: string) => void notices.push(text);
  });

  const files = {
    unsentPages: () => [],
    texts: { isUnsent: () => false },
    uriOf: (_: unknown, { slug }: { slug: string }) => ({ path: `/${slug}`, toString: () => slug }),
    edits: {
      apply: (fill: (edit: object) => void) => {
        fill({
          renameFile: (from: Uri, to: Uri) => edits.push(`${from.path} > ${to.path}`),
          deleteFile: ({ path }: Uri) => edits.push(path),
        });
        meanwhile();
        return Promise.resolve();
      },
    },
  };
  const context = (): WikiContext => {
    const all = () => Promise.resolve({ items: pages.map(page) });
    const connection = {
      get session() {
        return { id: account };
      },
      client: { wikis: { list: () => ({ all }) } },
    };
    return fakeApp<WikiContext>(
      {},
      {
        files: { load: () => Promise.resolve(files) },
        connections: { get: () => connection, instances: [{ url: scope.instance }] },
      },
    ).app;
  };
  const given = { ...scope, ...page("Guide") };
  /** Answers the dialog with a button once something has happened. */
  const answer = (button: string | undefined, before: () => void): void => {
    vscodeFakes.window["showWarningMessage"] = (...shown: unknown[]) => {
      before();
      assert.ok(button === undefined || shown.includes(button), shown.join(" | "));
      return Promise.resolve(button);
    };
  };

  it("moves the subpages it counted, and reports one that was added meanwhile", async () => {
    const question = nextBox(FakePick);
    const moving = rename(context(), given);
    const pick = await question;
    await rowsOf(pick, (labels) => labels.includes("The Page and All 2 Subpages"));
    const title = nextBox(FakeInput);
    pick.type("All 2");
    pick.accept();
    const box = await title;
    pages.push("Guide/Three");
    box.type("Manual");
    box.accept();
    await moving;
    assert.deepEqual(edits, ["/Guide > /Manual", "/Guide/One > /Manual/One", "/Guide/Two > /Manual/Two"]);
    assert.deepEqual(notices, ["Moved 3 pages. 1 page was added in the meantime and is unchanged."]);
  });

  it("deletes the subpages it counted, and reports one that was added meanwhile", async () => {
    answer("Delete with 2 Subpages", () => pages.push("Guide/Three"));
    await remove(context(), given);
    assert.deepEqual(edits, ["/Guide", "/Guide/One", "/Guide/Two"]);
    assert.deepEqual(notices, ["Deleted 3 pages. 1 page was added in the meantime and is unchanged."]);
  });

  it("stops deleting once another account is in use", async () => {
    answer("Delete with 2 Subpages", () => undefined);
    meanwhile = () => (account = "bob");
    const { held } = holdAccounts(context());
    await assert.rejects(remove(held, given), /Deleted 1 of 3 pages\. Stopped: the account on .* has changed/);
    assert.deepEqual(edits, ["/Guide"]);
  });
});
