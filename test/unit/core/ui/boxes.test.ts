import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { ApiError, type ApiErrorKind } from "../../../../src/api/errors.ts";
import { CancelledError } from "../../../../src/core/base/errors.ts";
import type { Context } from "../../../../src/core/context.ts";
import { inputText, runForm, submitText } from "../../../../src/core/ui/form.ts";
import { pickMany, pickOne, separator } from "../../../../src/core/ui/pick.ts";
import { findPlaces } from "../../../../src/core/ui/pickDestination.ts";
import { pickPaged, type PagedPickOptions } from "../../../../src/core/ui/pickPaged.ts";
import { pickToggled } from "../../../../src/core/ui/pickToggled.ts";
import { GoBack, onlyStep } from "../../../../src/core/ui/quickInput.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { asked, boxAfter, FakeInput, FakePick, rowsOf, setStubBoxes, settled } from "./stubBoxes.ts";

const choice = (label: string) => ({ label, value: label });
const choices = ["one", "two", "three"].map((label) => ({ label, value: label.toUpperCase() }));
const title = "Title";
const request = { method: "PUT", url: "https://h/api/v4/x", instance: "https://h" };
const failure = (kind: ApiErrorKind, serviceMessage?: string): ApiError =>
  new ApiError({ kind, message: "", request, serviceMessage });
const refusal = failure("invalidRequest", "Reference not found");
/** Closes a box, which ends its question. */
const close = async (box: FakeInput | FakePick, answer: Promise<unknown>): Promise<void> => {
  box.hide();
  await assert.rejects(answer, CancelledError);
};

describe("pickOne", () => {
  setStubBoxes();

  it("answers with the chosen row, not with the active one, and disposes the box", async () => {
    const [box, answer] = await asked(FakePick, () => pickOne({ title, choices }));
    box.activeItems = [box.row("one")];
    box.tellAccepted();
    box.choose("two");
    assert.deepEqual([await answer, box.disposed], ["TWO", true]);
  });

  it("finds rows by words in any order below their headings, or shows that there are none", async () => {
    const synonyms = (word: string) => (word === "the" ? undefined : word === "see" ? ["list"] : []);
    const choices = [
      separator("Jobs"),
      { label: "jobs.list", description: "GET /projects/:id/jobs", value: "jobs" },
      separator("Pipelines"),
      { label: "pipelines.list", description: "GET /projects/:id/pipelines", value: "pipelines" },
      { label: "pipelines.get", keywords: "ended", value: "one" },
    ];
    const words = { none: "No matching operations", synonyms };
    const [box, answer] = await asked(FakePick, () => pickOne<string>({ title, words, choices }));
    for (const [text, rows] of [
      ["LIST  pipelines", ["Pipelines", "pipelines.list"]],
      ["projects get", ["Jobs", "jobs.list", "Pipelines", "pipelines.list"]],
      ["get pipelines", ["Pipelines", "pipelines.get", "pipelines.list"]],
      ["see the job", ["Jobs", "jobs.list"]],
      ["ended", ["Pipelines", "pipelines.get"]],
      ["pipelines delete", ["No matching operations"]],
    ] as const) {
      box.type(text);
      await settled();
      assert.deepEqual(box.labels, rows, text);
    }
    box.tellAccepted();
    await close(box, answer);
  });

  it("is cancelled when it is closed and when its signal aborts", async () => {
    await close(...(await asked(FakePick, () => pickOne({ title, choices }))));
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = pickOne({ title, choices, signal });
    controller.abort();
    await assert.rejects(aborted, CancelledError);
    await assert.rejects(pickOne({ title, choices, signal }), CancelledError);
  });

  it("aborts loading when it is closed, and fails when loading fails", async () => {
    let loading: AbortSignal | undefined;
    const [box, answer] = await asked(FakePick, () =>
      pickOne<string>({ title, choices: (signal) => ((loading = signal), new Promise(() => undefined)) }),
    );
    assert.equal(box.busy, true);
    await close(box, answer);
    assert.equal(loading?.aborted, true);
    await assert.rejects(pickOne({ title, choices: () => Promise.reject(refusal) }), refusal);
  });

  const use = (text: string) => ({ label: `Use ${text}`, value: text });

  it("focuses the wanted row, and adds typed text as a row below what it finds", async () => {
    const [box, answer] = await asked(FakePick, () =>
      pickOne({ title, choices, active: (value) => value === "THREE", typed: use }),
    );
    assert.deepEqual([box.activeItems, box.keepScrollPosition], [[box.row("three")], false]);
    box.type("tw");
    assert.equal(box.keepScrollPosition, true);
    assert.deepEqual(box.labels, ["one", "two", "three", "Use tw"]);
    box.type("");
    assert.deepEqual(box.labels, ["one", "two", "three"]);
    box.type("four");
    box.choose("Use four");
    assert.equal(await answer, "four");
  });

  const branches = ["main", "feature/Rain easing", "release"].map(choice);
  const snippets = [
    { label: "Sensor", description: "#4 · 1 file", value: "4" },
    { label: "Release 41", value: "release" },
  ];
  const snippet = (text: string) => ({ label: `Snippet ${text.slice(1)}`, exact: true, value: text.slice(1) });
  // VS Code reports the place where a row was, and meanwhile another one is there.
  for (const [what, rows, typed, text, chosen, expected] of [
    ["the text when the chosen row does not match it", branches, use, "release", "main", "release"],
    ["a row that the text finds by a pattern", branches, use, "rel*se", "release", "release"],
    ["a typed number when the chosen row has another", snippets, snippet, "#41", "Sensor", "41"],
    ["a row that has the typed number", snippets, snippet, "41", "Release 41", "release"],
  ] as const)
    it(`takes ${what}`, async () => {
      const [box, answer] = await asked(FakePick, () => pickOne<string>({ title, choices: rows, typed }));
      box.type(text);
      box.choose(chosen);
      assert.equal(await answer, expected);
    });

  it("takes no row that does not match the typed text", async () => {
    const [box, answer] = await asked(FakePick, () => pickOne<string>({ title, choices: branches }));
    box.type("fr easing");
    box.choose("main");
    assert.equal(box.disposed, false);
    box.choose("feature/Rain easing");
    assert.equal(await answer, "feature/Rain easing");
  });
});

