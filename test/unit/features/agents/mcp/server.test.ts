import assert from "node:assert/strict";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { processIdentity } from "../../../../../src/features/agents/mcp/windowEntries.ts";
import { HeldCall, mcpStage, secret } from "./mcpStage.ts";

describe("the MCP server, asked by the official client", () => {
  const stage = mcpStage();
  afterEach(() => stage.closeAll());

  it("answers calls concurrently, passes on progress, and cancels a call in the window", async () => {
    const held = new HeldCall();
    const folder = stage.workspace();
    await stage.window([folder], (call) => {
      if ((call.input as { slow?: true }).slow !== true) return "quick";
      call.progress("Waiting for the user");
      return held.answer(call);
    });
    const { ask } = await stage.agent(folder);
    const stop = new AbortController();
    let heard: (message?: string) => void = () => undefined;
    const progress = new Promise<string | undefined>((resolve) => (heard = resolve));
    const slow = ask({ slow: true }, { signal: stop.signal, onprogress: ({ message }) => heard(message) });
    await held.call();
    assert.equal(await ask(), "quick");
    assert.equal(await progress, "Waiting for the user");
    stop.abort();
    await assert.rejects(slow, /abort/i);
    await held.aborted();
  });

  it("finds the window of the deepest folder, also through symbolic links", async () => {
    const outer = stage.workspace("outer");
    const inner = join(outer, "inner");
    const link = join(stage.workspace(), "link");
    symlinkSync(outer, link);
    await stage.window([link], () => "outer");
    await stage.window([stage.workspace(), inner], () => "inner");
    await stage.window([`${inner}-beside`], () => "beside");
    const ofOuter = await stage.agent(outer);
    assert.equal(await ofOuter.ask(), "outer");
    const ofInner = await stage.agent(stage.workspace(), "--folder", join(inner, "src"));
    assert.equal(await ofInner.ask(), "inner");
  });

  it("finds the window of a process, as VS Code starts it", async () => {
    const identity = await processIdentity();
    await stage.window([], () => "own");
    await stage.window([], () => "other", { process: { ...identity, pid: process.ppid, place: "elsewhere" } });
    assert.equal(await (await stage.agent(stage.workspace(), "--window", `${process.pid}`)).ask(), "own");
    const closed = await stage.agent(stage.workspace(), "--window", "1");
    assert.match(await closed.ask(), /^failed: The VS Code window of this server was closed or reloaded\./);
  });

  it("explains what to do without a matching window, or with several", async () => {
    const folder = stage.workspace("wanted");
    await stage.window([], () => "only for VS Code");
    const { ask } = await stage.agent(folder);
    const found = await ask();
    assert.match(found, /^failed: No VS Code window accepts agents\. Ask the user to open \/.*\/wanted in VS Code/);
    const other = stage.workspace("other");
    await stage.window([other], () => "wrong");
    assert.equal(
      await ask(),
      `failed: No VS Code window has ${folder} open. Ask the user to open that folder in VS Code, or to start this server with --folder and one of: ${other}.`,
    );
    const first = await stage.window([folder], () => "first");
    await stage.window([folder], () => "second");
    assert.match(await ask(), /^failed: Several VS Code windows have \/.*\/wanted open .* close all but one\.$/);
    first.close();
    assert.equal(await ask(), "second");
  });

  it("is given no secret: none is in its arguments, its environment, or what it is installed with", async () => {
    const folder = stage.workspace();
    await stage.window([folder], () => "here");
    const { ask, transport } = await stage.agent(folder);
    assert.equal(await ask(), "here");
    const of = (name: string): string => readFileSync(`/proc/${transport.pid}/${name}`, "latin1");
    for (const name of ["cmdline", "environ"]) assert.ok(!of(name).includes(secret), name);
    for (const name of readdirSync(stage.folder).filter((file) => file !== "windows"))
      assert.ok(!readFileSync(join(stage.folder, name), "utf8").includes(secret), name);
  });
});
