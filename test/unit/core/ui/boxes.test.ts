import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError } from "../../../../src/api/errors.ts";
import { CancelledError } from "../../../../src/core/base/errors.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { FakeInput, FakePick, setStubBoxes, nextBox, rowsOf, settled } from "./stubBoxes.ts";

const { inputText, runForm, submitText } = await import("../../../../src/core/ui/form.ts");
const { pickMany, pickOne, separator } = await import("../../../../src/core/ui/pick.ts");
const { pickPaged } = await import("../../../../src/core/ui/pickPaged.ts");
const { GoBack } = await import("../../../../src/core/ui/quickInput.ts");

const choices = ["one", "two", "three"].map((label) => ({ label, value: label.toUpperCase() }));
const refusal = new ApiError({
  kind: "invalidRequest",
  message: "",
  request: { method: "POST", url: "https://h/api/v4/x", instance: "https://h" },
  serviceMessage: "Reference not found",
});

describe("pickOne", () => {
  setStubBoxes();

  it("answers with the value of the chosen row, and disposes the box", async () => {
    const shown = nextBox(FakePick);
    const answer = pickOne({ title: "Title", choices });
    const box = await shown;
    box.choose("two");
    assert.equal(await answer, "TWO");
    assert.equal(box.disposed, true);
  });

  it("does not take the active row for one that was clicked while the rows were replaced", async () => {
    const shown = nextBox(FakePick);
    const answer = pickOne({ title: "Title", choices });
    const box = await shown;
    box.activeItems = [box.row("one")];
    box.tellAccepted();
    box.choose("two");
    assert.equal(await answer, "TWO");
  });

  it("finds rows by words in any order below their headings, and says so when there are none", async () => {
    const shown = nextBox(FakePick);
    const answer = pickOne<string>({
      title: "Title",
      words: {
        none: "No matching operations",
        synonyms: (word) => (word === "the" ? undefined : word === "see" ? ["list"] : []),
      },
      choices: [
        separator("Jobs"),
        { label: "jobs.list", description: "GET /projects/:id/jobs", value: "jobs" },
        separator("Pipelines"),
        { label: "pipelines.list", description: "GET /projects/:id/pipelines", value: "pipelines" },
        { label: "pipelines.get", keywords: "ended", value: "one" },
      ],
    });
    const box = await shown;
    const typed = async (text: string): Promise<string[]> => {
      box.type(text);
      await settled();
      return box.labels;
    };
    assert.deepEqual(await typed("LIST  pipelines"), ["Pipelines", "pipelines.list"]);
    assert.deepEqual(await typed("projects get"), ["Jobs", "jobs.list", "Pipelines", "pipelines.list"]);
    assert.deepEqual(await typed("pipelines delete"), ["No matching operations"]);
    assert.deepEqual(await typed("get job"), ["Jobs", "jobs.list"]);
    assert.deepEqual(await typed("get pipelines"), ["Pipelines", "pipelines.get", "pipelines.list"]);
    assert.deepEqual(await typed("see the job"), ["Jobs", "jobs.list"]);
    assert.deepEqual(await typed("ended"), ["Pipelines", "pipelines.get"]);
    box.tellAccepted();
    await typed("list pipelines");
    box.choose("pipelines.list");
    assert.equal(await answer, "pipelines");
  });

  it("is cancelled when closed, and when its signal aborts", async () => {
    const shown = nextBox(FakePick);
    const answer = pickOne({ title: "Title", choices });
    (await shown).hide();
    await assert.rejects(answer, CancelledError);
    const controller = new AbortController();
    const other = pickOne({ title: "Title", choices, signal: controller.signal });
    controller.abort();
    await assert.rejects(other, CancelledError);
    await assert.rejects(pickOne({ title: "Title", choices, signal: controller.signal }), CancelledError);
  });

  it("answers with the value of a button on a row", async () => {
    const shown = nextBox(FakePick);
    const answer = pickOne({
      title: "Title",
      choices: [{ label: "one", value: 1, buttons: [{ iconPath: "x" as never, tooltip: "Remove", value: -1 }] }],
    });
    (await shown).pressOn("one", "Remove");
    assert.equal(await answer, -1);
  });

  it("is busy while rows load, gives up loading when closed, and fails with what loading throws", async () => {
    const shown = nextBox(FakePick);
    let stopped = false;
    const answer = pickOne<string>({
      title: "Title",
      choices: (signal) => {
        signal.addEventListener("abort", () => (stopped = true));
        return new Promise(() => undefined);
      },
    });
    const box = await shown;
    assert.equal(box.busy, true);
    box.hide();
    await assert.rejects(answer, CancelledError);
    assert.equal(stopped, true);
    await assert.rejects(pickOne({ title: "Title", choices: () => Promise.reject(refusal) }), refusal);
  });

  it("focuses the wanted row, and keeps typed text as a row below what it finds", async () => {
    const shown = nextBox(FakePick);
    const answer = pickOne({
      title: "Title",
      choices,
      active: (value) => value === "THREE",
      typed: (text) => ({ label: `Use ${text}`, value: text }),
    });
    const box = await shown;
    assert.deepEqual(box.activeItems, [box.row("three")]);
    assert.equal(box.keepScrollPosition, false, "it is scrolled to");
    box.type("tw");
    assert.equal(box.keepScrollPosition, true);
    assert.deepEqual(box.labels, ["one", "two", "three", "Use tw"]);
    box.type("");
    assert.deepEqual(box.labels, ["one", "two", "three"]);
    box.type("four");
    box.choose("Use four");
    assert.equal(await answer, "four");
  });
});

