import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { VIEWS } from "../../src/core/views.ts";
import { makePackage, makeSymbolPackage, symbolFile } from "../service/packages/nupkg.ts";
import { zip } from "../service/pipelines/zip.ts";
import { cancel } from "./cancelling.ts";
import { command, type Run } from "./commandTest.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { answered, clipboard, editorInFront } from "./inFront.ts";
import { type OwnProject, ownProject } from "./ownProject.ts";
import { packageStage } from "./packageStage.ts";
import { drawn } from "./playedBoxes.ts";
import { cells, Rows } from "./rows.ts";
import { closeView } from "./shownView.ts";
import { signedIn } from "./signedIn.ts";
import { replace, setting, watchContextKey } from "./spies.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";
import { labels, viewSuite } from "./viewSuite.ts";

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
    "searches while typing and runs the chosen action @window",
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
      assert.equal(await clipboard(), '<PackageReference Include="Weather.Next" Version="2.0.0-rc.1" />');
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
    await stage.pickAt(title, "Not now", "Try Again");
    await stage.pick(title, "Many.D");
    await stage.control.clearFaults();
    await titleButton("Many.D", "Back");
    const box = await look(title, "Many.D");
    assert.equal(box.value, "many");
    assert.deepEqual(box.rows, ["Many.A", "Many.B", "Many.C", "Many.D", "Filter Packages View by “many”"]);
    await stage.pick(title, "Filter Packages View by “many”");
    await done;
    assert.deepEqual(filter(), { search: "many" });
    assert.deepEqual((await queries(since)).slice(1, 4), [
      "q=many&skip=0&take=20&prerelease=true",
      "q=many&skip=2&take=20&prerelease=true",
      "q=many&skip=2&take=20&prerelease=true",
    ]);
  });

  command("forgeline.packages.search", "keeps the typed text, shows a package in the view @oldest", async (run) => {
    const since = await last();
    await answered(run(), [
      () => fillAt(title, "Weather.Core", "weather.n"),
      () => stage.control.waitForRequest({ path: "query\\?q=weather\\.n", since }),
      () => look(title, "Weather.Next"),
      () => escape(title),
    ]);
    const again = run();
    assert.equal((await look(title, "Weather.Next")).value, "weather.n");
    await stage.pick(title, "Weather.Next");
    await stage.pick("Weather.Next", "Show in Packages View");
    await again;
    assert.deepEqual(await draftsOf(stage.app, "packageSearch"), []);
    assert.deepEqual(labels(await rows()), ["Weather.Next"]);
    const { view } = stage.app.packages;
    await until("the view to be seen", () => view.visible, view.onDidChangeVisibility);
    await closeView(view, "Packages");
  });

  command("forgeline.packages.filter", "narrows the view to a name, an empty text shows all", async (run) => {
    const box = "Filter Packages";
    await Promise.all([run(), typeAt(box, "Enter part of a package name", "next")]);
    assert.deepEqual([filter(), labels(await rows())], [{ search: "next" }, ["Weather.Next"]]);
    const done = run();
    assert.equal((await look(box, "Enter part of a package name")).value, "next");
    await type(box, "");
    await done;
    assert.deepEqual(labels(await rows()), ["Weather.Core", "Weather.Next"]);
  });

  describe("about a group", () => {
    const box = "Show Packages of Group";
    let group: number;
    beforeEach(async () => {
      group = (await stage.control.createGroup({ path: "suites", members: ["alice"] })).id;
      await stage.app.packages.view.load();
    });
    const shows = async (): Promise<void> => {
      assert.deepEqual(filter(), { group: { id: group, path: "suites" } });
      const view = await stage.app.packages.view.load();
      await view?.filter.set({ ...view.filter.value, search: "Weather.Core" });
      assert.deepEqual(labels(await rows()), ["Weather.Core"]);
    };

    command("forgeline.packages.showGroup", "shows the picked group, which is no filter to clear", async (run) => {
      const done = run();
      assert.deepEqual((await look(box, "suites")).rows, ["suites"]);
      await stage.pick(box, "suites");
      await done;
      await shows();
      await vscode.commands.executeCommand("forgeline.packages.clearSearch");
      assert.deepEqual(filter(), { group: { id: group, path: "suites" } });
    });

    command("forgeline.packages.showGroup", "asks for an unknown group ID", async (run) => {
      const body = { message: "404 Group Not Found" };
      await stage.control.fault({ path: "/groups/[^/]*(?:$|/milestones)", status: 404, body });
      await answered(run(), [
        () => stage.pick(box, "suites"),
        () => typeAt(box, "lists packages only by group ID, and the ID of suites is unknown", "suites"),
        () => typeAt(box, "Enter a whole number", String(group)),
      ]);
      await shows();
    });

    command("forgeline.packages.showGroup", "takes any group by path or ID", async (run) => {
      const { id, path } = stage.info.group;
      for (const [text, row] of [
        [path, `Group ${path}`],
        [String(id), `Group ID ${id}`],
      ] as const) {
        await answered(run(), [() => look(box, "suites"), () => stage.pick(box, row, text)]);
        assert.deepEqual(filter()?.group, { id, path });
      }
    });

    command("forgeline.packages.showProject", "shows the project's own packages again", async (run) => {
      const view = await stage.app.packages.view.load();
      await view?.filter.set({ search: "core", group: { id: group, path: "suites" } });
      await run();
      assert.deepEqual([filter(), labels(await rows())], [{ search: "core" }, ["Weather.Core"]]);
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
    assert.equal(await clipboard(), "From.Row");
    await Promise.all([run(), stage.pick("Copy Package Name", "Weather.Next")]);
    assert.equal(await clipboard(), "Weather.Next");
  });

  const row = (packageName: string, version?: string) => ({
    instance: project.instance,
    project: project.path,
    packageName,
    ...(version !== undefined && { version }),
  });

  command("forgeline.package.copyInstallCommand", "copies the tool's command, last tool first", async (run) => {
    await stage.control.addPackage({ id: "Weather.Core", version: "1.1.0" }, { project: project.path });
    await stage.control.addPackage({ id: "Weather.Core", version: "2.0.0-rc.1" }, { project: project.path });
    const box = "Copy Package Install Command";
    for (const [name, tool, text] of [
      ["Weather.Core", ".NET command line", "dotnet add package Weather.Core --version 1.1.0"],
      ["Weather.Next", "NuGet command line", "nuget install Weather.Next -Version 2.0.0-rc.1"],
    ] as const) {
      await Promise.all([run(row(name)), stage.pick(box, tool)]);
      assert.equal(await clipboard(), text);
    }
    const done = run(row("Weather.Core", "1.0.0"));
    assert.equal((await look(box, "Select a tool to install Weather.Core 1.0.0")).rows[0], "NuGet command line");
    await stage.pick(box, "Package Manager Console");
    await done;
    assert.equal(await clipboard(), "Install-Package Weather.Core -Version 1.0.0");
  });

  command("forgeline.package.copyReference", "copies an escaped line, refusing invalid names", async (run) => {
    await run(row("Weather.Core", "1.0.0"));
    assert.equal(await clipboard(), '<PackageReference Include="Weather.Core" Version="1.0.0" />');
    assert.equal(stage.notices.at(-1), "Copied the PackageReference of Weather.Core 1.0.0.");
    await run(row('x" /><Exec Command="y', "1.0.0"));
    await stage.says(/“.*” is not a valid package name/);
    await run(row("Weather.Core", "1.0.0; rm -rf ~"));
    await stage.says(/“.*” is not a valid package version/);
    assert.equal(await clipboard(), '<PackageReference Include="Weather.Core" Version="1.0.0" />');
  });

  command("forgeline.setProjectId", "takes an ID where the host does not return it", async (run) => {
    for (const route of ["$", "/pipelines\\?", "/merge_requests\\?"]) {
      await stage.control.fault({ path: project.address(route), status: 404, body: { message: "404 Not found" } });
    }
    await stage.app.packages.view.load();
    await stage.app.packages.view.load();
    const [row] = await rows();
    assert.equal(row?.item.command?.command, "forgeline.setProjectId");
    // Another project's, so that the rows are surely those of the number.
    const { id } = stage.info.project;
    await answered(run(), [
      () => typeAt("Set Project ID", `Enter the ID of ${project.path}`, "first"),
      () => typeAt("Set Project ID", "Enter a whole number, for example 42", String(id)),
    ]);
    const { current } = stage.app;
    const isSo = () => current.value.kind === "ready" && current.value.project.projectId === id;
    await until("the number", isSo, current.onDidChange);
    await until(
      "its packages",
      async () => {
        const list = labels(await rows());
        return list.some((label) => label.startsWith("Weather")) && !list.includes("Weather.Next");
      },
      stage.app.packages.view.provider.onDidChangeTreeData,
    );
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
      const found = await (await stage.app.packages.feeds()).given(project.instance);
      assert.equal(found, undefined, "what is refused is not kept");
      await type(title, stage.info.users.alice.token);
      await done;
      logged.dispose();
      assert.ok(lines.length > 0);
      const { token } = stage.info.users.alice;
      for (const secret of [token, Buffer.from(`alice:${token}`).toString("base64"), "no-token"])
        assert.ok(!lines.join("\n").includes(secret), "the log shows a secret");
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

    command("forgeline.packages.signOut", "asks, then forgets credentials", async (run) => {
      const feeds = await stage.app.packages.feeds();
      await feeds.keep(project.instance, { username: "alice", password: stage.info.users.alice.token });
      await stage.app.packages.view.load();
      assert.equal((await rows()).length, 2);
      await Promise.all([run(), stage.answer("Cancel")]);
      assert.ok(await feeds.given(project.instance));
      await Promise.all([run(), stage.answer("Sign Out")]);
      assert.equal(await feeds.given(project.instance), undefined);
      assert.deepEqual(await rows(), []);
      await run(project.instance);
      assert.match(stage.notices.at(-1) ?? "", /^You are not signed in to the package registry of 127\.0\.0\.1/);
    });
  });
});

