import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, beforeEach, describe } from "mocha";
import * as vscode from "vscode";
import { makePackage } from "../service/packages/nupkg.ts";
import { command } from "./commandTest.ts";
import { draftsOf } from "./drafts.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { drawn } from "./playedBoxes.ts";
import { Rows } from "./rows.ts";
import { closeView } from "./shownView.ts";
import { signedIn } from "./signedIn.ts";
import { replace, watchContextKey } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { labels } from "./viewSuite.ts";

describe("package commands", () => {
  const stage = setStage();
  const { look, type, fill, titleButton, escape, typeAt, fillAt } = stage;
  let project: OwnProject;
  beforeEach(async () => {
    project = await ownProject(stage.app);
    await stage.control.addPackage({ id: "Weather.Core", version: "1.0.0" }, { project: project.path });
    await stage.control.addPackage({ id: "Weather.Next", version: "2.0.0-rc.1" }, { project: project.path });
    await project.open();
  });
  const filter = () => stage.app.packages.view.contents?.filter.value;
  const rows = () => new Rows<unknown>(stage.app.packages.view.provider).below();

  const title = "Search Packages";
  const queries = async (since: number): Promise<string[]> =>
    (await stage.control.requests(since))
      .filter(({ path }) => path.includes("/nuget/query?"))
      .map(({ path }) => path.replace(/^.*\?/, ""));
  const last = (): Promise<number> => stage.control.lastRequest();

  command(
    "forgeline.packages.search",
    "searches while typing and runs the chosen action",
    drawn(["search box", "separators"], async (run) => {
      const since = await last();
      const done = run();
      assert.deepEqual((await look(title, "Weather.Core")).rows, ["Weather.Core", "Weather.Next"]);
      await fill(title, "next");
      await stage.control.waitForRequest({ path: "query\\?q=next", since });
      await look(title, "Filter Packages View by “next”");
      await titleButton(title, "Hide Prereleases");
      await look(title, "No matching packages");
      await titleButton(title, "Show Prereleases");
      assert.deepEqual((await look(title, "Weather.Next")).rows, ["Weather.Next", "Filter Packages View by “next”"]);
      await stage.pick(title, "Weather.Next");
      await stage.pick("Weather.Next", "Copy PackageReference");
      await done;
      assert.equal(
        await vscode.env.clipboard.readText(),
        '<PackageReference Include="Weather.Next" Version="2.0.0-rc.1" />',
      );
      assert.deepEqual(await queries(since), [
        "q=&skip=0&take=20&prerelease=true",
        "q=next&skip=0&take=20&prerelease=true",
        "q=next&skip=0&take=20&prerelease=false",
        "q=next&skip=0&take=20&prerelease=true",
      ]);
    }),
  );

  command("forgeline.packages.search", "loads more, retries, and goes back to the search", async (run) => {
    for (const name of ["Many.A", "Many.B", "Many.C", "Many.D"])
      await stage.control.addPackage({ id: name, version: "1.0.0" }, { project: project.path });
    // Hosts may answer with fewer than they were asked for.
    const data = ["Many.A", "Many.B"].map((id) => ({
      id,
      version: "1.0.0",
      versions: [{ "@id": "", version: "1.0.0" }],
    }));
    await stage.control.fault({ path: "query\\?q=many&skip=0", status: 200, body: { totalHits: 4, data } });
    await stage.control.fault({ path: "query\\?q=many&skip=2", status: 400, body: { message: "Not now" }, times: 1 });
    const since = await last();
    const done = run();
    await fillAt(title, "Many.A", "many");
    await stage.pick(title, "Load More");
    await look(title, "Not now");
    await stage.pick(title, "Try Again");
    await stage.pick(title, "Many.D");
    await stage.control.clearFaults();
    await titleButton("Many.D", "Back");
    const box = await look(title, "Many.D");
    assert.deepEqual(
      [box.value, box.rows],
      ["many", ["Many.A", "Many.B", "Many.C", "Many.D", "Filter Packages View by “many”"]],
    );
    await stage.pick(title, "Filter Packages View by “many”");
    await done;
    assert.deepEqual(filter(), { search: "many" });
    assert.deepEqual((await queries(since)).slice(1, 4), [
      "q=many&skip=0&take=20&prerelease=true",
      "q=many&skip=2&take=20&prerelease=true",
      "q=many&skip=2&take=20&prerelease=true",
    ]);
  });

  command("forgeline.packages.search", "keeps the typed text when it is closed", async (run) => {
    const since = await last();
    const done = run();
    await fillAt(title, "Weather.Core", "weather.n");
    await stage.control.waitForRequest({ path: "query\\?q=weather\\.n", since });
    await look(title, "Weather.Next");
    await escape(title);
    await done;
    const again = run();
    assert.equal((await look(title, "Weather.Next")).value, "weather.n");
    await stage.pick(title, "Weather.Next");
    await stage.pick("Weather.Next", "Copy Package Name");
    await again;
    assert.equal(await vscode.env.clipboard.readText(), "Weather.Next");
    assert.deepEqual(await draftsOf(stage.app, "packageSearch"), []);
  });

  command("forgeline.packages.search", "shows a package in the view", async (run) => {
    const done = run();
    await stage.pick(title, "Weather.Core");
    await stage.pick("Weather.Core", "Show in Packages View");
    await done;
    assert.deepEqual(labels(await rows()), ["Weather.Core"]);
    await until(
      "the view to be seen",
      () => stage.app.packages.view.visible,
      stage.app.packages.view.onDidChangeVisibility,
    );
    await closeView(stage.app.packages.view, "Packages");
  });

  command("forgeline.packages.filter", "narrows the view to a name", async (run) => {
    const box = "Filter Packages";
    const done = run();
    await typeAt(box, "Enter part of a package name", "next");
    await done;
    assert.deepEqual(filter(), { search: "next" });
    assert.deepEqual(labels(await rows()), ["Weather.Next"]);
  });

  command("forgeline.packages.filter", "shows the current filter, an empty text removes it", async (run) => {
    const box = "Filter Packages";
    await (await stage.app.packages.view.load())?.filter.set({ search: "core" });
    const done = run();
    assert.equal((await look(box, "Enter part of a package name")).value, "core");
    await type(box, "");
    await done;
    assert.deepEqual(labels(await rows()), ["Weather.Core", "Weather.Next"]);
  });

  describe("about a group", () => {
    const box = "Show Packages of Group";
    let group: number;
    beforeEach(async () => {
      group = (await stage.control.createGroup({ path: "suites", members: ["alice"] })).id;
    });
    const searched = async (): Promise<string[]> => {
      const view = await stage.app.packages.view.load();
      await view?.filter.set({ ...view.filter.value, search: "Weather.Core" });
      return labels(await rows());
    };

    command("forgeline.packages.showGroup", "remembers the picked group of the project", async (run) => {
      await stage.app.packages.view.load();
      const done = run();
      assert.deepEqual((await look(box, "suites")).rows, ["suites"]);
      await stage.pick(box, "suites");
      await done;
      assert.deepEqual(filter(), { group: { id: group, path: "suites" } });
      assert.deepEqual(await searched(), ["Weather.Core"]);
      await (await stage.app.packages.view.load())?.filter.set({ group: { id: group, path: "suites" } });
      await vscode.commands.executeCommand("forgeline.packages.clearSearch");
      assert.deepEqual(filter(), { group: { id: group, path: "suites" } }, "another group is no filter");
    });

    command("forgeline.packages.showGroup", "asks for an unknown group ID", async (run) => {
      await stage.control.fault({
        path: "/groups/[^/]*(?:$|/milestones)",
        status: 404,
        body: { message: "404 Group Not Found" },
      });
      await stage.app.packages.view.load();
      const done = run();
      await stage.pick(box, "suites");
      await typeAt(box, "lists packages only by group ID, and the ID of suites is unknown", "suites");
      await typeAt(box, "Enter a whole number", String(group));
      await done;
      assert.deepEqual(filter(), { group: { id: group, path: "suites" } });
      assert.deepEqual(await searched(), ["Weather.Core"]);
    });

    command("forgeline.packages.showGroup", "takes any group by path or ID", async (run) => {
      const { id, path } = stage.info.group;
      await stage.app.packages.view.load();
      for (const [text, row] of [
        [path, `Group ${path}`],
        [String(id), `Group ID ${id}`],
      ] as const) {
        const done = run();
        await look(box, "suites");
        await stage.pick(box, row, text);
        await done;
        assert.deepEqual(filter()?.group, { id, path });
      }
    });

    command("forgeline.packages.showProject", "shows the project's own packages again", async (run) => {
      await (
        await stage.app.packages.view.load()
      )?.filter.set({ search: "core", group: { id: group, path: "suites" } });
      await run();
      assert.deepEqual(filter(), { search: "core" });
      assert.deepEqual(labels(await rows()), ["Weather.Core"]);
    });

    command("forgeline.package.download", "finds the project of a group's package", async (run) => {
      const other = `suites/holder${project.id}`;
      await stage.control.createProject({ path: other, visibility: "private", members: ["alice"] });
      const name = `Held.Elsewhere${project.id}`;
      await stage.control.addPackage({ id: name, version: "1.0.0" }, { project: other });
      const folder = await mkdtemp(join(tmpdir(), "forgeline-download-"));
      const target = join(folder, "held.nupkg");
      const saving = replace(vscode.window, "showSaveDialog", () => () => Promise.resolve(vscode.Uri.file(target)));
      await run({ instance: project.instance, project: project.path, packageName: name, version: "1.0.0", group });
      saving.dispose();
      assert.deepEqual(await readFile(target), makePackage({ id: name, version: "1.0.0" }));
      await rm(folder, { recursive: true });
    });
  });

  command("forgeline.packages.clearSearch", "shows all packages again", async (run) => {
    await (await stage.app.packages.view.load())?.filter.set({ search: "x", prerelease: false });
    await run();
    assert.deepEqual(filter(), {});
  });

  command("forgeline.packages.togglePrereleases", "hides prereleases, and shows them again", async (run) => {
    await run();
    assert.deepEqual(filter(), { prerelease: false });
    assert.deepEqual(labels(await rows()), ["Weather.Core"]);
    await run();
    assert.deepEqual(labels(await rows()), ["Weather.Core", "Weather.Next"]);
    assert.deepEqual(stage.notices, ["Hiding prerelease packages.", "Showing prerelease packages."]);
  });

  command("forgeline.package.copyName", "copies the name of a row or a picked package", async (run) => {
    await run({ instance: project.instance, project: project.path, packageName: "From.Row" }, []);
    assert.equal(await vscode.env.clipboard.readText(), "From.Row");
    const done = run();
    await stage.pick("Copy Package Name", "Weather.Next");
    await done;
    assert.equal(await vscode.env.clipboard.readText(), "Weather.Next");
  });

  const row = (packageName: string, version?: string) => ({
    instance: project.instance,
    project: project.path,
    packageName,
    ...(version !== undefined && { version }),
  });

  command(
    "forgeline.package.copyInstallCommand",
    "copies the picked tool's command, the last tool first",
    async (run) => {
      await stage.control.addPackage({ id: "Weather.Core", version: "1.1.0" }, { project: project.path });
      await stage.control.addPackage({ id: "Weather.Core", version: "2.0.0-rc.1" }, { project: project.path });
      const box = "Copy Package Install Command";
      const copied = async (given: unknown, pick: string): Promise<string> => {
        const done = run(given);
        await stage.pick(box, pick);
        await done;
        return vscode.env.clipboard.readText();
      };
      assert.equal(
        await copied(row("Weather.Core"), ".NET command line"),
        "dotnet add package Weather.Core --version 1.1.0",
      );
      assert.equal(
        await copied(row("Weather.Next"), "NuGet command line"),
        "nuget install Weather.Next -Version 2.0.0-rc.1",
      );
      const done = run(row("Weather.Core", "1.0.0"));
      assert.equal((await look(box, "Select a tool to install Weather.Core 1.0.0")).rows[0], "NuGet command line");
      await stage.pick(box, "Package Manager Console");
      await done;
      assert.equal(await vscode.env.clipboard.readText(), "Install-Package Weather.Core -Version 1.0.0");
    },
  );

  command("forgeline.package.copyReference", "copies an escaped line, refusing invalid names", async (run) => {
    await run(row("Weather.Core", "1.0.0"));
    assert.equal(await vscode.env.clipboard.readText(), '<PackageReference Include="Weather.Core" Version="1.0.0" />');
    assert.equal(stage.notices.at(-1), "Copied the PackageReference of Weather.Core 1.0.0.");
    await run(row('x" /><Exec Command="y', "1.0.0"));
    assert.match((await stage.message()).text, /“.*” is not a valid package name/);
    await run(row("Weather.Core", "1.0.0; rm -rf ~"));
    assert.match((await stage.message()).text, /“.*” is not a valid package version/);
    assert.equal(await vscode.env.clipboard.readText(), '<PackageReference Include="Weather.Core" Version="1.0.0" />');
  });

  command("forgeline.setProjectId", "takes an ID where the host does not return it", async (run) => {
    for (const route of ["$", "/pipelines\\?", "/merge_requests\\?"]) {
      await stage.control.fault({ path: project.address(route), status: 404, body: { message: "404 Not found" } });
    }
    await stage.app.packages.view.load();
    const [row] = await rows();
    assert.equal(row?.item.command?.command, "forgeline.setProjectId");
    const { instance } = project;
    const id = (await stage.app.connections.get(instance).client.extras.project(stage.info.project.path)).id;
    const done = run();
    await typeAt("Set Project ID", `Enter the ID of ${project.path}`, "first");
    await typeAt("Set Project ID", "Enter a whole number, for example 42", String(id));
    await done;
    const { current } = stage.app;
    await until(
      "the number",
      () => current.value.kind === "ready" && current.value.project.projectId === id,
      current.onDidChange,
    );
    // The number of another project, so that the rows are surely those of the number.
    const found = await until(
      "its packages",
      async () => {
        const list = labels(await rows());
        return list.some((label) => label.startsWith("Weather")) && !list.includes("Weather.Next") && list;
      },
      stage.app.packages.view.provider.onDidChangeTreeData,
    );
    assert.ok(found.length > 0);
  });

  describe("with an account of OAuth", () => {
    before(() => signedIn({ method: "oauth" }));
    const title = "Sign In to the Package Registry of";

    command("forgeline.packages.signIn", "keeps accepted credentials and logs no secret", async (run) => {
      await stage.app.packages.view.load();
      const keys = watchContextKey("forgeline.packageFeed");
      assert.deepEqual(await rows(), [], "the welcome text has the button");
      assert.equal(keys.values.at(-1), "signedOut");
      const lines: string[] = [];
      const logged = replace(stage.app.log, "debug", (real) => (text, ...details) => {
        lines.push([text, ...details.map(String)].join(" "));
        real(text, ...details);
      });
      const done = run(project.instance);
      assert.equal((await look(title, "Enter your username on")).value, "alice");
      await type(title, "alice");
      await typeAt(title, "with the scope read_api, or api to publish packages", "no-token");
      await look(title, "did not accept this username and token");
      assert.equal(
        await (await stage.app.packages.feeds()).given(project.instance),
        undefined,
        "what is refused is not kept",
      );
      await type(title, stage.info.users.alice.token);
      await done;
      logged.dispose();
      assert.ok(lines.length > 0);
      for (const secret of [
        stage.info.users.alice.token,
        Buffer.from(`alice:${stage.info.users.alice.token}`).toString("base64"),
        "no-token",
      ]) {
        assert.ok(!lines.join("\n").includes(secret), "the log shows a secret");
      }
      assert.match(stage.notices.at(-1) ?? "", /^Signed in to the package registry of 127\.0\.0\.1/);
      assert.deepEqual(labels(await rows()), ["Weather.Core", "Weather.Next"]);
      assert.equal(keys.values.at(-1), "open");
      keys.dispose();
      await (await stage.app.packages.feeds()).forget(project.instance);
    });

    command("forgeline.packages.signIn", "asks first where a host has no encryption and no account", async (run) => {
      const url = "http://git.example.org";
      const done = run(url);
      assert.match(await stage.answer("Cancel"), /^Sign in to git\.example\.org without encryption\?/);
      await done;
      const again = run(url);
      await stage.answer("Sign In Unencrypted");
      await look("Sign In to the Package Registry of git.example.org", "Enter your username on");
      await escape("Sign In to the Package Registry");
      await again;
      assert.equal(await (await stage.app.packages.feeds()).given(url), undefined);
    });

    command("forgeline.packages.signOut", "forgets credentials", async (run) => {
      const feeds = await stage.app.packages.feeds();
      await feeds.keep(project.instance, { username: "alice", password: stage.info.users.alice.token });
      await stage.app.packages.view.load();
      assert.equal((await rows()).length, 2);
      await run();
      assert.equal(await feeds.given(project.instance), undefined);
      assert.deepEqual(await rows(), []);
      await run(project.instance);
      assert.match(stage.notices.at(-1) ?? "", /^You are not signed in to the package registry of 127\.0\.0\.1/);
    });
  });
});
