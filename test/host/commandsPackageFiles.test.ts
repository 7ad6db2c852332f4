import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { describe } from "mocha";
import * as vscode from "vscode";
import { makePackage, symbolFile } from "../service/packages/nupkg.ts";
import { cancel } from "./cancelling.ts";
import { command } from "./commandTest.ts";
import { forgetDrafts } from "./drafts.ts";
import { packageStage } from "./packageStage.ts";
import { drawn } from "./playedBoxes.ts";
import { signedIn } from "./signedIn.ts";
import { until } from "./until.ts";

describe("package files and documents", () => {
  const packages = packageStage();
  const { stage } = packages;
  const { pick, type } = stage;
  const add = (id: string, version: string, rest: object = {}, symbols = false) =>
    stage.control.addPackage({ id, version, ...rest }, { project: packages.project.path, symbols });
  const shown = (pattern: RegExp): Promise<string> =>
    until(
      "the document",
      () => {
        const text = vscode.window.activeTextEditor?.document.getText() ?? "";
        return pattern.test(text) && text;
      },
      vscode.window.onDidChangeActiveTextEditor,
      vscode.workspace.onDidChangeTextDocument,
    );

  command("forgeline.package.download", "saves the picked version", async (run) => {
    await add("Down.Load", "1.9.0");
    await add("Down.Load", "1.10.0", { readme: "# Ten\n" });
    const { path, proposed } = packages.saves("down.nupkg");
    const since = await packages.last();
    const done = run();
    const box = "Download Package";
    await pick(box, "Down.Load");
    assert.deepEqual((await packages.look(box, "1.9.0")).rows, ["1.10.0", "1.9.0"]);
    await pick(box, "1.10.0");
    await done;
    assert.deepEqual(await readFile(path), makePackage({ id: "Down.Load", version: "1.10.0", readme: "# Ten\n" }));
    assert.deepEqual(proposed, ["down.load.1.10.0.nupkg"]);
    assert.equal(stage.notices.at(-1), "Saved down.load.1.10.0.nupkg.");
    assert.deepEqual(
      (await packages.asked(since)).filter((request) => !request.includes("/query")),
      [
        "GET /download/Down.Load/index",
        "GET /metadata/Down.Load/1.10.0",
        "GET /download/Down.Load/1.10.0/down.load.1.10.0.nupkg",
      ],
    );
  });

  command(
    "forgeline.package.download",
    "leaves no file when it fails or is canceled",
    drawn("progress with Cancel", async (run) => {
      await add("Broken.Off", "1.0.0", { readme: randomBytes(3_000_000).toString("hex") });
      const { path } = packages.saves("broken.nupkg");
      const name = path.split("/").at(-1) ?? "";
      const left = async (): Promise<string[]> =>
        (await readdir(packages.folder)).filter((file) => file.startsWith(name));
      await stage.control.fault({ path: "/packages/nuget/download/Broken.Off/1.0.0/", action: "resetMidBody" });
      await run(packages.row("Broken.Off", "1.0.0"));
      assert.match((await stage.message()).text, /^Download Package: /);
      assert.deepEqual(await left(), []);
      await stage.control.clearFaults();
      await cancel(stage, () => run(packages.row("Broken.Off", "1.0.0")), {
        title: /^Downloading/,
        fault: { path: "/packages/nuget/download/Broken.Off/1.0.0/" },
      });
      assert.deepEqual(await left(), []);
    }),
  );

  command("forgeline.package.download", "reports a deleted version", async (run) => {
    await run(packages.row("Never.There", "1.0.0"));
    assert.match((await stage.message()).text, /Not found on/);
  });

  command("forgeline.package.delete", "deletes one version after a question", async (run) => {
    await add("Old.One", "1.0.0");
    await add("Old.One", "2.0.0");
    const left = async (): Promise<readonly string[]> =>
      (await stage.client.packages.v3.versions(packages.project.id, "Old.One")).versions;
    const kept = run(packages.row("Old.One", "1.0.0"));
    const dialog = await stage.dialog("Cancel");
    assert.ok(dialog.includes(`Delete Old.One 1.0.0 from the packages of ${packages.project.path}`), dialog);
    await kept;
    assert.deepEqual(await left(), ["1.0.0", "2.0.0"]);
    const done = run();
    await pick("Delete Package Version", "Old.One");
    await pick("Delete Package Version", "1.0.0");
    await stage.dialog("Delete");
    await done;
    stage.messages.take();
    assert.deepEqual(await left(), ["2.0.0"]);
    assert.equal(stage.notices.at(-1), "Old.One 1.0.0 deleted.");
  });

  describe("symbol files", () => {
    const box = "Download Symbol File";

    command("forgeline.packages.downloadSymbols", "validates each field and saves the file", async (run) => {
      await add("Sym", "1.0.0", {}, true);
      const [key] = await stage.control.symbolFiles(packages.project.path);
      assert.ok(key);
      const { path, proposed } = packages.saves("sym.pdb");
      const done = run();
      await packages.look(box, "Name of the symbol file");
      await type(box, "sym.dll");
      await packages.look(box, "The name of a symbol file must end with .pdb");
      await type(box, key.name);
      await packages.look(box, "Enter the signature: 32 hexadecimal digits and the age, often FFFFFFFF");
      await type(box, "123");
      await packages.look(box, "Enter 33 to 40 hexadecimal digits");
      await type(box, key.signature);
      await packages.look(box, "SHA-256 checksum");
      await type(box, `${key.checksum}0`);
      await packages.look(box, "Enter 64 hexadecimal digits, with or without SHA256: at the beginning");
      await type(box, key.checksum.toUpperCase());
      await done;
      assert.deepEqual(await readFile(path), symbolFile({ id: "Sym", version: "1.0.0" }));
      assert.deepEqual(proposed, ["Sym.pdb"]);
      assert.equal(stage.notices.at(-1), "Saved Sym.pdb.");
    });

    command("forgeline.packages.downloadSymbols", "explains refusals and keeps fields", async (run) => {
      packages.saves("none.pdb");
      const fill = async (): Promise<void> => {
        for (const [saying, text] of [
          ["Name of the symbol file", "None.pdb"],
          ["Enter the signature: 32 hexadecimal digits and the age, often FFFFFFFF", "A".repeat(40)],
          ["SHA-256 checksum", "b".repeat(64)],
        ] as const) {
          await packages.look(box, saying);
          await type(box, text);
        }
      };
      const done = run();
      await fill();
      await done;
      assert.match((await stage.message()).text, /has no symbol file None\.pdb with this signature and checksum/);
      await stage.closeMessages();
      await stage.control.packageSettings({ symbolServer: false });
      const again = run();
      assert.equal((await packages.look(box, "Name of the symbol file")).value, "None.pdb");
      await fill();
      await again;
      await stage.control.packageSettings({ symbolServer: true });
      assert.match((await stage.message()).text, /The symbol server of .* is turned off/);
      await forgetDrafts(stage.app, "symbolFile");
    });
  });

  describe("documents of the feed", () => {
    const box = "Show NuGet Feed Documents";

    for (const [row, path, pattern] of [
      ["v3 service index", "GET /index", /"@type": "PackagePublish\/2\.0\.0"/],
      ["v2 service document", "GET /v2", /"href": "Packages"/],
      ["v2 metadata document", "GET /v2/$metadata", /"name": "V2FeedPackage"/],
    ] as const) {
      command("forgeline.packages.showDocuments", `shows the ${row}, without a sign-in`, async (run) => {
        const since = await packages.last();
        const done = run();
        await pick(box, row);
        await done;
        const text = await shown(pattern);
        assert.ok(text.startsWith(`// ${row}`), text);
        assert.match(
          text,
          new RegExp(`^// ${packages.project.instance}/api/v4/projects/${packages.project.id}/packages/nuget/`, "m"),
        );
        assert.deepEqual(
          (await packages.asked(since)).filter((request) => !request.includes("/query")),
          [path],
        );
      });
    }

    for (const [row, path] of [
      ["v2 entries by name (case-insensitive)", /^GET \/v2\/Packages\(\)\?%?\$?.*filter=.*doc\.ument/],
      ["v2 entries by exact name", /^GET \/v2\/FindPackagesById\(\)\?id=.*Doc\.Ument/],
    ] as const) {
      command(
        "forgeline.packages.showDocuments",
        `shows ${row}, and tells the rule about empty versions`,
        async (run) => {
          await add("Doc.Ument", "1.0.0");
          const since = await packages.last();
          const done = run(packages.row("Doc.Ument"));
          await pick(box, row);
          await done;
          const text = await shown(/"Version": ""/);
          assert.match(
            text,
            /^\/\/ The version is empty: v2 feeds cannot resolve the latest version\. Always specify a version/m,
          );
          assert.match(stage.notices.at(-1) ?? "", /^The version is empty: v2 feeds cannot resolve the latest version/);
          const asked = (await packages.asked(since)).filter((request) => !request.includes("/query"));
          assert.equal(asked.length, 1);
          assert.match(decodeURIComponent(asked[0] ?? ""), path);
        },
      );
    }

    command("forgeline.packages.showDocuments", "shows the v2 entry of a version", async (run) => {
      await add("Doc.Ument", "1.0.0");
      const done = run(packages.row("Doc.Ument"));
      await pick(box, "v2 entry of one version");
      await pick(box, "1.0.0");
      await done;
      const text = await shown(/"Version": "1\.0\.0"/);
      assert.match(text, /"contentSrc": "[^"]*\/download\/Doc\.Ument\/1\.0\.0\/doc\.ument\.1\.0\.0\.nupkg"/);
      assert.doesNotMatch(text, /version is empty/);
    });

    command("forgeline.packages.showDocuments", "refuses documents of the wrong format", async (run) => {
      await stage.control.fault({
        path: "/packages/nuget/index",
        status: 200,
        body: "<service/>",
        headers: { "Content-Type": "application/xml" },
      });
      await stage.control.fault({ path: "/packages/nuget/v2$", status: 200, body: { service: true } });
      for (const row of ["v3 service index", "v2 service document"]) {
        const done = run();
        await pick(box, row);
        await done;
        assert.match(
          (await stage.message()).text,
          /The response from the package registry of .* has an unexpected format/,
        );
        await stage.closeMessages();
      }
    });

    command("forgeline.packages.showDocuments", "shows documents of a group's feed", async (run) => {
      const { id } = await stage.control.createGroup({ path: "suites", members: ["alice"] });
      const view = await stage.app.packages.view.load();
      await view?.filter.set({ group: { id, path: "suites" } });
      const done = run();
      assert.deepEqual((await packages.look(box, "v3 service index")).rows, [
        "v3 service index",
        "v2 service document",
        "v2 metadata document",
      ]);
      await pick(box, "v2 service document");
      await done;
      assert.match(await shown(new RegExp(`"base": "[^"]*/groups/${id}/-/packages/nuget/v2"`)), /"href": "Packages"/);
      await run({ ...packages.row("Doc.Ument"), group: id });
      assert.match((await stage.message()).text, /Group feeds have no v2 entries/);
    });
  });

  command("forgeline.package.download", "asks for missing credentials, then goes on", async (run) => {
    await add("Asked.First", "1.0.0");
    const { path, instance } = packages.project;
    await signedIn({ method: "oauth" });
    await packages.project.open();
    const { path: file } = packages.saves("asked.nupkg");
    const done = run({ instance, project: path, packageName: "Asked.First", version: "1.0.0" });
    const box = "Sign In to the Package Registry of";
    await packages.look(box, "Enter your username on");
    await type(box, "alice");
    await packages.look(box, "with the scope read_api, or api to publish packages");
    await type(box, stage.info.users.alice.token);
    await done;
    assert.deepEqual(await readFile(file), makePackage({ id: "Asked.First", version: "1.0.0" }));
    await (await stage.app.packages.feeds()).forget(instance);
    await signedIn();
  });
});