describe("package files and documents", () => {
  const packages = packageStage();
  const { stage } = packages;
  const { pick } = stage;
  const add = (id: string, version: string, rest: object = {}, symbols = false) =>
    stage.control.addPackage({ id, version, ...rest }, { project: packages.project.path, symbols });
  const shown = async (pattern: RegExp): Promise<string> =>
    (await editorInFront("the document", (document) => pattern.test(document.getText()))).document.getText();
  const feedRequests = async (since: number): Promise<string[]> =>
    (await packages.asked(since)).filter((request) => !request.includes("/query"));

  command("forgeline.package.download", "saves the picked version", async (run) => {
    await add("Down.Load", "1.9.0");
    await add("Down.Load", "1.10.0", { readme: "# Ten\n" });
    const { path, proposed } = packages.saves("down.nupkg");
    const since = await packages.last();
    const done = run();
    const box = "Download Package";
    await pick(box, "Down.Load");
    assert.deepEqual((await stage.look(box, "1.9.0")).rows, ["1.10.0", "1.9.0"]);
    await pick(box, "1.10.0");
    await done;
    assert.deepEqual(await readFile(path), makePackage({ id: "Down.Load", version: "1.10.0", readme: "# Ten\n" }));
    assert.deepEqual(proposed, ["down.load.1.10.0.nupkg"]);
    assert.equal(stage.notices.at(-1), "Saved down.load.1.10.0.nupkg.");
    assert.deepEqual(await feedRequests(since), [
      "GET /download/Down.Load/index",
      "GET /metadata/Down.Load/1.10.0",
      "GET /download/Down.Load/1.10.0/down.load.1.10.0.nupkg",
    ]);
  });

  command(
    "forgeline.package.download",
    "leaves no file when it fails or is canceled @window",
    drawn("progress with Cancel", async (run) => {
      await add("Broken.Off", "1.0.0", { readme: randomBytes(3_000_000).toString("hex") });
      const { path } = packages.saves("broken.nupkg");
      const name = path.split("/").at(-1) ?? "";
      const left = async (): Promise<string[]> =>
        (await readdir(packages.folder)).filter((file) => file.startsWith(name));
      await stage.control.fault({ path: "/packages/nuget/download/Broken.Off/1.0.0/", action: "resetMidBody" });
      await run(packages.row("Broken.Off", "1.0.0"));
      await stage.says(/^Download Package: /);
      assert.deepEqual(await left(), []);
      await stage.control.clearFaults();
      await cancel(stage, () => run(packages.row("Broken.Off", "1.0.0")), {
        title: /^Downloading/,
        fault: { path: "/packages/nuget/download/Broken.Off/1.0.0/" },
      });
      assert.deepEqual(await left(), []);
    }),
  );

  command("forgeline.package.delete", "deletes one version after a question", async (run) => {
    await add("Old.One", "1.0.0");
    await add("Old.One", "2.0.0");
    const left = async (): Promise<readonly string[]> =>
      (await stage.client.packages.v3.versions(packages.project.id, "Old.One")).versions;
    const [, said] = await Promise.all([run(packages.row("Old.One", "1.0.0")), stage.answer("Cancel")]);
    assert.ok(said.includes(`Delete Old.One 1.0.0 from the packages of ${packages.project.path}`), said);
    assert.deepEqual(await left(), ["1.0.0", "2.0.0"]);
    const box = "Delete Package Version";
    await answered(run(), [() => pick(box, "Old.One"), () => pick(box, "1.0.0"), () => stage.answer("Delete")]);
    assert.deepEqual(await left(), ["2.0.0"]);
    assert.equal(stage.notices.at(-1), "Old.One 1.0.0 deleted.");
  });

  describe("symbol files", () => {
    const box = "Download Symbol File";
    const steps = [
      "Name of the symbol file",
      "Enter the signature: 32 hexadecimal digits and the age, often FFFFFFFF",
      "SHA-256 checksum",
    ] as const;
    command("forgeline.packages.downloadSymbols", "validates each field and saves the file", async (run) => {
      await add("Sym", "1.0.0", {}, true);
      const [key] = await stage.control.symbolFiles(packages.project.path);
      assert.ok(key);
      const { path, proposed } = packages.saves("sym.pdb");
      const done = run();
      for (const [saying, text] of [
        [steps[0], "sym.dll"],
        ["The name of a symbol file must end with .pdb", key.name],
        [steps[1], "123"],
        ["Enter 33 to 40 hexadecimal digits", key.signature],
        [steps[2], `${key.checksum}0`],
        ["Enter 64 hexadecimal digits, with or without SHA256: at the beginning", key.checksum.toUpperCase()],
      ] as const)
        await stage.typeAt(box, saying, text);
      await done;
      assert.deepEqual(await readFile(path), symbolFile({ id: "Sym", version: "1.0.0" }));
      assert.deepEqual([proposed, stage.notices.at(-1)], [["Sym.pdb"], "Saved Sym.pdb."]);
    });

    command("forgeline.packages.downloadSymbols", "explains refusals and keeps fields", async (run) => {
      packages.saves("none.pdb");
      const fields = ["None.pdb", "A".repeat(40), "b".repeat(64)];
      const fill = async (): Promise<void> => {
        for (const [at, text] of fields.entries()) await stage.typeAt(box, steps[at]!, text);
      };
      await Promise.all([run(), fill()]);
      await stage.says(/has no symbol file None\.pdb with this signature and checksum/);
      await stage.closeMessages();
      await stage.control.packageSettings({ symbolServer: false });
      const again = run();
      assert.equal((await stage.look(box, steps[0])).value, "None.pdb");
      await fill();
      await again;
      await stage.control.packageSettings({ symbolServer: true });
      await stage.says(/The symbol server of .* is turned off/);
      await forgetDrafts(stage.app, "symbolFile");
    });
  });

  describe("documents of the feed", () => {
    const box = "Show NuGet Feed Documents";

    command("forgeline.packages.showDocuments", "shows those of the feed, without a sign-in", async (run) => {
      for (const [row, path, pattern] of [
        ["v3 service index", "GET /index", /"@type": "PackagePublish\/2\.0\.0"/],
        ["v2 service document", "GET /v2", /"href": "Packages"/],
        ["v2 metadata document", "GET /v2/$metadata", /"name": "V2FeedPackage"/],
      ] as const) {
        const since = await packages.last();
        await Promise.all([run(), pick(box, row)]);
        const text = await shown(pattern);
        assert.ok(text.startsWith(`// ${row}`), text);
        const { instance, id } = packages.project;
        assert.match(text, new RegExp(`^// ${instance}/api/v4/projects/${id}/packages/nuget/`, "m"));
        assert.deepEqual(await feedRequests(since), [path]);
      }
    });

    command("forgeline.packages.showDocuments", "shows v2 entries, with the rule about empty versions", async (run) => {
      await add("Doc.Ument", "1.0.0");
      for (const [row, path] of [
        ["v2 entries by name (case-insensitive)", /^GET \/v2\/Packages\(\)\?%?\$?.*filter=.*doc\.ument/],
        ["v2 entries by exact name", /^GET \/v2\/FindPackagesById\(\)\?id=.*Doc\.Ument/],
      ] as const) {
        const since = await packages.last();
        await Promise.all([run(packages.row("Doc.Ument")), pick(box, row)]);
        const rule = /The version is empty: v2 feeds cannot resolve the latest version/;
        assert.match(await shown(/"Version": ""/), new RegExp(`^// ${rule.source}. Always specify a version`, "m"));
        assert.match(stage.notices.at(-1) ?? "", rule);
        assert.match(decodeURIComponent((await feedRequests(since)).join()), path);
      }
      const done = run(packages.row("Doc.Ument"));
      await answered(done, [() => pick(box, "v2 entry of one version"), () => pick(box, "1.0.0")]);
      const text = await shown(/"Version": "1\.0\.0"/);
      assert.match(text, /"contentSrc": "[^"]*\/download\/Doc\.Ument\/1\.0\.0\/doc\.ument\.1\.0\.0\.nupkg"/);
      assert.doesNotMatch(text, /version is empty/);
    });

    command("forgeline.packages.showDocuments", "shows documents of a group's feed", async (run) => {
      const { id } = await stage.control.createGroup({ path: "suites", members: ["alice"] });
      const view = await stage.app.packages.view.load();
      await view?.filter.set({ group: { id, path: "suites" } });
      const done = run();
      const offered = (await stage.look(box, "v3 service index")).rows;
      assert.deepEqual(offered, ["v3 service index", "v2 service document", "v2 metadata document"]);
      await pick(box, "v2 service document");
      await done;
      assert.match(await shown(new RegExp(`"base": "[^"]*/groups/${id}/-/packages/nuget/v2"`)), /"href": "Packages"/);
      await run({ ...packages.row("Doc.Ument"), group: id });
      await stage.says(/Group feeds have no v2 entries/);
    });
  });

  command("forgeline.package.download", "asks for missing credentials, then goes on", async (run) => {
    await add("Asked.First", "1.0.0");
    const { path, instance } = packages.project;
    await signedIn({ method: "oauth" });
    await packages.project.open();
    const { path: file } = packages.saves("asked.nupkg");
    const box = "Sign In to the Package Registry of";
    await answered(run({ instance, project: path, packageName: "Asked.First", version: "1.0.0" }), [
      () => stage.typeAt(box, "Enter your username on", "alice"),
      () => stage.typeAt(box, "with the scope read_api, or api to publish packages", stage.info.users.alice.token),
    ]);
    assert.deepEqual(await readFile(file), makePackage({ id: "Asked.First", version: "1.0.0" }));
    await (await stage.app.packages.feeds()).forget(instance);
    await signedIn();
  });

  describe("publishing packages", () => {
    const { press } = stage;
    const setFeed = (version?: "v2") => setting("forgeline.packages.feedVersion", version);
    afterEach(() => setFeed());

    const spec = {
      id: "Real.Package",
      version: "1.2.0-rc.1",
      authors: "Alice Ahlgren",
      description: "Measures the weather.",
      dependencyGroups: [{ targetFramework: "net8.0", dependencies: [{ id: "Weather.Units", range: "[2.0.0, )" }] }],
    };
    /** Bytes that cannot be packed any smaller. */
    const large = (id: string, megabytes: number): Buffer => {
      const nuspec = `<package><metadata><id>${id}</id><version>1.0.0</version></metadata></package>`;
      return zip([
        { path: `${id}.nuspec`, content: Buffer.from(nuspec) },
        { path: "lib/data.bin", content: randomBytes(megabytes * 1024 * 1024) },
      ]);
    };
    const sends = async (since: number): Promise<string[]> =>
      (await packages.asked(since)).filter((request) => !request.startsWith("GET /query"));
    /** Publishes, and says yes; gives the words of the question. */
    const publishing = async (run: Run, file?: vscode.Uri): Promise<string> =>
      (await Promise.all([stage.dialog("Publish"), run(...(file ? [file] : []))]))[0];

    for (const feed of ["v3", "v2"] as const) {
      command("forgeline.packages.publish", `shows what is published, and sends it by ${feed}`, async (run) => {
        if (feed === "v2") await setFeed("v2");
        const bytes = makePackage(spec);
        packages.opens(await packages.file("real.nupkg", bytes));
        const since = await packages.last();
        const dialog = await publishing(run);
        for (const part of [
          ...["Publish Real.Package 1.2.0-rc.1 to", "ID: Real.Package", "Version: 1.2.0-rc.1", `Feed: ${feed}`],
          ...["Authors: Alice Ahlgren", "Description: Measures the weather.", "Dependencies: Weather.Units"],
          "File: real.nupkg",
        ])
          assert.ok(dialog.includes(part), `${part} is not in ${dialog}`);
        const [, told] = stage.messages.take();
        assert.match(
          told?.text ?? "",
          feed === "v2"
            ? /^Published Real\.Package 1\.2\.0-rc\.1 to .*Always specify the version .* the v2 feed, which cannot resolve the latest version\.$/
            : /^Published Real\.Package 1\.2\.0-rc\.1 to [^.]*\.$/,
        );
        assert.deepEqual(await sends(since), ["GET /download/Real.Package/index", feed === "v2" ? "PUT /v2" : "PUT "]);
        await press("Show Package");
        await stage.control.waitForRequest({
          path: `/projects/${packages.project.id}/packages/nuget/query\\?q=Real\\.Package`,
          since,
        });
        const { path } = packages.saves("back.nupkg");
        await vscode.commands.executeCommand("forgeline.package.download", packages.row("Real.Package", "1.2.0-rc.1"));
        assert.deepEqual(await readFile(path), bytes);
      });
    }

    command("forgeline.packages.publish", "asks first and reports an existing version", async (run) => {
      await stage.control.addPackage({ id: "Twice", version: "1.0.0" }, { project: packages.project.path });
      const file = await packages.file("twice.nupkg", makePackage({ id: "Twice", version: "1.0.0.0+build" }));
      const since = await packages.last();
      const [, words] = await Promise.all([run(file), stage.answer("Cancel")]);
      assert.match(words, /This version already exists/);
      assert.ok(!(await sends(since)).some((request) => request.startsWith("PUT")));
      await publishing(run, file);
      assert.match(stage.messages.take()[1]?.text ?? "", /already exists/);
    });

    const text = (path: string, content: string) => ({ path, content: Buffer.from(content) });
    const [asPackage, asSymbols] = [makePackage, makeSymbolPackage].map((make) => make({ id: "A", version: "1.0.0" }));
    const refuses = async (run: Run, files: readonly (readonly [string, Buffer, RegExp])[]): Promise<void> => {
      const since = await packages.last();
      for (const [name, bytes, why] of files) {
        await run(await packages.file(name, bytes));
        await stage.says(why);
        await stage.closeMessages();
      }
      assert.deepEqual(await sends(since), []);
    };

    command("forgeline.packages.publish", "refuses invalid packages", async (run) => {
      const named = "<package><metadata><id>a b</id><version>1.0.0</version></metadata></package>";
      await refuses(run, [
        ["a.zip", Buffer.from("PK"), /a\.zip is not a package \(\.nupkg\)/],
        ["a.snupkg", asSymbols!, /contains the symbols of a package/],
        ["a.symbols.nupkg", asPackage!, /uses the legacy symbol package format, which is not supported/],
        ["text.nupkg", Buffer.from("no archive at all, only words"), /is not a valid package: it cannot be extracted/],
        [
          "name.nupkg",
          zip([text("a.nuspec", named)]),
          /has the invalid ID “a b”\. Use letters, digits and _ with single/,
        ],
      ]);
    });

    command("forgeline.packages.publish", "refuses a package that changed after the question", async (run) => {
      const file = await packages.file("again.nupkg", makePackage({ id: "Packed.Again", version: "1.0.0" }));
      const since = await packages.last();
      const done = run(file);
      // It was read before the feed is asked about it.
      await stage.control.waitForRequest({ path: "/download/Packed.Again/index", since });
      await packages.file("again.nupkg", makePackage({ id: "Packed.Again", version: "2.0.0" }));
      assert.match(await stage.dialog("Publish"), /Version: 1\.0\.0/);
      await done;
      assert.match(stage.messages.take()[1]?.text ?? "", /again\.nupkg changed after it was read/);
      assert.ok(!(await sends(since)).some((request) => request.startsWith("PUT")));
    });

    command("forgeline.packages.publish", "shows progress of 4 MB and can be canceled", async (run) => {
      const file = await packages.file("large.nupkg", large("Large.One", 4));
      const steps: string[] = [];
      const stepped = new vscode.EventEmitter<void>();
      for (const [action, sent, notice] of [
        ["hang", /^\d+(?:\.\d)? (?:bytes|KB|MB) of 4 MB$/, "Canceled. Large.One 1.0.0 was not published."],
        ["holdAnswer", /^4 MB sent, waiting for the host$/, "Canceled too late: Large.One 1.0.0 was published."],
      ] as const) {
        await cancel(stage, () => run(file), {
          title: /^Publishing Large\.One/,
          uploads: true,
          fault: { method: "PUT", path: "/packages/nuget$", action },
          answer: async () => {
            await stage.answer("Publish");
            await until("so much to be sent", () => steps.some((one) => sent.test(one)), stepped.event);
          },
          onStep: (text) => {
            steps.push(text);
            stepped.fire();
          },
        });
        assert.equal(stage.notices.at(-1), notice);
        await stage.control.clearFaults();
      }
    });

    command("forgeline.packages.publish", "explains a read-only token", async (run) => {
      const { instance } = packages.project;
      const { token } = await stage.control.createToken("alice", ["read_api"]);
      await (await stage.app.packages.feeds()).keep(instance, { username: "alice", password: token });
      await publishing(run, await packages.file("x.nupkg", makePackage({ id: "Scoped", version: "1.0.0" })));
      const [, told] = stage.messages.take();
      await (await stage.app.packages.feeds()).forget(instance);
      assert.match(told?.text ?? "", /The token needs the scope api, and you need a role in the project that can/);
      assert.deepEqual(told?.buttons, ["Sign In to Package Registry…", "Show Log"]);
    });

    command("forgeline.packages.publishSymbols", "publishes symbols, refusing packages without any", async (run) => {
      const { path } = packages.project;
      await stage.control.addPackage({ id: "With.Symbols", version: "1.0.0" }, { project: path });
      const file = await packages.file("with.snupkg", makeSymbolPackage({ id: "With.Symbols", version: "1.0.0" }));
      const [, words] = await Promise.all([run(file), stage.answer("Publish")]);
      assert.match(words, /Publish symbols of With\.Symbols 1\.0\.0 to[^]*ID: With\.Symbols/);
      assert.match(stage.notices.at(-1) ?? "", /^Published the symbols of With\.Symbols 1\.0\.0/);
      const names = (await stage.control.symbolFiles(path)).map(({ name }) => name);
      assert.deepEqual(names, ["With.Symbols.pdb"]);
      await refuses(run, [
        ["x.nupkg", asPackage!, /is not marked as a symbol package/],
        ["y.snupkg", asPackage!, /is not a symbol package according to its \.nuspec file/],
      ]);
    });
  });
});

