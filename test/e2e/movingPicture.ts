/** `node test/e2e/movingPicture.ts`: films the demo from the sign-in over a red pipeline to the line that broke it, for the README. */
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { runChild } from "../../tools/children.ts";
import { smallPng } from "../../tools/png.ts";
import { root } from "../../tools/root.ts";
import { approvalButton, signInToHost } from "../support/person.ts";
import { Film } from "./film.ts";
import { inDemo, type PictureWindow } from "./inDemo.ts";
import type { RunningDemo } from "./runningDemo.ts";
import type { Workbench } from "./workbench.ts";

/** A window whose text is legible in the column of VS Code's extension page, which is 882 pixels wide. */
const size = { width: 1080, height: 680, scale: 2 };
const branch = "feature/humidity";

await inDemo(size, async (window) => {
  const { frames } = await record(window);
  const seconds = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  const picture = smallPng(frames);
  await writeFile(join(root, "docs/pictures/red-to-line.png"), picture);
  console.log(`${frames.length} frames, ${seconds.toFixed(1)} s, ${Math.round(picture.length / 1000)} kB`);
});

async function record({ demo, browser, workbench }: PictureWindow): Promise<Film> {
  const { page } = workbench;
  await leaveRed(demo);
  await fitLines(demo);
  await workbench.open(demo.editor);
  await workbench.openContainer("Forgeline");
  await workbench.welcomeButton("Sign In").waitFor();
  await workbench.closeReadme();
  await workbench.widenSideBar(380);

  // Away from the edge of the side bar, which would stay marked; the click brings the window to the front again.
  const start = { x: 620, y: 420 };
  await page.mouse.click(start.x, start.y);
  const film = new Film(page, start);
  await film.show(1200);
  await approve(film, browser, workbench, demo);

  const pipelines = await workbench.shownView("Pipelines");
  const job = pipelines.row(/^Job unit tests, failed/).first();
  await job.waitFor();
  await workbench.notification(/Signing in/).waitFor({ state: "hidden" });
  await film.show(1500);
  await film.click(job, { x: 110, y: 11 });
  await workbench.outputLine(/^Job unit tests #\d+: failed/).waitFor();
  await film.show(2200);

  await film.click(job, { x: 110, y: 11 }, "right");
  const entry = page
    .locator(".context-view .monaco-menu")
    .getByRole("menuitem", { name: "Go to First Error in Job Log" });
  await film.moveTo(entry);
  await film.show(500);
  await film.click(entry);
  await workbench
    .line(/^ +AssertionError \[ERR_ASSERTION\]: Missing expected exception/)
    .first()
    .waitFor();
  await film.show(2500);

  // The panel is too narrow for the tab of Problems.
  await film.click(page.locator(String.raw`#status\.problems`));
  const problem = workbench.panel
    .locator(".markers-panel .monaco-list-row")
    .filter({ hasText: /Missing expected exception \(RangeError\)/ })
    .first();
  await problem.waitFor();
  await film.show(1000);
  await film.click(problem, { x: 220, y: 11 });
  await workbench.tab("dewPoint.test.js").waitFor();
  await workbench.line(/^ +for \(const humidity of \[0, -1, 101\]\) it\(.refuses /).waitFor();
  await film.show(4000);
  return film;
}

/** Takes the branch back to its pipeline that failed in its tests, in the clone and on the host, and checks it out. */
async function leaveRed({ service, info, folder }: RunningDemo): Promise<void> {
  const ask = async <T>(path: string, method = "GET"): Promise<T> => {
    const response = await fetch(`${service}/api/v4/projects/${info.project.id}/${path}`, {
      method,
      headers: { "PRIVATE-TOKEN": info.users.alice.token },
    });
    if (!response.ok) throw new Error(`${response.status} for ${path}`);
    return (method === "GET" ? await response.json() : undefined) as T;
  };
  const git = (...words: string[]): Promise<string> => runChild("git", ["-C", folder, ...words]);
  const list = `pipelines?ref=${encodeURIComponent(branch)}`;
  const failed = (await ask<{ id: number; sha: string; status: string }[]>(`${list}&status=failed`)).at(-1);
  if (!failed) throw new Error(`No pipeline of ${branch} failed`);
  await git("switch", "--quiet", branch);
  await git("reset", "--quiet", "--hard", failed.sha);
  await git("push", "--quiet", "--force", "origin", branch);
  // Those that came later, and that of the push.
  for (const { id } of await ask<{ id: number }[]>(list)) if (id > failed.id) await ask(`pipelines/${id}`, "DELETE");
}

/** Has lines wrapped where the editor ends, in settings that Git does not see. */
async function fitLines({ folder }: RunningDemo): Promise<void> {
  const settings = { "editor.wordWrap": "on", "editor.minimap.enabled": false };
  await mkdir(join(folder, ".vscode"), { recursive: true });
  await writeFile(join(folder, ".vscode/settings.json"), JSON.stringify(settings));
  await appendFile(join(folder, ".git/info/exclude"), "/.vscode/\n");
}

/** Signs in as a person does who is signed in to the host already. */
async function approve(
  film: Film,
  browser: BrowserContext,
  workbench: Workbench,
  { info }: RunningDemo,
): Promise<void> {
  await film.click(workbench.welcomeButton("Sign In"));
  const allow = workbench.dialogButton("Allow");
  await allow.waitFor();
  await film.show(900);
  const opened = browser.waitForEvent("page");
  await film.click(allow);
  const approval = await opened;
  await approval.setViewportSize(size);
  await signInToHost(approval, info.users.alice);
  film.turnTo(approval);
  await film.show(900);
  await film.click(approvalButton(approval, "allow"));
  await approval.getByText("You're signed in.").waitFor();
  await film.show(700);
  await approval.close();
  film.turnTo(workbench.page);
  await workbench.page.bringToFront();
}
