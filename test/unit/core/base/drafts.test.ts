import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { uptime } from "node:os";
import { join } from "node:path";
import { editDraft } from "../../../../src/core/base/draft.ts";
import { type DraftKind, DraftStore } from "../../../../src/core/base/drafts.ts";
import { asNumber, asText, listOf, recordOf } from "../../../../src/core/base/stored.ts";
import { markOfWindow } from "../../../../src/core/base/windowMark.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const texts: DraftKind<{ readonly text: string; readonly base?: string }> = {
  name: "text",
  parse: recordOf({ text: asText }, { base: asText }),
};
const numbers: DraftKind<number> = { name: "number", parse: asNumber };

describe("drafts", () => {
  let storage: string;
  let failed: unknown[];
  let windows = 0;
  beforeEach(() => {
    storage = join(temporaryFolder(), "not", "made");
    failed = [];
  });
  /** The store of a window that starts now. @param open windows that are open beside it */
  const windowBeside = (open: readonly string[], workspace = ["file:///w"]): DraftStore & { readonly name: string } => {
    const name = `window${(windows += 1)}`;
    const mark = { own: name, hasEnded: (other: string) => !open.includes(other) };
    return Object.assign(new DraftStore({ storage, workspace, failed: (error) => failed.push(error), mark }), { name });
  };
  const anew = (workspace?: string[]): DraftStore => windowBeside([], workspace);
  /** The folder of the only workspace that has drafts. */
  const folder = async (): Promise<string> => {
    const [only = "", ...others] = await readdir(join(storage, "unsent"));
    assert.deepEqual(others, []);
    return join(storage, "unsent", only);
  };
  const files = async (): Promise<string[]> => readdir(await folder());

  it("are on disk once they are kept, for the user alone, and nothing else", async () => {
    await anew().keep(texts, "a key, longer than a name of a file may be".repeat(20), { text: "mine" });
    assert.deepEqual(anew().all(texts), [{ text: "mine" }]);
    const [name = "", ...others] = await files();
    assert.match(name, /^text\.[0-9a-f]{32}\.window\d+\.json$/);
    assert.deepEqual(others, []);
    if (process.platform === "win32") return;
    for (const path of [join(storage, "unsent"), await folder(), join(await folder(), name)])
      assert.equal((await stat(path)).mode & 0o077, 0, path);
  });

  it("are kept by their kind and key, for each workspace, and dropped one by one", async () => {
    await anew().keep(texts, "one", { text: "mine", base: "theirs" });
    await anew().keep(texts, "emptied", { text: "b", base: "" });
    await anew().keep(numbers, "one", 7);
    assert.deepEqual(anew().get(texts, "one"), { text: "mine", base: "theirs" });
    assert.deepEqual([anew().get(numbers, "one"), anew().all(texts).length], [7, 2]);
    const last = anew();
    assert.equal(last.get(texts, "one")?.text, "mine");
    await last.keep(texts, "one", undefined);
    await last.keep(texts, "never there", undefined);
    assert.equal((await files()).length, 2);
    assert.deepEqual([anew().get(texts, "one"), anew().all(texts)], [undefined, [{ text: "b", base: "" }]]);
    assert.equal(anew(["file:///other"]).get(numbers, "one"), undefined);
  });

  it("are known at once, and written in their order", async () => {
    const drafts = anew();
    const written = [1, 2, 3].map((value) => drafts.keep(numbers, "a", value));
    assert.deepEqual([drafts.get(numbers, "a"), drafts.all(numbers)], [3, [3]]);
    await written[0];
    assert.equal(drafts.get(numbers, "a"), 3);
    await Promise.all(written);
    assert.deepEqual([drafts.get(numbers, "a"), anew().get(numbers, "a")], [3, 3]);
  });

  it("ignores a damaged file", async () => {
    const drafts = anew();
    await drafts.keep(numbers, "a", 1);
    const [name = ""] = await files();
    for (const nonsense of ["{", '"text"']) {
      await writeFile(join(await folder(), name), nonsense);
      assert.deepEqual([drafts.get(numbers, "a"), drafts.all(numbers)], [undefined, []]);
    }
  });

  it("stay as they were when they cannot be written, and the next is written", async () => {
    const drafts = anew();
    await drafts.keep(numbers, "a", 1);
    const [name = ""] = await files();
    const inTheWay = join(await folder(), `${name}.${process.pid}`);
    await mkdir(inTheWay);
    await assert.rejects(drafts.keep(numbers, "a", 2), /EISDIR/);
    assert.deepEqual([drafts.get(numbers, "a"), failed], [1, []]);
    await drafts.keepQuietly(numbers, "a", 2);
    assert.deepEqual([drafts.get(numbers, "a"), failed.length], [1, 1]);
    await rm(inTheWay, { recursive: true });
    await drafts.keep(numbers, "a", 3);
    assert.equal(anew().get(numbers, "a"), 3);
  });

  it("are dropped beyond the limit of their kind, the oldest first", async () => {
    const few: DraftKind<number> = { ...numbers, limit: 3 };
    const drafts = anew();
    await drafts.keep(texts, "other", { text: "kind" });
    for (let at = 1; at <= 5; at++) {
      const before = new Set(at === 1 ? [] : await files());
      await drafts.keep(few, `${at}`, at);
      for (const name of await files()) if (!before.has(name)) await utimes(join(await folder(), name), at, at);
    }
    await drafts.keep(few, "3", 33);
    await drafts.keep(few, "6", 6);
    assert.deepEqual(drafts.all(few).sort(), [33, 5, 6]);
    assert.equal(drafts.all(texts).length, 1);
  });

  it("are kept with every change while they are entered", async () => {
    const drafts = anew();
    const draft = editDraft(drafts, texts, "a", (kept) => kept ?? { text: "" });
    assert.deepEqual([draft.now, drafts.get(texts, "a")], [{ text: "" }, undefined], "nothing was entered yet");
    assert.deepEqual(draft.change({ base: "b" }), { text: "", base: "b" });
    draft.change({ text: "half" });
    assert.deepEqual(drafts.get(texts, "a"), { text: "half", base: "b" });
    assert.deepEqual(editDraft(drafts, texts, "a", (kept) => kept ?? { text: "" }).now, { text: "half", base: "b" });
    await draft.forget();
    assert.equal(anew().get(texts, "a"), undefined);
  });

  describe("of several windows", () => {
    const joined: DraftKind<readonly string[]> = {
      name: "joined",
      parse: listOf(asText),
      join: (left, kept) => [...left, ...kept],
    };
    /** Sets when each file was written last. */
    const writtenAt = async (at: (name: string) => number): Promise<void> => {
      for (const name of await files()) await utimes(join(await folder(), name), at(name), at(name));
    };

    /** Two windows that are open beside each other. */
    const two = () => {
      const one = windowBeside([]);
      return [one, windowBeside([one.name])] as const;
    };

    it("neither shows nor replaces the text of a window that is open", async () => {
      const [one, other] = two();
      await one.keep(texts, "box", { text: "of one" });
      assert.deepEqual([other.get(texts, "box"), other.all(texts)], [undefined, []]);
      await other.keep(texts, "box", { text: "of the other" });
      const found = [one, other].map((store) => store.get(texts, "box")?.text);
      assert.deepEqual(found, ["of one", "of the other"]);
      await other.keep(texts, "box", undefined);
      assert.equal(one.get(texts, "box")?.text, "of one");
    });

    it("gives the next window the newest text that was left, and the other once that is sent", async () => {
      const [one, other] = two();
      await one.keep(texts, "box", { text: "older" });
      await other.keep(texts, "box", { text: "newer" });
      await writtenAt((name) => (name.includes(one.name) ? 1 : 2));
      const next = anew();
      assert.equal(next.get(texts, "box")?.text, "newer");
      await next.keep(texts, "box", undefined);
      assert.equal(next.get(texts, "box")?.text, "older");
    });

    it("joins what several windows left, in a kind that can", async () => {
      const [one, other] = two();
      await one.keep(joined, "page", ["of one"]);
      await other.keep(joined, "page", ["of the other"]);
      const next = anew();
      assert.deepEqual([...(next.get(joined, "page") ?? [])].sort(), ["of one", "of the other"]);
      assert.deepEqual([...(anew().get(joined, "page") ?? [])].sort(), ["of one", "of the other"]);
      assert.equal((await files()).length, 1);
    });

    it("gives what was left to one window only", async () => {
      await anew().keep(texts, "box", { text: "left" });
      const open: string[] = [];
      const beside = [windowBeside(open), windowBeside(open)];
      open.push(...beside.map(({ name }) => name));
      const listed = beside.map((store) => store.get(texts, "box")?.text);
      assert.deepEqual(listed, ["left", undefined]);
    });

    it("leaves a text for a window that starts later than it was written, not for one that was there before", async () => {
      const before = anew();
      await anew().keep(texts, "box", { text: "left" });
      await writtenAt(() => Date.now() / 1000 + 60);
      assert.equal(before.get(texts, "box"), undefined);
      await writtenAt(() => 1);
      assert.equal(anew().get(texts, "box")?.text, "left");
    });

    it("takes over what a window that is reloaded writes a moment after the next one has begun", async () => {
      const ending = windowBeside([]);
      const open = [ending.name];
      const next = windowBeside(open);
      await ending.keep(texts, "box", { text: "last words" });
      await writtenAt(() => Date.now() / 1000 + 2);
      assert.deepEqual([next.get(texts, "box"), next.mayBeLeft(texts, "box")], [undefined, true]);
      open.pop();
      assert.deepEqual(next.takeLeft(texts, "box"), [{ text: "last words" }]);
    });

    it("leaves a text that cannot be joined, as on a full disk, until it can be", async () => {
      const one = windowBeside([]);
      await one.keep(joined, "page", ["of one"]);
      const open = [one.name];
      const next = windowBeside(open);
      await next.keep(joined, "page", ["of the next"]);
      open.pop();
      const own = (await files()).find((name) => name.includes(next.name)) ?? "";
      const inTheWay = join(await folder(), `${own}.taken`);
      await mkdir(inTheWay);
      assert.deepEqual(next.get(joined, "page"), ["of the next"]);
      await rm(inTheWay, { recursive: true });
      assert.deepEqual(next.get(joined, "page"), ["of one", "of the next"]);
    });

    it("removes the oldest of more than 1,000 drafts that were left, and files that were never finished", async () => {
      const open = windowBeside([]);
      await open.keep(texts, "box", { text: "of an open window" });
      const [name = ""] = await files();
      await writtenAt(() => 1);
      const left = (at: number): string => name.replace(open.name, "left").replace(/[0-9a-f]{32}/, `${at}`);
      for (let at = 0; at < 1_001; at++) {
        await writeFile(join(await folder(), left(at)), `{"text":"${at}"}`);
        await utimes(join(await folder(), left(at)), at + 2, at + 2);
      }
      const unfinished = [`${name}.1`, `${name}.2`];
      for (const one of unfinished) await writeFile(join(await folder(), one), "{");
      await utimes(join(await folder(), unfinished[0] ?? ""), 1, 1);
      const next = windowBeside([open.name]);
      await next.keep(texts, "other", { text: "of the next" });
      const now = new Set(await files());
      const shown = [left(0), left(1), left(1_000), name, ...unfinished].map((one) => now.has(one));
      assert.deepEqual(shown, [false, true, true, true, false, true]);
      assert.equal(next.get(texts, "other")?.text, "of the next");
    });

    it("takes over what an earlier version stored, one file for all windows", async () => {
      await anew().keep(texts, "box", { text: "of an earlier version" });
      const [name = ""] = await files();
      await rename(join(await folder(), name), join(await folder(), name.replace(/window\d+\./, "")));
      assert.match((await files())[0] ?? "", /^text\.[0-9a-f]{32}\.json$/);
      await writtenAt(() => 1);
      const next = windowBeside([]);
      assert.equal(next.get(texts, "box")?.text, "of an earlier version");
      assert.match((await files())[0] ?? "", new RegExp(`\\.${next.name}\\.json$`));
    });

    it("shows all windows the draft of a shared kind, and removes none of an open window beyond the limit", async () => {
      const few: DraftKind<number> = { ...numbers, limit: 1 };
      const shared: DraftKind<number> = { ...numbers, shared: true };
      const [one, other] = two();
      await one.keep(shared, "a", 1);
      await one.keep(few, "1", 1);
      await other.keep(few, "2", 2);
      assert.deepEqual([one.get(few, "1"), other.get(few, "2")], [1, 2]);
      await other.keep(shared, "a", 2);
      assert.equal(one.get(shared, "a"), 2);
    });
  });

  it("recognizes this process, one that has ended, and one on another machine", async () => {
    const mark = markOfWindow();
    const ended = spawn(process.execPath, ["-e", ""]);
    await once(ended, "exit");
    const [, started, machine] = mark.own.split("-");
    const now = Date.now();
    const told = [mark.own, `${ended.pid}-${started}-${machine}`, `${process.pid}-7-${machine}`].map((one) =>
      mark.hasEnded(one, 0),
    );
    assert.deepEqual(told, [false, true, process.platform === "linux"]);
    assert.deepEqual([mark.hasEnded("1-1-00", now), mark.hasEnded("1-1-00", now - 3_600_000)], [false, true]);
  });

  it("trusts a pid alone only if its window has written since the system started", () => {
    const running = new Set([process.pid, 7]);
    const mark = markOfWindow((pid) => (running.has(pid) ? "" : undefined));
    const [, , machine] = mark.own.split("-");
    const afterBoot = Date.now() - uptime() * 1_000 + 60_000;
    const beforeBoot = Date.now() - uptime() * 1_000 - 120_000;
    assert.equal(mark.own, `${process.pid}--${machine}`);
    const seen = [
      mark.hasEnded(mark.own, Date.now()),
      mark.hasEnded(`7--${machine}`, afterBoot),
      mark.hasEnded(`7--${machine}`, beforeBoot),
      mark.hasEnded(`8--${machine}`, Date.now()),
    ];
    assert.deepEqual(seen, [false, false, true, true]);
  });
});