describe("pickOne, when Enter comes before the row made of the text", () => {
  setStubBoxes();

  it("takes the text", async () => {
    const shown = nextBox(FakePick);
    const answer = pickOne<string>({
      title: "Title",
      choices: () => new Promise(() => undefined),
      typed: (text) => ({ label: text, value: text }),
    });
    const box = await shown;
    box.value = "12";
    box.tellAccepted();
    assert.equal(await answer, "12");
  });

  it("takes no row that the text cannot have found: it stands where the chosen one was", async () => {
    const rows = ["main", "feature/Rain easing", "release"].map((label) => ({ label, value: label }));
    const open = async (
      typed?: (text: string) => { label: string; value: string },
    ): Promise<readonly [FakePick, Promise<string>]> => {
      const shown = nextBox(FakePick);
      const answer = pickOne<string>({ title: "Title", choices: rows, ...(typed && { typed }) });
      return [await shown, answer];
    };
    const [own, first] = await open((text) => ({ label: `Use ${text}`, value: text }));
    own.type("release");
    own.choose("main");
    assert.equal(await first, "release", "the text itself, which can be meant");
    const [none, second] = await open();
    none.type("fr easing");
    none.choose("main");
    assert.equal(none.disposed, false, "nothing is taken");
    none.choose("feature/Rain easing");
    assert.equal(await second, "feature/Rain easing");
    const [pattern, third] = await open((text) => ({ label: `Use ${text}`, value: text }));
    pattern.type("rel*se");
    pattern.choose("release");
    assert.equal(await third, "release", "VS Code finds it by the star");
  });

  it("takes a typed number rather than a row that does not say it, and one that does", async () => {
    const rows = [
      { label: "Sensor", description: "#4 · 1 file", value: "4" },
      { label: "Release 41", value: "release" },
    ];
    const typed = (text: string) => ({ label: `Snippet ${text.slice(1)}`, exact: true, value: text.slice(1) });
    const open = async (): Promise<readonly [FakePick, Promise<string>]> => {
      const shown = nextBox(FakePick);
      const answer = pickOne<string>({ title: "Title", choices: rows, typed });
      return [await shown, answer];
    };
    const [stray, first] = await open();
    stray.type("#41");
    // VS Code told of the place where the typed row was, and meanwhile another one is there.
    stray.choose("Sensor");
    assert.equal(await first, "41");
    const [found, second] = await open();
    found.type("41");
    found.choose("Release 41");
    assert.equal(await second, "release");
  });
});