describe("the Packages view", () => {
  const suite = viewSuite(VIEWS.packages, "Packages", ({ packages }) => packages.view);
  const add = (id: string, version: string, rest: object = {}) =>
    suite.control.addPackage({ id, version, ...rest }, { project: suite.project.path });
  /** What was asked of the project's own feed, and how it was signed: the window's project before it may still be read. */
  const asked = async (since: number): Promise<string[]> =>
    (await suite.control.requests(since))
      .filter(({ path }) => new RegExp(`/projects/${suite.project.id}/packages/nuget/(query|metadata)`).test(path))
      .map(({ path, headers }) => `${headers["authorization"] ?? ""} ${path.replace(/^.*nuget/, "")}`);
  const last = (): Promise<number> => suite.control.lastRequest();

  it("lists packages with their versions, newest first, and dependencies @oldest", async () => {
    await add("Weather.Core", "1.9.0");
    await add("Weather.Core", "1.10.0", {
      authors: "Alice Ahlgren",
      tags: ["weather"],
      description: "What the station measures.",
      dependencyGroups: [
        { targetFramework: "net8.0", dependencies: [{ id: "Weather.Units", range: "[2.0.0, )" }] },
        { targetFramework: "net48", dependencies: [] },
      ],
    });
    await add("Weather.Core", "2.0.0-beta.1");
    await add("Weather.Units", "2.0.0", { dependencyGroups: [{ dependencies: [{ id: "Text", range: "1.0.0" }] }] });
    const since = await last();
    const list = await suite.open();
    assert.deepEqual(labels(list), ["Weather.Core", "Weather.Units"]);
    const [core, units] = list;
    assert.ok(core && units);
    assert.deepEqual([core.icon, core.context], ["package", "package"]);
    assert.match(core.description, / · 3 versions · /);
    const versions = await suite.rows.below(core);
    assert.deepEqual(labels(versions), ["2.0.0-beta.1", "1.10.0", "1.9.0"]);
    const [beta, ten] = versions;
    assert.ok(beta && ten);
    assert.match(beta.description, /^prerelease · /);
    const frameworks = await suite.rows.below(ten);
    assert.deepEqual(cells(frameworks, "label", "description"), [
      "net8.0 | 1 dependency",
      "net48 | no dependencies",
      "Metadata | ",
    ]);
    const [dependency] = await suite.rows.below(frameworks[0]);
    const found = [dependency?.label, dependency?.description, dependency?.spoken];
    assert.deepEqual(found, ["Weather.Units", "[2.0.0, )", "Depends on Weather.Units, [2.0.0, )"]);
    assert.deepEqual(labels(await suite.rows.below((await suite.rows.below(units))[0])), ["Text", "Metadata"]);
    const { value } = await suite.rows.tooltip(ten);
    for (const part of ["**Authors** Alice Ahlgren", "**Tags** weather", "**Description** What the station measures."])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
    // A personal token's session signs in to the feed with itself: nobody is asked.
    assert.deepEqual(await asked(since), [
      "Basic /query?q=&skip=0&take=20&prerelease=true",
      "Basic /metadata/Weather.Core/index",
      "Basic /metadata/Weather.Units/index",
    ]);
  });

  it("lists a group's packages with their projects", async () => {
    const name = `Grouped.${suite.project.id}`;
    const other = `suites/other${suite.project.id}`;
    const { id: group } = await suite.control.createGroup({ path: "suites", members: ["alice"] });
    const { id: otherId } = await suite.control.createProject({
      path: other,
      visibility: "private",
      members: ["alice"],
    });
    await add(name, "1.0.0");
    await suite.control.addPackage({ id: name, version: "1.0.0" }, { project: other });
    await suite.control.addPackage({ id: name, version: "2.0.0" }, { project: other });
    await suite.open();
    const since = await last();
    await suite.contents.filter.set({ search: name, group: { id: group, path: "suites" } });
    const [row] = await suite.rows.below();
    assert.equal(row?.label, name);
    assert.equal(suite.message, `Group suites · Filter: “${name}”`);
    const versions = await suite.rows.below(row);
    assert.deepEqual(
      versions.map(({ label, description }) => [label, /project \d+$/.exec(description)?.[0]]),
      [["2.0.0", `project ${otherId}`], ...[suite.project.id, otherId].map((id) => ["1.0.0", `project ${id}`])],
    );
    assert.equal(new Set(versions.map(({ id }) => id)).size, 3);
    const paths = (await suite.control.requests(since))
      .map(({ path }) => path)
      .filter((path) => path.includes("nuget"));
    assert.deepEqual(
      paths.map((path) => path.replace(/^.*\/api\/v4/, "")),
      [
        `/groups/${group}/-/packages/nuget/query?q=${name}&skip=0&take=20&prerelease=true`,
        `/groups/${group}/-/packages/nuget/metadata/${name}/index`,
      ],
    );
    await suite.contents.filter.set({ search: name });
    assert.deepEqual(labels(await suite.rows.below((await suite.rows.below())[0])), ["1.0.0"]);
  });

  it("explains unreadable and missing feeds in one row", async () => {
    assert.deepEqual(labels(await suite.open()), ["No NuGet packages yet"]);
    await add("Odd", "1.0.0");
    await suite.refreshed();
    await suite.control.fault({
      path: "/packages/nuget/metadata",
      status: 200,
      body: "<?xml version='1.0'?><feed/>",
      headers: { "Content-Type": "application/xml" },
    });
    const [below] = await suite.rows.below(await suite.rows.at("Odd"));
    assert.match(below?.label ?? "", /The response from the package registry of .* has an unexpected format/);
    await suite.control.fault({ path: "/packages/nuget/query", status: 404, body: { message: "404 Not Found" } });
    assert.match(labels(await suite.refreshed()).join(), /^The package registry of this project on .* is not/);
    await suite.contents.filter.set({ group: { id: 999_999, path: "gone" } });
    assert.match(labels(await suite.rows.below()).join(), /^The package registry of the group gone on [^]*, hidden/);
  });

  it("loads more from the current count", async () => {
    for (let at = 10; at < 33; at++) await add(`Many.P${at}`, "1.0.0");
    const list = await suite.open();
    assert.deepEqual([list.length, list.at(-1)?.label], [21, "Load more…"]);
    const since = await last();
    await suite.rows.press(list.at(-1)!);
    assert.deepEqual(await asked(since), ["Basic /query?q=&skip=20&take=20&prerelease=true"]);
    assert.deepEqual([(await suite.rows.below()).length, new Set(labels(await suite.rows.below())).size], [23, 23]);
  });

  it("offers to sign in when the feed refuses the token", async () => {
    await add("Locked", "1.0.0");
    await suite.control.fault({ path: "/packages/nuget/query", status: 401, body: { message: "401 Unauthorized" } });
    const keys = watchContextKey("forgeline.packageFeed");
    assert.deepEqual(await suite.open(), [], "the welcome text has the button");
    assert.equal(keys.values.at(-1), "refused");
    await suite.control.clearFaults();
    assert.deepEqual(labels(await suite.refreshed()), ["Locked"]);
    assert.equal(keys.values.at(-1), "open");
    keys.dispose();
  });
});