describe("pickPaged", () => {
  setStubBoxes();

  const pages = (...all: readonly string[][]) => ({
    page: (cursor: unknown) => {
      const at = typeof cursor === "number" ? cursor : 0;
      return Promise.resolve({ items: all[at] ?? [], ...(at + 1 < all.length && { next: at + 1 }) });
    },
  });
  const options = { title, toChoice: choice, empty: "nothing there" };
  const open = async (more: Partial<PagedPickOptions<string, string>>, first: string) => {
    const [box, answer] = await asked(FakePick, () => pickPaged({ ...options, load: () => pages(), ...more }));
    await rowsOf(box, (labels) => labels.includes(first));
    return [box, answer] as const;
  };

  it("loads the next page on Load More and focuses its first row", async () => {
    const [box, answer] = await open({ load: () => pages(["a"], ["b"]) }, "a");
    assert.deepEqual(box.labels, ["a", "Load More"]);
    box.choose("Load More");
    await rowsOf(box, (labels) => labels.includes("b"));
    assert.deepEqual([box.labels, box.activeItems], [["a", "b"], [box.row("b")]]);
    box.choose("b");
    assert.equal(await answer, "b");
  });

  it("loads further pages until typed text is found", async () => {
    const [box, answer] = await open({ load: () => pages(["a"], ["b"], ["c"], ["d"]) }, "a");
    box.type("C");
    await rowsOf(box, (labels) => labels.includes("c"));
    // A page more would come within this turn.
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(box.labels, ["a", "b", "c", "Load More"]);
    await close(box, answer);
  });

  const onlyC = (label: string) => (label === "c" ? choice(label) : undefined);
  const capped = (...items: string[]) => ({ page: () => Promise.resolve({ items, capped: true }) });
  for (const [what, more, row] of [
    ["rows of a later page", { toChoice: onlyC, load: () => pages(["a"], ["b"], ["c"]) }, "c"],
    ["that there are none", { load: () => pages([]) }, "nothing there"],
    [
      "that the rest is missing",
      { load: () => capped("a", "b") },
      "Only the first 2 items are shown. The host may have more.",
    ],
    ["that the host returns none", { load: () => capped() }, "The host returned none of the items in this list."],
  ] as const)
    it(`shows ${what}`, async () => {
      const [box, answer] = await open(more, row);
      assert.equal(box.labels.at(-1), row);
      await close(box, answer);
    });

  it("fails when the first page fails, and keeps its rows when a later one does", async () => {
    await assert.rejects(pickPaged({ ...options, load: () => ({ page: () => Promise.reject(refusal) }) }), refusal);
    let broken = true;
    const source = pages(["a"], ["b"]);
    const page = (cursor?: unknown) => (cursor === 1 && broken ? Promise.reject(refusal) : source.page(cursor));
    const [box, answer] = await open({ load: () => ({ page }) }, "a");
    box.choose("Load More");
    await rowsOf(box, () => /Reference not found/.test(box.row("Load More").detail ?? ""));
    assert.deepEqual(box.labels, ["a", "Load More"]);
    broken = false;
    box.choose("Load More");
    await rowsOf(box, (labels) => labels.includes("b"));
    box.choose("b");
    assert.equal(await answer, "b");
  });
});

