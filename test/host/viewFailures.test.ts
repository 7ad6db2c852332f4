import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import type { PipelinesNode } from "../../src/core/pipelines/nodes.ts";
import type { Element } from "../../src/core/tree/node.ts";
import type { PollScheduler } from "../../src/core/tree/poll.ts";
import type { FaultRule } from "../service/control.ts";
import type { App } from "./app.ts";
import { freshWindow } from "./freshWindow.ts";
import { localService } from "./localService.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { PollClock } from "./pollClock.ts";
import { type Row, Rows } from "./rows.ts";
import { hideViews, showPipelines } from "./shownView.ts";
import { ready, signedIn, signedOut } from "./signedIn.ts";
import { withSetting } from "./spies.ts";
import { until } from "./until.ts";

const page = "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>";
const html = { "Content-Type": "text/html; charset=utf-8" };

type Fault = Omit<FaultRule, "path">;
interface Advice {
  readonly says: RegExp;
  /** Title and command of what the row does. */
  readonly action: readonly [string, string];
}

const again = ["Try Again", "forgeline.refresh"] as const;
const instance = ["Host Settings", "forgeline.openSettings"] as const;
const signIn = ["Sign In", "forgeline.signIn"] as const;
const switchAccount = ["Switch Account", "forgeline.switchAccount"] as const;
const forbidden = /Your account on .* does not have permission to do this.*403 Forbidden/;
const limit: Advice = { says: /Rate limit of .* reached\. Try again after .*\d:\d\d/, action: again };
const invalid: Advice = { says: /The response from .* is not a valid API response/, action: instance };
const broken = (status: number): Advice => ({
  says: new RegExp(`returned a server error \\(HTTP ${status}\\)`),
  action: again,
});
const closed =
  /Could not connect to .*: the connection was closed\. Check the address, and whether the host is running/;

/** @param sent requests it costs: passing failures are tried again */
const cases: readonly (readonly [name: string, fault: () => Fault, advice: Advice, sent: number])[] = [
  ["401", () => ({ status: 401 }), { says: /no longer accepts your sign-in/, action: signIn }, 1],
  ["403", () => ({ status: 403, body: { message: "403 Forbidden" } }), { says: forbidden, action: switchAccount }, 1],
  ["429 with seconds", () => ({ status: 429, headers: { "Retry-After": "3600" }, body: "Retry later\n" }), limit, 1],
  ["502 with a web page", () => ({ status: 502, headers: html, body: page }), broken(502), 3],
  ["a web page in place of the API", () => ({ status: 200, headers: html, body: page }), invalid, 1],
  ["a connection that breaks", () => ({ action: "reset" }), { says: closed, action: again }, 3],
];

describe("the Pipelines view when the host fails", () => {
  const { control, url } = localService();
  const host = new URL(url).host;
  let app: App;
  let polling: PollScheduler;
  let project: OwnProject;
  let rows: Rows<Element<PipelinesNode>>;

  before(async () => {
    await freshWindow();
    ({ app, polling } = await signedIn());
    rows = new Rows(app.pipelines.view.provider);
    project = await ownProject(app);
    await project.add({ status: "success" });
    await project.add({ status: "success", ref: "other" });
    await project.open();
    await showPipelines(app);
    // What showing the view asks for is answered before anything is counted.
    await rows.settled();
  });
  afterEach(async () => {
    await control.clearFaults();
    // The hour of silence that a case asked for must not hold up what comes after it.
    new PollClock(polling).go();
  });
  after(async () => {
    await hideViews(app);
    await workspaceProject(app);
    await signedOut();
  });

  /** The list as it is read from the beginning. */
  const list = async (): Promise<Row<Element<PipelinesNode>>[]> => {
    await app.pipelines.view.contents?.filter.set({});
    return rows.below(await rows.at("All pipelines"));
  };

  const contexts = (some: readonly Row<unknown>[]): string => some.map(({ context }) => context).join();

  for (const [name, fault, { says, action }, sent] of cases) {
    it(`shows a row with a remedy for ${name}`, async () => {
      await project.forget();
      await control.fault({ ...fault(), path: project.address("/pipelines\\?") });
      const [row, ...others] = await list();
      assert.ok(row);
      assert.deepEqual(others, []);
      assert.match(row.label, says);
      assert.ok(row.label.includes(host), row.label);
      assert.doesNotMatch(row.label, /<|Bad Gateway/, "A web page is no message");
      assert.equal(row.icon, "error problemsErrorIcon.foreground");
      assert.equal(row.context, "error");
      assert.deepEqual([row.item.command?.title, row.item.command?.command], action);
      assert.equal(row.description, action[0]);
      assert.equal(row.spoken, `Error: ${row.label} ${action[0]}`);
      // The list's own: the Commits view asks for more at a time, where another suite left it open.
      const asked = await project.asked(/^GET \/pipelines\?per_page=20$/);
      assert.equal(asked.length, sent, asked.join("\n"));
      await control.clearFaults();
      if (action === again) await rows.press(row);
      else await list();
      const isSo = async () => contexts(await rows.below(await rows.at("All pipelines"))) === "pipeline";
      await until("the pipeline", isSo, app.pipelines.view.provider.onDidChangeTreeData);
    });
  }

  it("keeps rows through a passing failure, marked as outdated", async () => {
    await list();
    await rows.below(await rows.at("Current branch: main"));
    const message = (): string | undefined => app.pipelines.view.message;
    await control.fault({ path: project.address("/pipelines"), status: 500 });
    await app.pipelines.view.refresh();
    assert.match(message() ?? "", /^Not up to date: .*HTTP 500/);
    for (const group of ["All pipelines", "Current branch: main"])
      assert.equal(contexts(await rows.below(await rows.at(group))), "pipeline", group);
    await control.clearFaults();
    await app.pipelines.view.refresh();
    assert.equal(message(), undefined);
  });

  it("gives up after the configured timeout", async () => {
    const { session } = await signedIn();
    await using _timeout = await withSetting("forgeline.http.timeout", 1);
    await ready(app, session);
    await control.fault({ path: project.address("/pipelines\\?"), action: "hang" });
    const [row] = await list();
    assert.equal(
      row?.label,
      `The request to ${host} timed out. Try again. If the host is slow, increase forgeline.http.timeout.`,
    );
  });
});