const id = "forgeline.packages.addFeed";

describe("feeds in NuGet.config", () => {
  const packages = packageStage();
  const { stage } = packages;
  const box = "Add Feed to NuGet.config";
  const root = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder is open");
  const at = (name: string): string => join(root(), name);
  const address = (version: "index.json" | "v2" = "index.json"): string =>
    `${packages.project.instance}/api/v4/projects/${packages.project.id}/packages/nuget/${version}`;
  const source = (name: string, of = address()): string =>
    `<add key="${name}" value="${of}" allowInsecureConnections="true" />`;
  const own = (): string => packages.project.path.replace("/", "_");
  const ask = "Enter the name of the source";
  const write = (text: string, name = "nuget.config"): Promise<void> => writeFile(at(name), text);
  const text = (name = "nuget.config"): Promise<string> => readFile(at(name), "utf8");
  const config = (sources: readonly string[], more = ""): string =>
    `<configuration>\n  <packageSources>\n${sources.map((one) => `    ${one}\n`).join("")}  </packageSources>\n${more}</configuration>\n`;
  const other = (name: string): string => `<add key="${name}" value="https://${name}" />`;
  const mapping = `  <packageSourceMapping>\n    <packageSource key="first">\n      <package pattern="*" />\n    </packageSource>\n  </packageSourceMapping>\n`;

  const setFeed = (version: "v2" | undefined): Thenable<void> => setting("forgeline.packages.feedVersion", version);

  afterEach(async () => {
    await setFeed(undefined);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const name of ["nuget.config", "NuGet.Config", "deeper"]) await rm(at(name), { force: true, recursive: true });
  });

  command(id, "creates the file without a credential, offers to sign in", async (run) => {
    const done = run();
    assert.equal((await stage.look(box, "Enter the name of the source")).value, own());
    await stage.enter(box);
    await done;
    const made = await text();
    assert.equal(made, `<?xml version="1.0" encoding="utf-8"?>\n${config([source(own())])}`);
    assert.ok(!made.includes(stage.info.users.alice.token) && !/password/i.test(made));
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, at("nuget.config"));
    await stage.says(/Added the source “.*” to nuget\.config\. Credentials are not stored in the file; use an/);
    await stage.press("Copy Variable");
    const said = "Copied the variable with a placeholder for the token.";
    await until("the copy", () => stage.notices.includes(said), stage.onDidNotify.event);
    const copied = await clipboard();
    assert.equal(copied, `NuGetPackageSourceCredentials_${own()}=Username=alice;Password=<personal access token>`);
  });

  command(id, "keeps comments and layout, is undone in one step", async (run) => {
    const before = `<?xml version="1.0"?>\r\n<!-- Ours: ask before you change it -->\r\n<configuration>\r\n\t<packageSources>\r\n\t\t<add key='Public' value="https://example.com/index.json"/> <!-- mirror -->\r\n\t</packageSources>\r\n</configuration>`;
    await write(before, "NuGet.Config");
    const done = run();
    await stage.typeAt(box, ask, "public");
    await stage.typeAt(box, "The file already has a source with this name and another URL", "");
    await stage.typeAt(box, "Enter a name", "mine");
    await done;
    await stage.message();
    const found = await text("NuGet.Config");
    const seen = found;
    const facts = seen;
    const came = facts;
    const expected = before.replace("\t</packageSources>", () => `\t\t${source("mine")}\r\n\t</packageSources>`);
    assert.equal(came, expected);
    await vscode.commands.executeCommand("undo");
    assert.equal(vscode.window.activeTextEditor?.document.getText(), before);
    // Saved as it was: the next test's file is another.
    await vscode.window.activeTextEditor.document.save();
  });

  command(id, "adds to a file changed while the name was asked for", async (run) => {
    const [first, second, third] = [other("first"), other("second"), other("third")];
    const name = async (typed: string, now: string): Promise<string> => {
      await write(config([first]));
      await answered(run(), [() => stage.look(box, ask), () => write(now), () => stage.type(box, typed)]);
      return (await stage.message()).text;
    };
    const changed = /nuget\.config has changed in the meantime and .*\. Nothing was added\. Try again\.$/;
    for (const [typed, now, why] of [
      ["mine", config([first], mapping), "now uses package source mapping"],
      ["second", config([first, second]), "already has a source named “second”"],
    ] as const) {
      const said = await name(typed, now);
      assert.match(said, changed);
      assert.ok(said.includes(why), said);
      assert.equal(await text(), now);
    }
    // No text that was in the file before: the editor, which may not have heard of the last changes, takes that for the older file, and does not save over the newer one.
    assert.match(await name("mine", config([first, second, third])), /^Added the source “mine” to nuget\.config\./);
    assert.equal(await text(), config([first, second, third, source("mine")]));
  });

  command(id, "adds no duplicate, reports a disabled one, and offers its variable again", async (run) => {
    const disabled = `  <disabledPackageSources>\n    <add key="there" value="true" />\n  </disabledPackageSources>\n`;
    const before = config([source("there")], disabled);
    await write(before);
    await run();
    assert.equal(await text(), before);
    await stage.says(/is already configured as “there”, but disabled in this file/, ["Copy Variable"]);
  });

  command(id, "asks for package patterns where the file has some", async (run) => {
    await write(config([other("first")], mapping));
    const done = run();
    await stage.enterAt(box, ask);
    await stage.typeAt(box, "This file uses package source mapping", "Weather*Core");
    await stage.typeAt(box, "is not a valid pattern", "Weather.* Units");
    await done;
    await stage.message();
    const patterns = ["Weather.*", "Units"].map((one) => `      <package pattern="${one}" />\n`).join("");
    assert.ok((await text()).includes(`    <packageSource key="${own()}">\n${patterns}    </packageSource>\n`));
  });

  command(id, "asks which file, explains the rule of the v2 feed", async (run) => {
    await setFeed("v2");
    await mkdir(at("deeper"));
    for (const name of ["nuget.config", "deeper/nuget.config"]) await write("<configuration />\n", name);
    const done = run();
    const offered = (await stage.look(box, "Select the file to add the feed to")).rows;
    assert.deepEqual(offered, ["nuget.config", "deeper/nuget.config"]);
    await stage.pick(box, "deeper/nuget.config");
    await stage.enterAt(box, ask);
    await done;
    await stage.says(/It is a v2 feed, which cannot resolve the latest version: always specify a version when you/);
    assert.equal(await text(), "<configuration />\n");
    assert.ok((await text("deeper/nuget.config")).includes(source(own(), address("v2"))));
  });

  command(id, "adds the group's feed, leaves own changes unsaved", async (run) => {
    const { id } = await stage.control.createGroup({ path: "suites", members: ["alice"] });
    await (await stage.app.packages.view.load())?.filter.set({ group: { id, path: "suites" } });
    await write("<configuration />\n");
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(at("nuget.config")));
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), "<!-- mine -->\n"));
    const done = run();
    assert.equal((await stage.look(box, ask)).value, "suites");
    await stage.enter(box);
    await done;
    await stage.message();
    const now = editor.document.getText();
    for (const part of [
      `${packages.project.instance}/api/v4/groups/${id}/-/packages/nuget/index.json`,
      "<!-- mine -->",
    ])
      assert.ok(now.includes(part), now);
    assert.ok(editor.document.isDirty);
    assert.equal(await text(), "<configuration />\n");
  });
});
