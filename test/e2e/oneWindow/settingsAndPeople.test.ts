import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { runChild } from "../../../tools/children.ts";
import type { RunningDemo } from "../runningDemo.ts";
import { story } from "../steps.ts";
import type { Workbench } from "../workbench.ts";
import { sharedWindow } from "./sharedWindow.ts";

/** The demo in the hands of a maintainer who looks after the project and its people: each step stands on the one before. */
describe("settings, people and the API, in the demo", () => {
  let demo: RunningDemo;
  let browser: BrowserContext;
  let workbench: Workbench;

  before(async () => {
    ({ demo, browser, workbench } = await sharedWindow());
    await writeFile(
      join(demo.folder, "WATCH.md"),
      "# Who watches the pier\n\nAsk @bob before the storm, and @alice after it.\n",
    );
  });
  const step = story("looks after the project and its people", () => browser);

  step("shows who is mentioned, and sets the own status", async () => {
    await workbench.openFile("WATCH.md");
    const people = await workbench.view("People");
    await people.expand(people.row(/^Me/));
    await people.row(/^My status/).waitFor();
    await people.expand(people.row(/^Users/));
    await people.row(/^User .*@bob/).waitFor();
    await workbench.runCommand("Forgeline: Set My Status…");
    await workbench.pick(/^Message/);
    await workbench.quickInput.getByText("What's your status?").waitFor();
    await workbench.enter("Back at four");
    await workbench.pick(/^Set Status/);
    await workbench.statusBarEntry(/^My status: .*Back at four/).waitFor();
    await workbench.line(/^Ask @bob/).hover({ position: { x: 50, y: 8 } });
    await workbench.page.locator(".monaco-hover:visible").getByText(/@bob/).first().waitFor();
    await workbench.picture("demo-people");
    await people.collapse();
    await workbench.page.keyboard.press("Escape");
  });

  step(
    "shows which branches are protected, marks the one that is checked out, and who could use a job token",
    async () => {
      const settings = await workbench.view("Project Settings");
      await workbench.statusBarEntry(/protected/i).waitFor();
      await settings.expand(settings.row(/^Protected Branches/));
      await settings.expand(settings.row(/^Protected branch main/));
      await settings.row(/^Local branch main, checked out/).waitFor();
      await settings.expand(settings.row(/^Job Token/));
      await settings.row(/^Job token allowlist/).waitFor();
      await settings.row(/^Project demo\/weather-station, this project/).waitFor();
      await workbench.picture("demo-project-settings");
      await settings.collapse();
    },
  );

  step("opens a vulnerability by its number, and judges it from its row", async () => {
    const list = await workbench.view("Vulnerabilities");
    await workbench.runCommand("Forgeline: Open Vulnerability");
    await workbench.enter("1");
    await workbench.line(/^- State: resolved$/).waitFor();
    const row = list.row(/^Vulnerability Names of sensors are not escaped in the page, /);
    await row.waitFor();
    await workbench.notification(/unstable/).waitFor();
    await workbench.runCommand("Notifications: Clear All Notifications");
    await workbench.picture("demo-vulnerabilities");
    await list.chooseFromMenu(row, "Revert Vulnerability to Detected");
    await workbench.line(/^- State: detected$/).waitFor();
    await list.collapse();
  });

  step("shows what the scanners of a branch found, and what is new there, at the line", async () => {
    await runChild("git", ["-C", demo.folder, "switch", "--quiet", "security"]);
    await workbench.runCommand("View: Close All Editors");
    await (await workbench.pipelinesOf("security")).collapse();
    await workbench.runCommand("Forgeline: Show CI Findings");
    const list = await workbench.shownView("Vulnerabilities");
    await list.row(/^CI findings of #\d+ on security, 2 critical, 1 high, 3 medium, 4 new$/).waitFor();
    await list.row(/^Report of gemnasium-dependency_scanning is not in its artifacts/).waitFor();
    await list.row(/^Improper neutralization .*, critical, new, src\/alarm\.js:8$/).click();
    await workbench.line(/^ +return eval\(expression\);$/).waitFor();
    await workbench.runCommand("Problems: Focus on Problems View");
    await workbench.page.getByText("New against main: Pager token").first().waitFor();
    await workbench.picture("demo-findings");
    await workbench.runCommand("View: Hide Panel");
    await workbench.runCommand("Forgeline: Clear CI Findings");
    await list.row(/^CI findings/).waitFor({ state: "detached" });
    await list.collapse();
    await runChild("git", ["-C", demo.folder, "switch", "--quiet", "main"]);
  });

  step("sends an API request that is chosen by its name, and shows the answer", async () => {
    await workbench.runCommand("View: Close All Editors");
    const pipelines = await workbench.pipelinesOf("main");
    await workbench.runCommand("Forgeline: Send API Request…");
    // In an order that VS Code's own search does not find: it shows rows before those found by words replace them, and then none is chosen.
    await workbench.quickInput.locator("input").first().fill("user current");
    await workbench.pick(/^Get current user$/);
    // One parameter may be left out, and is.
    await workbench.quickInput.getByText(/^sudo/).waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.pick(/^Send$/);
    await workbench.line(/^ +"username": "alice",$/).waitFor();
    await workbench.picture("demo-api-answer");
    await pipelines.collapse();
  });

  step("shows administrators what is theirs: users, hooks and custom attributes", async () => {
    await workbench.runCommand("Forgeline: Sign In");
    await workbench.pick("Local hosting service");
    const approval = browser.waitForEvent("page");
    await workbench.dialogButton("Allow").click();
    await (await approval).close();
    await workbench.quickInput.getByRole("button", { name: "Use a Personal Access Token Instead" }).click();
    await workbench.quickInput.getByText(/^Paste a personal access token/).waitFor();
    await workbench.enter(demo.info.users.admin.token);
    // The view is offered once it is known that the account is an administrator's.
    const others = await workbench.shownView("More Views");
    // The last row: VS Code does not draw it where another view that is open leaves too little room.
    await others.goTo(/^Administration/);
    await others.row(/^Administration/).click();
    const list = await workbench.shownView("Administration");
    await others.collapse();
    await list.expand(list.row(/^Users/));
    await list.row(/^User Ada Admin, @admin/).waitFor();
    await list.expand(list.row(/^System Hooks/));
    await list.row(/weather/).waitFor();
    await list.expand(list.row(/^Custom Attributes/));
    await workbench.picture("demo-administration");
    await list.collapse();
  });

  step("signs out one of two accounts, and goes on with the other", async () => {
    await workbench.runCommand("Forgeline: Sign Out");
    await workbench.pick(/^admin @/);
    const people = await workbench.view("People");
    await people.row(/^Me.*alice/).waitFor();
  });
});