describe("inputText", () => {
  setStubBoxes();

  it("refuses invalid text, and takes text in spite of a warning", async () => {
    const validate = (text: string) => (text.includes(" ") ? "No spaces" : undefined);
    const warn = (text: string) => (text.startsWith("http:") ? "Unencrypted" : undefined);
    const [box, answer] = await asked(FakeInput, () =>
      inputText({ title, prompt: "Address", password: true, validate, warn }),
    );
    assert.deepEqual([box.password, box.ignoreFocusOut], [true, true]);
    const messages = ["https://a", "http://a b", "http://a"].map((text) => (box.type(text), box.validationMessage));
    assert.deepEqual(messages, [undefined, "No spaces", { message: "Unencrypted", severity: 2 }]);
    box.accept();
    assert.equal(await answer, "http://a");
  });
});

describe("runForm", () => {
  setStubBoxes();

  type Values = Readonly<Record<string, string>>;
  const text = (name: string): Parameters<typeof runForm<Values>>[2][number] => ({
    ask: async (place, values) => ({
      ...values,
      [name]: await inputText({ title: place.title, place, prompt: name, value: values[name] ?? "" }),
    }),
  });

  it("keeps the earlier answer and half-typed text when the user goes back", async () => {
    const [first, answer] = await asked(FakeInput, () => runForm<Values>("Form", {}, [text("first"), text("second")]));
    assert.deepEqual([first.title, first.step, first.totalSteps, first.buttons.length], ["Form", 1, 2, 0]);
    first.type("1");
    const second = await boxAfter(FakeInput, () => first.accept());
    assert.equal(second.step, 2);
    second.type("half");
    const again = await boxAfter(FakeInput, () => second.press("Back"));
    assert.equal(again.value, "1");
    const later = await boxAfter(FakeInput, () => again.accept());
    assert.equal(later.value, "half");
    later.accept();
    assert.deepEqual(await answer, { first: "1", second: "half" });
  });

  it("goes back from its first question if that is enabled", async () => {
    const [box, answer] = await asked(FakeInput, () => runForm<Values>("Form", {}, [text("first")], { back: true }));
    box.press("Back");
    await assert.rejects(answer, GoBack);
  });
});

