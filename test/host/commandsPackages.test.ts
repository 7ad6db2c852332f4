import assert from "node:assert/strict";
import { afterEach, before, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import type { Box } from "../support/testLine.ts";
import { command } from "./commandTest.ts";
import { type OwnProject, ownProject, workspaceProject } from "./ownProject.ts";
import { Rows } from "./rows.ts";
import { signedIn } from "./signedIn.ts";
import { replace } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { labels } from "./viewSuite.ts";

describe("package commands", () => {
  const stage = setStage();
  let project: OwnProject;
  beforeEach(async () => {
    project = await ownProject(stage.app);
    await stage.control.addPackage({ id: "Weather.Core", version: "1.0.0" }, { project: project.path });
    await stage.control.addPackage({ id: "Weather.Next", version: "2.0.0-rc.1" }, { project: project.path });
    await project.open();
  });
  afterEach(() => workspaceProject(stage.app));

  const look = async (box: string, saying: string): Promise<Box> => JSON.parse(await stage.person({ action: "look", box, saying })) as Box;
  const filter = () => stage.app.packages.contents?.filter;
  const rows = () => new Rows<unknown>(stage.app.packages.provider).below();

  command("forgeline.packages.search", "looks for a name", async (run) => {
    const box = "Search Packages";
    const done = run();
    await look(box, "Part of a package's name");
    await stage.person({ action: "type", box, text: "next" });
    await done;
    assert.deepEqual(filter(), { search: "next" });
    assert.deepEqual(labels(await rows()), ["Weather.Next"]);
  });

  command("forgeline.packages.search", "shows what is looked for, and all packages when it is taken away", async (run) => {
    const box = "Search Packages";
    await (await stage.app.packages.load())?.setFilter({ search: "core" });
    const done = run();
    assert.equal((await look(box, "Part of a package's name")).value, "core");
    await stage.person({ action: "type", box, text: "" });
    await done;
    assert.deepEqual(labels(await rows()), ["Weather.Core", "Weather.Next"]);
  });

  command("forgeline.packages.clearSearch", "shows all packages again", async (run) => {
    await (await stage.app.packages.load())?.setFilter({ search: "x", prerelease: false });
    await run();
    assert.deepEqual(filter(), {});
  });

  command("forgeline.packages.togglePrereleases", "hides prereleases, and shows them again", async (run) => {
    await run();
    assert.deepEqual(filter(), { prerelease: false });
    assert.deepEqual(labels(await rows()), ["Weather.Core"]);
    await run();
    assert.deepEqual(labels(await rows()), ["Weather.Core", "Weather.Next"]);
    assert.deepEqual(stage.notices, ["Prereleases are hidden.", "Prereleases are shown."]);
  });

  command("forgeline.package.copyName", "copies the name of a row, and of what was picked", async (run) => {
    await run({ instance: project.instance, project: project.path, packageName: "From.Row" }, []);
    assert.equal(await vscode.env.clipboard.readText(), "From.Row");
    const done = run();
    await stage.person({ action: "pick", box: "Copy Package Name", row: "Weather.Next" });
    await done;
    assert.equal(await vscode.env.clipboard.readText(), "Weather.Next");
  });

  command("forgeline.setProjectId", "takes a number for a project whose host does not tell it, and shows its packages", async (run) => {
    for (const route of ["$", "/pipelines\\?", "/merge_requests\\?"]) {
      await stage.control.fault({ path: project.address(route), status: 404, body: { message: "404 Not found" } });
    }
    await stage.app.packages.load();
    const [row] = await rows();
    assert.equal(row?.item.command?.command, "forgeline.setProjectId");
    const { instance } = project;
    const id = (await stage.app.connections.get(instance).client.extras.project(stage.info.project.path)).id;
    const done = run();
    await look("Set Project ID", `Number of ${project.path}`);
    await stage.person({ action: "type", box: "Set Project ID", text: "first" });
    await look("Set Project ID", "A project ID is a whole number");
    await stage.person({ action: "type", box: "Set Project ID", text: String(id) });
    await done;
    const { current } = stage.app;
    await until("the number", () => current.value.kind === "ready" && current.value.project.projectId === id, current.onDidChange);
    // The number of another project, so that the rows are surely those of the number.
    const found = await until("its packages", async () => {
      const list = labels(await rows());
      return list.some((label) => label.startsWith("Weather")) && !list.includes("Weather.Next") && list;
    }, stage.app.packages.provider.onDidChangeTreeData);
    assert.ok(found.length > 0);
  });

  describe("with an account of OAuth", () => {
    before(() => signedIn({ method: "oauth" }));
    const title = "Sign In to the Package Feed of";

    command("forgeline.packages.signIn", "asks for user name and token, keeps them when the feed takes them, and shows the packages", async (run) => {
      await stage.app.packages.load();
      const [missing] = await rows();
      assert.match(missing?.label ?? "", /wants a user name and a personal access token of its own/);
      assert.deepEqual([missing?.item.command?.command, missing?.item.command?.arguments], ["forgeline.packages.signIn", [project.instance]]);
      const lines: string[] = [];
      const logged = replace(stage.app.log, "debug", (real) => (text, ...details) => {
        lines.push([text, ...details.map(String)].join(" "));
        real(text, ...details);
      });
      const done = run(project.instance);
      assert.equal((await look(title, "User name on")).value, "alice");
      await stage.person({ action: "type", box: title, text: "alice" });
      await look(title, "scope read_api to read, api to publish too");
      await stage.person({ action: "type", box: title, text: "no-token" });
      await look(title, "does not accept this user name and token");
      assert.equal(await stage.app.feeds.given(project.instance), undefined, "what is refused is not kept");
      await stage.person({ action: "type", box: title, text: stage.info.users.alice.token });
      await done;
      logged.dispose();
      assert.ok(lines.length > 0);
      for (const secret of [stage.info.users.alice.token, Buffer.from(`alice:${stage.info.users.alice.token}`).toString("base64"), "no-token"]) {
        assert.ok(!lines.join("\n").includes(secret), "the log shows a secret");
      }
      assert.match(stage.notices.at(-1) ?? "", /^Signed in to the package feed of 127\.0\.0\.1/);
      assert.deepEqual(labels(await rows()), ["Weather.Core", "Weather.Next"]);
      await stage.app.feeds.forget(project.instance);
    });

    command("forgeline.packages.signOut", "forgets what was given, and says so when there is nothing", async (run) => {
      const { feeds } = stage.app;
      await feeds.keep(project.instance, { username: "alice", password: stage.info.users.alice.token });
      await stage.app.packages.load();
      assert.equal((await rows()).length, 2);
      await run();
      assert.equal(await feeds.given(project.instance), undefined);
      assert.match((await rows())[0]?.label ?? "", /wants a user name and a personal access token/);
      await run(project.instance);
      assert.match(stage.notices.at(-1) ?? "", /^You are not signed in to the package feed of 127\.0\.0\.1/);
    });
  });
});
