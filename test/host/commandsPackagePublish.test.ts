import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterEach, describe } from "mocha";
import * as vscode from "vscode";
import { makePackage, makeSymbolPackage } from "../service/packages/nupkg.ts";
import { zip } from "../service/pipelines/zip.ts";
import { cancel } from "./cancelling.ts";
import { command } from "./commandTest.ts";
import { packageStage } from "./packageStage.ts";
import { Rows } from "./rows.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";

describe("publishing packages", () => {
  const packages = packageStage();
  const { stage } = packages;
  const { press } = stage;
  const setFeed = (version: "v2" | undefined) =>
    vscode.workspace
      .getConfiguration("forgeline")
      .update("packages.feedVersion", version, vscode.ConfigurationTarget.Global);
  afterEach(() => setFeed(undefined));

  const spec = {
    id: "Real.Package",
    version: "1.2.0-rc.1",
    authors: "Alice Ahlgren",
    description: "Measures the weather.",
    tags: ["weather"],
    readme: "# Real\n",
    dependencyGroups: [{ targetFramework: "net8.0", dependencies: [{ id: "Weather.Units", range: "[2.0.0, )" }] }],
  };
  const versions = async (name: string): Promise<readonly string[]> => {
    try {
      return (await stage.client.packages.v3.versions(packages.project.id, name)).versions;
    } catch {
      return [];
    }
  };
  /** Bytes that cannot be packed any smaller. */
  const large = (id: string, megabytes: number): Buffer =>
    zip([
      {
        path: `${id}.nuspec`,
        content: Buffer.from(`<package><metadata><id>${id}</id><version>1.0.0</version></metadata></package>`),
      },
      { path: "lib/data.bin", content: randomBytes(megabytes * 1024 * 1024) },
    ]);

  for (const feed of ["v3", "v2"] as const) {
    command(
      "forgeline.packages.publish",
      `publishes a real package by ${feed}: it is found by every route, comes back as it was, and can be deleted`,
      async (run) => {
        const { v3, v2 } = stage.client.packages;
        const { id } = packages.project;
        if (feed === "v2") await setFeed("v2");
        const bytes = makePackage(spec);
        packages.opens(await packages.file("real.nupkg", bytes));
        const since = await packages.last();
        const done = run();
        const dialog = await stage.dialog("Publish");
        for (const part of [
          "Publish Real.Package 1.2.0-rc.1 to",
          "ID: Real.Package",
          "Version: 1.2.0-rc.1",
          "Authors: Alice Ahlgren",
          "Description: Measures the weather.",
          "Dependencies: Weather.Units",
          "File: real.nupkg",
          `Feed: ${feed}`,
        ]) {
          assert.ok(dialog.includes(part), `${part} is not in ${dialog}`);
        }
        await done;
        const [, told] = stage.messages.take();
        assert.match(
          told?.text ?? "",
          feed === "v2"
            ? /^Published Real\.Package 1\.2\.0-rc\.1 to .*Always specify the version .* the v2 feed, which cannot resolve the latest version\.$/
            : /^Published Real\.Package 1\.2\.0-rc\.1 to [^.]*\.$/,
        );
        assert.deepEqual(
          (await packages.asked(since)).filter((request) => !request.startsWith("GET /query")),
          ["GET /download/Real.Package/index", feed === "v2" ? "PUT /v2" : "PUT "],
        );

        const { data } = await v3.query({ project: id }, { q: "real.pack" });
        assert.deepEqual(
          data.map((found) => [found.id, found.version]),
          [["Real.Package", "1.2.0-rc.1"]],
        );
        const metadata = await v3.metadata({ project: id }, "Real.Package");
        assert.deepEqual(
          metadata.items.flatMap(({ items }) =>
            items.map(({ catalogEntry }) => [catalogEntry.version, catalogEntry.authors]),
          ),
          [["1.2.0-rc.1", "Alice Ahlgren"]],
        );
        const one = await v2.package(id, "Real.Package", "1.2.0-rc.1");
        assert.equal(one.properties.Version, "1.2.0-rc.1");
        const [latest] = await v2.findPackagesById(id, "Real.Package");
        assert.equal(latest?.properties.Version, "", "the v2 feed cannot tell the latest version");

        const { path, proposed } = packages.saves("back.nupkg");
        await vscode.commands.executeCommand("forgeline.package.download", packages.row("Real.Package", "1.2.0-rc.1"));
        assert.deepEqual(await readFile(path), bytes);
        assert.deepEqual(proposed, ["real.package.1.2.0-rc.1.nupkg"]);

        const deleted = vscode.commands.executeCommand(
          "forgeline.package.delete",
          packages.row("Real.Package", "1.2.0-rc.1"),
        );
        await stage.dialog("Delete");
        await deleted;
        await stage.message();
        assert.deepEqual(await versions("Real.Package"), []);
      },
    );
  }

  command("forgeline.packages.publish", "shows a published package in the view", async (run) => {
    const done = run(await packages.file("x.nupkg", makePackage({ id: "Shown.Now", version: "1.0.0" })));
    await stage.dialog("Publish");
    await done;
    stage.messages.take();
    await press("Show Package");
    const { view } = stage.app.packages;
    await until(
      "the package",
      async () => (await new Rows<unknown>(view.provider).below()).some(({ label }) => label === "Shown.Now"),
      view.provider.onDidChangeTreeData,
    );
    assert.deepEqual(view.contents?.filter.value, { search: "Shown.Now" });
  });

  command("forgeline.packages.publish", "asks first and reports an existing version", async (run) => {
    await stage.control.addPackage({ id: "Twice", version: "1.0.0" }, { project: packages.project.path });
    const file = await packages.file("twice.nupkg", makePackage({ id: "Twice", version: "1.0.0.0+build" }));
    const since = await packages.last();
    const done = run(file);
    assert.match(await stage.dialog("Cancel"), /This version already exists/);
    await done;
    await stage.message();
    assert.deepEqual(
      (await packages.asked(since)).filter((request) => request.startsWith("PUT")),
      [],
    );
    const again = run(file);
    await stage.dialog("Publish");
    await again;
    const [, refused] = stage.messages.take();
    assert.match(refused?.text ?? "", /already exists/);
  });

  command("forgeline.packages.publish", "refuses invalid packages", async (run) => {
    const since = await packages.last();
    const text = (path: string, content: string) => ({ path, content: Buffer.from(content) });
    const bad: readonly (readonly [name: string, bytes: Buffer, why: RegExp])[] = [
      ["a.zip", Buffer.from("PK"), /a\.zip is not a package \(\.nupkg\)/],
      ["a.snupkg", makeSymbolPackage({ id: "A", version: "1.0.0" }), /contains the symbols of a package/],
      [
        "a.symbols.nupkg",
        makePackage({ id: "A", version: "1.0.0" }),
        /uses the legacy symbol package format, which is not supported/,
      ],
      ["none.nupkg", Buffer.alloc(0), /none\.nupkg is empty/],
      ["text.nupkg", Buffer.from("no archive at all, only words"), /is not a valid package: it cannot be extracted/],
      [
        "half.nupkg",
        makePackage({ id: "A", version: "1.0.0" }).subarray(0, 700),
        /is not a valid package: it cannot be extracted/,
      ],
      ["bare.nupkg", zip([text("lib/a.dll", "MZ")]), /is not a valid package: it contains no \.nuspec file/],
      ["xml.nupkg", zip([text("a.nuspec", "<package><metadata>")]), /is not valid/],
      [
        "bomb.nupkg",
        zip([text("a.nuspec", '<!DOCTYPE p [<!ENTITY a "aa">]><package><metadata><id>&a;</id></metadata></package>')]),
        /is not valid/,
      ],
      [
        "name.nupkg",
        zip([text("a.nuspec", "<package><metadata><id>a b</id><version>1.0.0</version></metadata></package>")]),
        /has the invalid ID “a b”\. Use letters, digits and _ with single dots and hyphens in between\./,
      ],
    ];
    for (const [name, bytes, why] of bad) {
      await run(await packages.file(name, bytes));
      const { level, text: said } = await stage.message();
      assert.equal(level, "error");
      assert.match(said, why);
      await stage.closeMessages();
    }
    assert.deepEqual(
      (await packages.asked(since)).filter((request) => !request.startsWith("GET /query")),
      [],
    );
  });

  for (const feed of ["v3", "v2"] as const) {
    command(
      "forgeline.packages.publish",
      `says of an upload by ${feed} that was cut half-way that nothing is published, and there is nothing`,
      async (run) => {
        if (feed === "v2") await setFeed("v2");
        const file = await packages.file("large.nupkg", large("Cut.Off", 8));
        await stage.control.fault({
          method: "PUT",
          path: feed === "v2" ? "/packages/nuget/v2$" : "/packages/nuget$",
          action: "reset",
        });
        const done = run(file);
        await stage.dialog("Publish");
        await done;
        const [, told] = stage.messages.take();
        assert.match(
          told?.text ?? "",
          /The connection to .* was lost\. Cut\.Off 1\.0\.0 was not published\. Try again\./,
        );
        assert.deepEqual(await versions("Cut.Off"), []);
      },
    );
  }

  command("forgeline.packages.publish", "refuses a package that changed after the question", async (run) => {
    const file = await packages.file("again.nupkg", makePackage({ id: "Packed.Again", version: "1.0.0" }));
    const since = await packages.last();
    const done = run(file);
    // It was read before the feed is asked about it.
    await stage.control.waitForRequest({ path: "/download/Packed.Again/index", since });
    await packages.file(
      "again.nupkg",
      makePackage({ id: "Packed.Again", version: "2.0.0", description: "Another one" }),
    );
    assert.match(await stage.dialog("Publish"), /Version: 1\.0\.0/);
    await done;
    const [, told] = stage.messages.take();
    assert.match(told?.text ?? "", /again\.nupkg changed after it was read/);
    assert.deepEqual(await versions("Packed.Again"), []);
  });

  command("forgeline.packages.publish", "shows progress of 16 MB and can be canceled", async (run) => {
    const file = await packages.file("large.nupkg", large("Large.One", 16));
    const steps: string[] = [];
    const stepped = new vscode.EventEmitter<void>();
    const watching = replace(
      vscode.window,
      "withProgress",
      (real) =>
        ((options: vscode.ProgressOptions, task: Parameters<typeof real>[1]) =>
          real(options, (progress, token) =>
            task(
              {
                report: (value) => {
                  steps.push(value.message ?? "");
                  progress.report(value);
                  stepped.fire();
                },
              },
              token,
            ),
          )) as typeof real,
    );
    await cancel(stage, () => run(file), {
      title: /^Publishing Large\.One/,
      uploads: true,
      fault: { method: "PUT", path: "/packages/nuget$" },
      answer: async () => {
        await stage.answer("Publish");
        await until(
          "a part of it to be sent",
          () => steps.some((step) => /^\d+(?:\.\d)? (?:bytes|KB|MB) of 16 MB$/.test(step)),
          stepped.event,
        );
      },
      onStep: (step) => {
        steps.push(step);
        stepped.fire();
      },
    });
    assert.equal(stage.notices.at(-1), "Canceled. Large.One 1.0.0 was not published.");
    assert.deepEqual(await versions("Large.One"), []);
    await stage.control.clearFaults();
    await stage.control.fault({ method: "PUT", path: "/packages/nuget$", action: "holdAnswer" });
    const again = run(file);
    await stage.dialog("Publish");
    await until("all of it to be sent", () => steps.includes("16 MB sent, waiting for the host"), stepped.event);
    await stage.control.clearFaults();
    await again;
    stage.messages.take();
    watching.dispose();
    assert.deepEqual(await versions("Large.One"), ["1.0.0"]);
  });

  command("forgeline.packages.publish", "explains a read-only token", async (run) => {
    const { instance } = packages.project;
    const { token } = await stage.control.createToken("alice", ["read_api"]);
    await (await stage.app.packages.feeds()).keep(instance, { username: "alice", password: token });
    const done = run(await packages.file("x.nupkg", makePackage({ id: "Scoped", version: "1.0.0" })));
    await stage.dialog("Publish");
    await done;
    const [, told] = stage.messages.take();
    await (await stage.app.packages.feeds()).forget(instance);
    assert.match(
      told?.text ?? "",
      /The token needs the scope api, and you need a role in the project that can publish or delete packages/,
    );
    assert.deepEqual(told?.buttons, ["Sign In to Package Registry…", "Show Log"]);
  });

  command("forgeline.packages.publishSymbols", "publishes symbols, refusing packages without any", async (run) => {
    const { path, id } = packages.project;
    await stage.control.addPackage({ id: "With.Symbols", version: "1.0.0" }, { project: path });
    const file = await packages.file("with.snupkg", makeSymbolPackage({ id: "With.Symbols", version: "1.0.0" }));
    const done = run(file);
    assert.match(await stage.dialog("Publish"), /Publish symbols of With\.Symbols 1\.0\.0 to[^]*ID: With\.Symbols/);
    await done;
    await stage.message();
    assert.match(stage.notices.at(-1) ?? "", /^Published the symbols of With\.Symbols 1\.0\.0/);
    assert.deepEqual(
      (await stage.control.symbolFiles(path)).map(({ name }) => name),
      ["With.Symbols.pdb"],
    );
    assert.ok(id > 0);
    for (const [name, bytes, why] of [
      ["x.nupkg", makePackage({ id: "X", version: "1.0.0" }), /is not marked as a symbol package/],
      [
        "y.snupkg",
        makePackage({ id: "X", version: "1.0.0" }),
        /is not a symbol package according to its \.nuspec file/,
      ],
      ["z.snupkg", Buffer.from("nothing"), /is not a valid package: it cannot be extracted/],
    ] as const) {
      await run(await packages.file(name, bytes));
      assert.match((await stage.message()).text, why);
      await stage.closeMessages();
    }
  });
});
