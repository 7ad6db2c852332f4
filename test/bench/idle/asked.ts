/** Runs in a window, for `test/bench/idle.ts`: counts requests while time passes, and writes what it counted beside its bundle. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { freshWindow } from "../../host/freshWindow.ts";
import { localService } from "../../host/localService.ts";
import { type OwnProject, ownProject, workspaceProject } from "../../host/ownProject.ts";
import { PollClock } from "../../host/pollClock.ts";
import { Rows } from "../../host/rows.ts";
import { hideViews, showPipelines } from "../../host/shownView.ts";
import { type SignedIn, signedIn, signedOut } from "../../host/signedIn.ts";

/** Requests of a window in ten minutes. */
export interface Asked {
  readonly what: string;
  readonly requests: readonly string[];
}

const tenMinutes = 600_000;

describe("an idle window", () => {
  const { control } = localService();
  let signed: SignedIn;
  let project: OwnProject;
  before(async () => {
    await freshWindow();
    signed = await signedIn();
    project = await ownProject(signed.app);
  });
  after(async () => {
    await hideViews(signed.app);
    await workspaceProject(signed.app);
    await signedOut();
  });

  it("is measured", async function () {
    this.timeout(400_000);
    const { app, polling } = signed;
    const clock = new PollClock(polling);
    const measured: Asked[] = [];
    const count = async (what: string): Promise<void> => {
      clock.stop();
      const since = await control.lastRequest();
      await clock.pass(tenMinutes);
      const requests = (await control.requests(since)).filter(({ path: at }) => at.includes("/api/v4/"));
      measured.push({
        what,
        requests: requests.map(({ method, path: at }) => `${method} ${at.split("?")[0]!.replace(/^.*\/api\/v4/, "")}`),
      });
      clock.go();
    };
    for (let at = 0; at < 20; at++) await project.add({ status: "success", ref: "main" });
    await project.open();
    const rows = new Rows(app.pipelines.view.provider);
    await showPipelines(app);
    await rows.settled();
    await count("in sight, nothing runs");
    polling.setFocused(false);
    await count("in sight of a window without focus, nothing runs");
    polling.setFocused(true);
    await hideViews(app);
    await count("hidden");
    await showPipelines(app);
    await project.add({ status: "running", ref: "main" });
    await app.pipelines.view.refresh();
    await rows.settled();
    await count("in sight, one runs");
    await writeFile(path.join(import.meta.dirname, "measured.json"), JSON.stringify(measured));
  });
});
