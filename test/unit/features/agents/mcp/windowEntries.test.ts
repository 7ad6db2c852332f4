import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path, { join } from "node:path";
import { checkPrivateFolder, makePrivateFolder } from "../../../../../src/features/agents/mcp/privateFolder.ts";
import { newSocketPath, removeSocketFolder } from "../../../../../src/features/agents/mcp/socketPlace.ts";
import {
  entriesFolder,
  processIdentity,
  removeEndedWindows,
  runningWindows,
  writeEntry,
} from "../../../../../src/features/agents/mcp/windowEntries.ts";
import { mcpStage } from "./mcpStage.ts";

const modeOf = (file: string): string => (lstatSync(file).mode & 0o777).toString(8);

describe("the entries of windows", () => {
  const stage = mcpStage();
  afterEach(() => stage.closeAll());

  it("are files of mode 0600 in a folder of mode 0700, and so are the sockets", async () => {
    const before = process.umask(0);
    try {
      const folder = join(stage.workspace(), "storage");
      await makePrivateFolder(folder);
      assert.equal(modeOf(folder), "700");
      const { socket, file } = await stage.window([], () => "");
      assert.equal(modeOf(file), "600");
      assert.equal(modeOf(socket), "600");
      assert.equal(modeOf(path.dirname(socket)), "700");
      for (const name of ["server.cjs", "tools.json"]) assert.equal(modeOf(join(stage.folder, name)), "600", name);
    } finally {
      process.umask(before);
    }
  });

  it("are not taken from, nor put into, a folder that is a link or that others may use", async () => {
    const real = stage.workspace("real");
    chmodSync(real, 0o700);
    await checkPrivateFolder(real);
    const link = join(stage.workspace(), "link");
    symlinkSync(real, link);
    const file = join(stage.workspace(), "file");
    writeFileSync(file, "", { mode: 0o600 });
    await assert.rejects(makePrivateFolder(link), /Not a folder/);
    await assert.rejects(runningWindows(link), /Not a folder/);
    await assert.rejects(checkPrivateFolder(file), /Not a folder/);
    for (const mode of [0o750, 0o705, 0o777]) {
      chmodSync(real, mode);
      await assert.rejects(makePrivateFolder(real), /Not only yours/);
      await assert.rejects(runningWindows(real), /Not only yours/);
    }
  });

  it("do not count if they are links, readable for others, too long or no entries", async () => {
    const folder = stage.workspace("entries");
    chmodSync(folder, 0o700);
    const good = { process: await processIdentity(), folders: ["/a"], socket: "/s", secret: "x" };
    await writeEntry(join(folder, "good.json"), good);
    symlinkSync("good.json", join(folder, "link.json"));
    const write = (name: string, text: string, mode = 0o600): void => {
      writeFileSync(join(folder, name), text);
      chmodSync(join(folder, name), mode);
    };
    write("open.json", JSON.stringify(good), 0o644);
    write("long.json", JSON.stringify({ ...good, folders: ["x".repeat(300_000)] }));
    write("cut.json", JSON.stringify(good).slice(0, -5));
    write("null.json", "null");
    write("process.json", JSON.stringify({ ...good, process: { pid: -1 } }));
    write("other.txt", JSON.stringify(good));
    assert.deepEqual(await runningWindows(folder), [{ ...good, file: join(folder, "good.json") }]);
    assert.deepEqual(await runningWindows(join(folder, "missing")), []);
  });

  it("go when the process of the window has ended, with its socket and nothing else", async () => {
    const { file: kept, socket: open } = await stage.window([], () => "");
    const own = await processIdentity();
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    const ended = { ...own, pid };
    const folder = entriesFolder(stage.folder);
    const socket = await newSocketPath();
    writeFileSync(socket, "");
    await writeEntry(join(folder, "ended.json"), { process: ended, folders: [], socket, secret: "" });
    const precious = stage.workspace("forgeline-mcp-precious");
    writeFileSync(join(precious, "thesis.txt"), "");
    for (const [name, named] of [
      ["elsewhere", join(precious, "thesis.txt")],
      ["beside", join(precious, "window.sock")],
    ] as const)
      await writeEntry(join(folder, `${name}.json`), { process: ended, folders: [], socket: named, secret: "" });
    assert.deepEqual(
      (await runningWindows(folder)).map(({ file }) => file),
      [kept],
    );
    await removeEndedWindows(folder);
    assert.deepEqual(readdirSync(folder), [path.basename(kept)]);
    assert.ok(!existsSync(path.dirname(socket)));
    assert.ok(existsSync(join(precious, "thesis.txt")));
    assert.ok(existsSync(open));
  });
});

describe("the place of a socket", () => {
  const stage = mcpStage();

  it("is short enough for every system, wherever temporary files are", async () => {
    const long = stage.workspace("x".repeat(90));
    const short = stage.workspace("y");
    const socket = await newSocketPath([long, short]);
    assert.ok(socket.startsWith(short));
    assert.ok(Buffer.byteLength(socket) < 104);
    removeSocketFolder(socket);
    assert.deepEqual(readdirSync(short), []);
    mkdirSync(long, { recursive: true });
    await assert.rejects(newSocketPath([long]), /short enough/);
  });
});
