import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Session } from "../../../src/auth/session.ts";
import { type ViewName, VIEWS } from "../../../src/core/views.ts";
import { type LargeHost, startLargeHost } from "../../support/largeHost.ts";
import { figure, inLong } from "../../support/long.ts";
import { realTime, SimulatedTime } from "../../support/simulatedTime.ts";
import { type LabeledView, WholeWindow } from "../../support/wholeWindow.ts";

const lengths = {
  pipelines: inLong(250, 10_000),
  jobs: inLong(250, 2_000),
  mergeRequests: inLong(250, 5_000),
  wikiPages: 300,
};
/** Bytes of a row in the host's answers, and that the window may hold for it: the record, its row, and the row in the stub. */
const sizes = { pipelines: [320, 3_000], mergeRequests: [1_500, 10_000] } as const;
/** Bytes of what is read besides a list: who is signed in, the project, the branch's pipeline. */
const besides = 4_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

async function heldBytes(): Promise<number> {
  for (let times = 0; times < 2; times++) {
    collect();
    await turn();
  }
  return process.memoryUsage().heapUsed;
}

describe("long lists in the views", function () {
  const owned = new AsyncDisposableStack();
  let host: LargeHost;
  let time: SimulatedTime;
  let window: WholeWindow;

  before(async () => {
    host = owned.use(await startLargeHost(lengths));
    time = owned.use(new SimulatedTime());
    window = owned.use(await WholeWindow.open({ settings: { "forgeline.instances": [host.url] } }));
    const session: Session = {
      id: "one",
      instance: host.url,
      method: "token",
      user: { id: 7, username: "alice", name: "Alice Ahlgren" },
      label: "alice",
      scopes: ["api"],
      accessToken: "glpat-0123456789abcdef",
      status: "active",
    };
    await window.context.sessions.write(session);
    await window.context.projects.select({ instance: host.url, project: "demo/large", label: "demo/large" });
    await time.pass(5_000);
  });
  after(() => owned.disposeAsync());

  const footerOf = (view: LabeledView, folder: string): { readonly footer?: string; readonly below?: string } =>
    view.elements(folder).at(-1) ?? {};
  const loadMore = async (view: ViewName, folder: string): Promise<void> => {
    const { below = "" } = footerOf(window.view(view), folder);
    await window.context.views.get(VIEWS[view])?.loadMore(below);
    await time.pass(1_000);
  };
  const kB = (bytes: number): string => `${Math.round(bytes / 1_000).toLocaleString("en")} kB`;
  /** Does some work. @returns what was requested, and what it cost in words */
  const measured = async (work: () => Promise<unknown>) => {
    host.taken();
    const begun = realTime();
    await work();
    const taken = host.taken();
    const time = `${Math.round(realTime() - begun)} ms`;
    return { ...taken, cost: `${taken.requests.length} requests, ${kB(taken.bytes)}, ${time}` };
  };
  const refresh = async (): Promise<void> => {
    window.context.polling.refreshAll();
    await time.pass(2_000);
  };
  const showView = async (view: LabeledView): Promise<void> => {
    view.show();
    await time.quiet();
    await view.settled();
  };

  for (const [name, folder, path] of [
    ["pipelines", "All pipelines", "/pipelines?"],
    ["mergeRequests", "All open", "/merge_requests?state=opened&scope=all&"],
  ] as const)
    it(`reads ${lengths[name]} ${name} page by page, and never all of them again`, async () => {
      const view = window.view(name);
      const length = lengths[name];
      const [ofRow, held] = sizes[name];
      const ofList = (requests: readonly string[]) => requests.filter((request) => request.startsWith(path));
      const before = await heldBytes();
      const first = await measured(async () => {
        await showView(view);
        await time.until(view.expand(folder));
      });
      assert.equal(view.labels(folder).length, 21);
      assert.equal(ofList(first.requests).filter((request) => request.includes("per_page=20")).length, 1);
      assert.ok(first.requests.length <= 5, first.requests.join("\n"));
      // Pipelines of the branches of merge requests come by the hundred.
      assert.ok(first.bytes <= 20 * ofRow + 100 * sizes.pipelines[0] + besides, `${first.bytes} bytes`);

      let clicks = 0;
      const all = await measured(async () => {
        for (; footerOf(view, folder).footer === "more"; clicks++) await loadMore(name, folder);
      });
      assert.equal(new Set(view.labels(folder)).size, length);
      // Five small pages, then large ones, each with the one before.
      assert.ok(clicks <= 5 + length / 100, `${clicks} clicks`);
      assert.ok(ofList(all.requests).length <= 5 + (2 * length) / 100, `${ofList(all.requests).length} requests`);
      assert.ok(all.bytes <= 2.2 * length * ofRow + 100_000, `${all.bytes} bytes`);
      const perRow = ((await heldBytes()) - before) / length;
      // Beside few rows, the code of the view that was loaded counts as well.
      assert.ok(perRow <= inLong(5, 1) * held, `${Math.round(perRow)} bytes are held for each row`);

      const again = await measured(refresh);
      assert.equal(view.labels(folder).length, length, "all rows stay");
      assert.equal(ofList(again.requests).filter((request) => request.includes("per_page=100")).length, 1);
      assert.ok(again.bytes <= 100 * ofRow + 200 * sizes.pipelines[0] + 20_000, `${again.bytes} bytes`);

      host.lengths[name]++;
      const later = await measured(() => time.pass(130_000));
      assert.equal(view.labels(folder).length, length + 1, "the new one is there");
      assert.ok(later.requests.length <= 3, later.requests.join("\n"));
      host.lengths[name]--;

      figure(
        [
          `${length} ${name}: first row after ${first.cost}`,
          `all after ${clicks} × Load More, ${all.cost}`,
          `${(perRow / 1_024).toFixed(1)} KiB held per row; a refresh ${again.cost}`,
        ].join("; "),
      );
      view.hide();
    });

  it(`draws a pipeline with ${lengths.jobs} jobs, read once`, async () => {
    const view = window.view("pipelines");
    view.show();
    await time.pass(1_000);
    if (view.labels("All pipelines").length === 0) await time.until(view.expand("All pipelines"));
    const [label = ""] = view.labels("All pipelines");
    const jobRequests = (requests: readonly string[]) => requests.filter((request) => request.includes("/jobs?"));
    const held = await heldBytes();
    const first = await measured(() => time.until(view.expand("All pipelines", label)));
    const stages = view.labels("All pipelines", label);
    assert.equal(stages.length, 5);
    assert.equal(jobRequests(first.requests).length, Math.ceil(lengths.jobs / 100));
    const all = await measured(async () => {
      for (const stage of stages) await time.until(view.expand("All pipelines", label, stage));
    });
    assert.equal(stages.flatMap((stage) => view.labels("All pipelines", label, stage)).length, lengths.jobs);
    assert.deepEqual(all.requests, []);
    const perRow = ((await heldBytes()) - held) / lengths.jobs;
    assert.ok(perRow <= inLong(5, 1) * 6_000, `${Math.round(perRow)} bytes are held for each job`);

    const again = await measured(refresh);
    assert.ok(jobRequests(again.requests).length <= 4, again.requests.join("\n"));
    const later = await measured(() => time.pass(120_000));
    assert.deepEqual(jobRequests(later.requests), [], "nothing in it changes any more");
    figure(
      [
        `a pipeline of ${lengths.jobs} jobs: first row after ${first.cost}; all rows after ${all.cost}`,
        `${(perRow / 1_024).toFixed(1)} KiB held per job; a refresh ${again.cost}`,
      ].join("; "),
    );
    view.hide();
  });

  it(`draws ${lengths.wikiPages} wiki pages from one answer`, async () => {
    const view = window.view("wiki");
    const first = await measured(() => showView(view));
    const folders = view.labels();
    assert.equal(folders.length, 10);
    const all = await measured(async () => {
      for (const folder of folders) await time.until(view.expand(folder));
    });
    assert.equal(folders.flatMap((folder) => view.labels(folder)).length, lengths.wikiPages);
    assert.deepEqual([first.requests.length, all.requests], [1, []]);
    assert.ok(first.bytes <= 100 * lengths.wikiPages, `${first.bytes} bytes`);
    const again = await measured(refresh);
    assert.equal(again.requests.filter((request) => request.startsWith("/wikis")).length, 1);
    figure(`${lengths.wikiPages} wiki pages: first row after ${first.cost}; all rows after ${all.cost}`);
  });
});
