import assert from "node:assert/strict";
import { after, before, describe } from "mocha";
import type { BrowserContext, Locator } from "playwright-core";
import { connectControl, type ServiceControl } from "../../service/control.ts";
import { answerApproval } from "../../support/person.ts";
import type { RunningDemo } from "../runningDemo.ts";
import { story } from "../steps.ts";
import { currentBranch, type View, Workbench } from "../workbench.ts";
import { sharedWindow } from "./sharedWindow.ts";

/** Two windows of one editor in the hands of somebody who is signed in to both with one account. */
describe("two windows with one account, in the demo", () => {
  let demo: RunningDemo;
  let browser: BrowserContext;
  let windows: readonly [Workbench, Workbench];
  let control: ServiceControl;

  before(async () => {
    const window = await sharedWindow();
    ({ demo, browser } = window);
    control = connectControl(demo.service);
    windows = [window.workbench, new Workbench(await browser.newPage())];
    await windows[1].open(demo.editor);
    // Its views are all there then, and stay where they are.
    await windows[1].statusBarEntry(/Pipeline/).waitFor();
    await windows[1].openContainer("Forgeline");
  });
  const step = story("renews one session from two windows", () => browser);
  after(() => windows[1].page.close());

  /** Has both windows read the host at the same time, after a new pipeline that they show when they have. */
  async function refresh(): Promise<void> {
    const { id } = await control.addPipeline({ ref: "main", status: "success", jobs: [] });
    for (const window of windows) {
      const pipelines = await window.pipelinesOf("main");
      await window.leaveViews();
      await window.runCommand("Forgeline: Refresh Views");
      await pipelines
        .row(new RegExp(`^Pipeline ${id}, passed`))
        .first()
        .waitFor();
    }
  }
  const notifications = async (): Promise<number> => {
    const counts = await Promise.all(windows.map((window) => window.notification(/./).count()));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  /** What a view says of the host. */
  const saying = (window: Workbench, words: RegExp): Locator =>
    window.page.locator(".part.sidebar").getByText(words).first();

  step("are renewed once for each end of the access token, by whichever asks first", async () => {
    await refresh();
    const before = await control.tokenStats("alice");
    for (let round = 0; round < 3; round++) {
      await control.expireAccessTokens("alice");
      await refresh();
    }
    const { refreshes, replays } = await control.tokenStats("alice");
    assert.deepEqual([refreshes - before.refreshes, replays - before.replays], [3, 0]);
  });

  step(
    "stay signed in when the network is down while the access token ends: their views say so, and nothing pops up",
    async () => {
      const before = await control.tokenStats("alice");
      await control.fault({ path: "/(api|oauth)/", action: "reset" });
      await control.expireAccessTokens("alice");
      for (const window of windows) {
        await window.leaveViews();
        await window.runCommand("Forgeline: Refresh Views");
        await saying(window, /Could not connect to /).waitFor();
      }
      assert.equal(await notifications(), 0);
      await control.clearFaults();
      await refresh();
      const { refreshes, replays } = await control.tokenStats("alice");
      assert.deepEqual([refreshes - before.refreshes, replays - before.replays], [1, 0]);
      assert.equal(await notifications(), 0);
    },
  );

  step(
    "both say that the session has ended once the host has revoked it, without a message, and sign in again",
    async () => {
      await control.revokeTokens("alice", "oauth");
      for (const window of windows) {
        await window.leaveViews();
        await window.runCommand("Forgeline: Refresh Views");
        await window.welcomeButton("Sign In Again").waitFor();
      }
      assert.equal(await notifications(), 0);
      for (const window of windows) {
        await window.welcomeButton("Sign In Again").click();
        const [approval] = await Promise.all([browser.waitForEvent("page"), window.dialogButton("Allow").click()]);
        await answerApproval(approval, demo.info.users.alice, "allow");
        await approval.getByText("You're signed in.").waitFor();
        await approval.close();
        // It comes by itself: one that is called by the palette would meet a view that takes the keyboard back as it is drawn.
        const pipelines: View = await window.shownView("Pipelines");
        await pipelines.row(currentBranch("main")).waitFor();
        await pipelines.collapse();
      }
    },
  );
});