describe("submitText", () => {
  setStubBoxes();

  const options = { title, prompt: "Name", value: "old", sending: "Renaming", failed: () => undefined };
  /** Fails with this error at the first try. */
  const failingOnce = (error: Error) => {
    let tries = 0;
    return (name: string) => (tries++ === 0 ? Promise.reject(error) : Promise.resolve(name));
  };

  it("shows the reason and keeps the text when sending fails, until it succeeds", async () => {
    const failures: unknown[] = [];
    const [first, answer] = await asked(FakeInput, () =>
      submitText({ ...options, failed: (error) => failures.push(error) }, failingOnce(refusal)),
    );
    assert.equal(first.value, "old");
    first.type("new");
    const second = await boxAfter(FakeInput, () => first.accept());
    assert.equal(second.value, "new");
    assert.match(second.wrong ?? "", /Reference not found/);
    assert.deepEqual(failures, [refusal]);
    second.accept();
    assert.equal(await answer, "new");
  });

  it("offers the remedy of a failure as a button, and comes back with the text", async () => {
    const ran: unknown[] = [];
    vscodeFakes.commands["executeCommand"] = (...args: unknown[]) => Promise.resolve(ran.push(args));
    const [first, answer] = await asked(FakeInput, () => submitText(options, failingOnce(failure("unauthorized"))));
    first.type("new");
    const second = await boxAfter(FakeInput, () => first.accept());
    const third = await boxAfter(FakeInput, () => second.press("Sign In"));
    assert.deepEqual([ran, third.value], [[["forgeline.signIn", "https://h"]], "new"]);
    third.accept();
    assert.equal(await answer, "new");
  });
});

describe("a list of rows that are ticked", () => {
  setStubBoxes();

  const toggled = (signal?: AbortSignal) => {
    const ticks: string[][] = [];
    const lists = { chosen: [choice("one")], key: (value: string) => value, search: () => Promise.resolve(choices) };
    const options = {
      title,
      place: onlyStep(title),
      placeholder: "",
      ticked: (now: string[]) => ticks.push(now),
      signal,
    };
    return { ticks, ask: () => pickToggled({ ...options, ...lists }) };
  };

  for (const [how, leave] of [
    ["Escape", (box: FakePick) => box.hide()],
    ["Back", (box: FakePick) => box.press("Back")],
    ["Done", (box: FakePick) => box.choose("Done")],
  ] as const)
    it(`counts each tick at once, and when it is left by ${how}`, async () => {
      const { ask, ticks } = toggled();
      const [box, answer] = await asked(FakePick, ask);
      await rowsOf(box, (labels) => labels.includes("two"));
      box.choose("two");
      assert.deepEqual(ticks, [["one", "TWO"]]);
      await settled();
      leave(box);
      assert.deepEqual(await answer, ["one", "TWO"]);
    });

  it("has no answer when what it is for has ended", async () => {
    const ended = new AbortController();
    const [, answer] = await asked(FakePick, toggled(ended.signal).ask);
    ended.abort();
    await assert.rejects(answer, CancelledError);
  });

  it("with checkboxes stays open when the focus goes elsewhere", async () => {
    const [box, answer] = await asked(FakePick, () => pickMany({ title, choices }));
    assert.equal(box.ignoreFocusOut, true);
    await close(box, answer);
  });

  it("with checkboxes reports each tick, to keep it when the form is closed", async () => {
    const ticks: string[][] = [];
    const ask = () => pickMany({ title, choices, ticked: (now: string[]) => ticks.push(now) });
    const [box, answer] = await asked(FakePick, ask);
    await settled();
    box.click(box.row("two"));
    assert.deepEqual(ticks, [["TWO"]]);
    await close(box, answer);
  });
});

describe("the CI file that a template is put into", () => {
  const top = temporaryFolder();
  before(async () => {
    await mkdir(join(top, "clone/.git"), { recursive: true });
    await symlink(top, join(top, "clone/linked"));
  });

  for (const [configured, used] of [
    ["ci/main.yml", "ci/main.yml"],
    ["linked/main.yml", ".gitlab-ci.yml"],
    [".git/main.yml", ".gitlab-ci.yml"],
  ] as const)
    it(`is ${used} where the project's settings say ${configured}`, async () => {
      const fs = { stat: () => Promise.reject(new Error("missing")) };
      vscodeFakes.workspace = { getWorkspaceFolder: () => undefined, fs };
      const client = { extras: { project: () => Promise.resolve({ ci_config_path: configured }) } };
      const project = { root: join(top, "clone"), project: "group/project" };
      const value = { kind: "ready", project, connection: { client } };
      const context = { current: { value }, templates: { dialect: () => "gitlab" } } as unknown as Context;
      const { ciFile } = await findPlaces(context, "https://git.example.com", undefined);
      assert.equal(ciFile?.path, join(top, "clone", used));
    });
});