describe("pickMany", () => {
  setStubBoxes();

  it("starts with what is picked and answers with all that are", async () => {
    const shown = nextBox(FakePick);
    const answer = pickMany({
      title: "Title",
      choices: choices.map((choice) => ({ ...choice, picked: choice.label === "one" })),
    });
    const box = await shown;
    assert.deepEqual(box.selectedItems, [box.row("one")]);
    await settled();
    box.click(box.row("three"));
    box.accept();
    assert.deepEqual(await answer, ["ONE", "THREE"]);
  });
});

describe("pickPaged", () => {
  setStubBoxes();

  it("says at its end that the host does not return the rest", async () => {
    for (const [items, remark] of [
      [["a", "b"], "Only the first 2 items are shown. The host may have more."],
      [[], "The host returned none of the items in this list."],
    ] as const) {
      const shown = nextBox(FakePick);
      const answer = pickPaged({
        title: "Title",
        toChoice: (label: string) => ({ label, value: label }),
        empty: "None",
        load: () => ({ page: () => Promise.resolve({ items, capped: true }) }),
      });
      const box = await shown;
      await rowsOf(box, (labels) => labels.length > 0);
      assert.deepEqual(box.labels, [...items, remark]);
      box.hide();
      await assert.rejects(answer, CancelledError);
    }
  });

  const pages = (all: readonly string[][]) => ({
    page: (cursor: unknown) => {
      const at = typeof cursor === "number" ? cursor : 0;
      return Promise.resolve({ items: all[at] ?? [], ...(at + 1 < all.length && { next: at + 1 }) });
    },
  });
  const options = { title: "Title", toChoice: (label: string) => ({ label, value: label }), empty: "nothing there" };

  it("loads the next page on Load More and focuses its first row", async () => {
    const shown = nextBox(FakePick);
    const answer = pickPaged({ ...options, load: () => pages([["a"], ["b"]]) });
    const box = await shown;
    await rowsOf(box, (labels) => labels.includes("a"));
    assert.deepEqual(box.labels, ["a", "Load More"]);
    box.choose("Load More");
    await rowsOf(box, (labels) => labels.includes("b"));
    assert.deepEqual(box.labels, ["a", "b"]);
    assert.deepEqual(box.activeItems, [box.row("b")]);
    box.choose("b");
    assert.equal(await answer, "b");
  });

  it("loads on while a typed text is not found", async () => {
    const shown = nextBox(FakePick);
    const answer = pickPaged({ ...options, load: () => pages([["a"], ["b"], ["c"], ["d"]]) });
    const box = await shown;
    await rowsOf(box, (labels) => labels.includes("a"));
    box.type("C");
    await rowsOf(box, (labels) => labels.includes("c"));
    // A page more would come within this turn.
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(box.labels, ["a", "b", "c", "Load More"]);
    box.hide();
    await assert.rejects(answer, CancelledError);
  });

  it("looks through a few pages when the first hold nothing that fits, and says when there is nothing", async () => {
    const shown = nextBox(FakePick);
    const toChoice = (label: string) => (label === "c" ? { label, value: label } : undefined);
    const answer = pickPaged({ ...options, toChoice, load: () => pages([["a"], ["b"], ["c"]]) });
    await rowsOf(await shown, (labels) => labels.includes("c"));
    (await shown).hide();
    await assert.rejects(answer, CancelledError);

    const empty = nextBox(FakePick);
    const none = pickPaged({ ...options, load: () => pages([[]]) });
    await rowsOf(await empty, (labels) => labels.includes("nothing there"));
    (await empty).hide();
    await assert.rejects(none, CancelledError);
  });

  it("fails when the first page fails, and keeps what is there when a later one does", async () => {
    await assert.rejects(pickPaged({ ...options, load: () => ({ page: () => Promise.reject(refusal) }) }), refusal);
    const shown = nextBox(FakePick);
    let broken = true;
    const source = pages([["a"], ["b"]]);
    const answer = pickPaged({
      ...options,
      load: () => ({ page: (cursor) => (cursor === 1 && broken ? Promise.reject(refusal) : source.page(cursor)) }),
    });
    const box = await shown;
    await rowsOf(box, (labels) => labels.includes("a"));
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

  it("shows what to consider about a text, and takes it all the same", async () => {
    const shown = nextBox(FakeInput);
    const answer = inputText({
      title: "Host",
      prompt: "Address",
      validate: (text) => (text.includes(" ") ? "No spaces" : undefined),
      warn: (text) => (text.startsWith("http:") ? "Unencrypted" : undefined),
    });
    const box = await shown;
    const messages = ["http://a b", "http://a", "https://a"].map((text) => {
      box.type(text);
      return box.validationMessage;
    });
    assert.deepEqual(messages, ["No spaces", { message: "Unencrypted", severity: 2 }, undefined]);
    box.type("http://a");
    box.accept();
    assert.equal(await answer, "http://a");
  });
});

describe("inputText of several lines", () => {
  setStubBoxes();

  const lines = { language: "markdown", placeholder: "Write below", take: "Use This Text" };
  /** An editor that has what is written in it at once. */
  const editorWith = (written: string): { readonly opened: string[] } => {
    const opened: string[] = [];
    const document = { isClosed: false, getText: () => written };
    vscodeFakes.workspace["openTextDocument"] = ({ content }: { content: string }) => {
      opened.push(content);
      return Promise.resolve(document);
    };
    vscodeFakes.workspace["onDidChangeTextDocument"] = () => ({ dispose: () => undefined });
    vscodeFakes.window["showTextDocument"] = () => Promise.resolve(undefined);
    vscodeFakes.commands["executeCommand"] = () => Promise.resolve(undefined);
    return { opened };
  };

  it("goes on in an editor by the pencil button, with what was typed, and is no line with a sign", async () => {
    const { opened } = editorWith("One\n\ntwo\n");
    const box = nextBox(FakeInput);
    const kept: string[] = [];
    const answer = inputText({ title: "Description", prompt: "", lines, onType: (text) => kept.push(text) });
    const input = await box;
    input.type("One");
    const menu = nextBox(FakePick);
    input.press("Open in Editor");
    (await menu).choose("Use This Text");
    assert.equal(await answer, "One\n\ntwo");
    assert.deepEqual(opened, ["One"]);
    assert.equal(kept.at(-1), "One\n\ntwo");
  });

  it("opens the editor at once for a text with lines, and leaves an unchanged one exactly as it was", async () => {
    const before = "One\r\n two \n\n";
    const { opened } = editorWith(before);
    const menu = nextBox(FakePick);
    const answer = inputText({ title: "Description", prompt: "", value: before, lines });
    (await menu).choose("Use This Text");
    assert.equal(await answer, before);
    assert.deepEqual(opened, [before]);
  });
});

describe("runForm", () => {
  setStubBoxes();

  const text = (name: "first" | "second") => ({
    ask: async (
      place: Parameters<Parameters<typeof runForm<Record<string, string>>>[2][number]["ask"]>[0],
      values: Record<string, string>,
    ) => ({
      ...values,
      [name]: await inputText({ title: place.title, place, prompt: name, value: values[name] ?? "" }),
    }),
  });

  it("goes back with everything kept: the earlier answer and the half-typed text", async () => {
    let shown = nextBox(FakeInput);
    const answer = runForm<Record<string, string>>("Form", {}, [text("first"), text("second")]);
    const first = await shown;
    assert.deepEqual([first.title, first.step, first.totalSteps, first.buttons.length], ["Form", 1, 2, 0]);
    first.type("1");
    shown = nextBox(FakeInput);
    first.accept();
    const second = await shown;
    assert.equal(second.step, 2);
    second.type("half");
    shown = nextBox(FakeInput);
    second.press("Back");
    const again = await shown;
    assert.equal(again.value, "1");
    shown = nextBox(FakeInput);
    again.accept();
    const later = await shown;
    assert.equal(later.value, "half");
    later.accept();
    assert.deepEqual(await answer, { first: "1", second: "half" });
  });

  it("keeps the answers of steps that the person comes back through", async () => {
    const seen: unknown[] = [];
    let back = true;
    const answer = await runForm<Record<string, number>>("Form", {}, [
      { ask: (_place, values) => Promise.resolve({ ...values, first: (values["first"] ?? 0) + 1 }) },
      {
        ask: (_place, values) => {
          seen.push(values);
          if (!back) return Promise.resolve({ ...values, second: 1 });
          back = false;
          return Promise.reject(new GoBack());
        },
      },
    ]);
    assert.deepEqual(seen, [{ first: 1 }, { first: 2 }]);
    assert.deepEqual(answer, { first: 2, second: 1 });
  });

  it("leaves out steps that do not apply", async () => {
    const answer = runForm("Form", { asked: 0 }, [
      { when: () => false, ask: () => Promise.reject(new Error("asked")) },
      { ask: (place, { asked }) => Promise.resolve({ asked: asked + place.total }) },
    ]);
    assert.deepEqual(await answer, { asked: 1 });
  });

  it("ends with GoBack from its first question only where that is wanted", async () => {
    const shown = nextBox(FakeInput);
    const answer = runForm<Record<string, string>>("Form", {}, [text("first")], { back: true });
    (await shown).press("Back");
    await assert.rejects(answer, GoBack);
  });

  it("opens at a later question with the way back open", async () => {
    const shown = nextBox(FakeInput);
    const answer = runForm<Record<string, string>>("Form", { first: "1" }, [text("first"), text("second")], {
      from: 1,
    });
    const box = await shown;
    assert.deepEqual([box.step, box.buttons.length, box.prompt], [2, 1, "second"]);
    box.hide();
    await assert.rejects(answer, CancelledError);
  });
});

describe("submitText", () => {
  setStubBoxes();

  const options = { title: "Rename", prompt: "Name", value: "old", sending: "Renaming" };

  it("keeps the text and says why when sending fails, until it works or is given up", async () => {
    const failures: unknown[] = [];
    let tries = 0;
    let shown = nextBox(FakeInput);
    const answer = submitText({ ...options, failed: (error) => failures.push(error) }, (name) =>
      tries++ === 0 ? Promise.reject(refusal) : Promise.resolve(name),
    );
    const first = await shown;
    assert.equal(first.value, "old");
    first.type("new");
    shown = nextBox(FakeInput);
    first.accept();
    const second = await shown;
    assert.equal(second.value, "new");
    assert.match(second.wrong ?? "", /Reference not found/);
    assert.deepEqual(failures, [refusal]);
    second.accept();
    assert.equal(await answer, "new");
  });

  it("does not send what does not validate", async () => {
    const shown = nextBox(FakeInput);
    let sent = 0;
    const answer = submitText(
      { ...options, validate: (text) => (text === "" ? "Enter a name." : undefined), failed: () => undefined },
      () => Promise.resolve(++sent),
    );
    const box = await shown;
    box.type("");
    box.accept();
    assert.equal(box.validationMessage, "Enter a name.");
    assert.equal(sent, 0);
    box.type("x");
    box.accept();
    assert.equal(await answer, 1);
  });

  it("offers the way out of a failure as a button, and comes back with the text", async () => {
    const ran: unknown[] = [];
    vscodeFakes.commands["executeCommand"] = (...args: unknown[]) => Promise.resolve(ran.push(args));
    const unauthorized = new ApiError({
      kind: "unauthorized",
      message: "",
      request: { method: "PUT", url: "https://h/api/v4/x", instance: "https://h" },
    });
    let tries = 0;
    let shown = nextBox(FakeInput);
    const answer = submitText({ ...options, failed: () => undefined }, (name) =>
      tries++ === 0 ? Promise.reject(unauthorized) : Promise.resolve(name),
    );
    const first = await shown;
    first.type("new");
    shown = nextBox(FakeInput);
    first.accept();
    const second = await shown;
    shown = nextBox(FakeInput);
    second.press("Sign In");
    const third = await shown;
    assert.deepEqual(ran, [["forgeline.signIn", "https://h"]]);
    assert.equal(third.value, "new");
    third.accept();
    assert.equal(await answer, "new");
  });
});
