/** Plays the same scenes with VS Code's own boxes and with those that stand in for them: what is seen and which events come are the same. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { BoxPerson } from "../../support/boxes/boxPerson.ts";
import { BoxScreen } from "../../support/boxes/fakeBoxes.ts";
import { FakeMessages } from "../../support/boxes/fakeMessages.ts";
import type { Box, Request } from "../../support/testLine.ts";
import { isOldest } from "../isOldest.ts";
import { outer } from "../outer.ts";

const title = "Twin";

/** One of the two, and what came to pass in it. */
abstract class Twin {
  readonly log: unknown[] = [];
  abstract pick(): vscode.QuickPick<vscode.QuickPickItem>;
  abstract input(): vscode.InputBox;
  abstract confirm(text: string, options: vscode.MessageOptions, ...items: string[]): Thenable<string | undefined>;
  abstract ask(request: Request): Promise<string>;
  /** Resolves when every event of what is seen has come. */
  abstract heard(): Promise<unknown>;

  /** Keeps everything that a box says, and counts in its title how often it was accepted. */
  watch<B extends vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox>(box: B, name = "box"): B {
    const labels = (items: readonly vscode.QuickPickItem[]): string => items.map(({ label }) => label).join();
    const note = (...said: unknown[]): void => void this.log.push([name, ...said].join(" "));
    let count = 0;
    const answered = (): void => void (box.title = `${title} ${(count += 1)}.`);
    box.title = `${title} 0.`;
    box.ignoreFocusOut = true;
    box.onDidHide(() => note("hidden"));
    box.onDidChangeValue((value) => note("value", value));
    box.onDidTriggerButton((button) => {
      note("button", button === vscode.QuickInputButtons.Back ? "Back" : button.tooltip);
      answered();
    });
    if ("items" in box) {
      box.onDidChangeActive((items) => note("active", labels(items)));
      box.onDidChangeSelection((items) => note("selected", labels(items)));
      box.onDidTriggerItemButton(({ item, button }) => {
        note("row button", item.label, button.tooltip);
        answered();
      });
    }
    box.onDidAccept(() => {
      note("accepted", "items" in box ? labels(box.selectedItems) : box.value);
      answered();
    });
    return box;
  }

  /** Looks once the box has counted so far. */
  async look(count: number, saying?: string): Promise<Box> {
    const seen = JSON.parse(
      await this.ask({ action: "look", box: `${title} ${count}.`, ...(saying !== undefined && { saying }) }),
    ) as Box;
    // A list is drawn in any order; the first row is the one that is active.
    const box = { ...seen, rows: seen.rows.toSorted() };
    await this.heard();
    this.log.push(box);
    return box;
  }
}

class RealTwin extends Twin {
  readonly pick = vscode.window.createQuickPick;
  readonly input = vscode.window.createInputBox;
  confirm(text: string, options: vscode.MessageOptions, ...items: string[]): Thenable<string | undefined> {
    return vscode.window.showWarningMessage(text, options, ...items);
  }
  async ask(request: Request): Promise<string> {
    // The box before has the same title, and stands there until the window has heard that it is gone.
    await this.heard();
    return outer().ask(request);
  }
  heard(): Promise<unknown> {
    // The window sends its events and its answers by one line, in their order.
    return Promise.resolve(vscode.commands.getCommands(true));
  }
}

class FakeTwin extends Twin {
  readonly #screen = new BoxScreen();
  readonly #messages = new FakeMessages();
  readonly #person = new BoxPerson(this.#screen, this.#messages);
  readonly pick = this.#screen.createQuickPick as unknown as Twin["pick"];
  readonly input = this.#screen.createInputBox as unknown as Twin["input"];
  confirm(text: string, options: vscode.MessageOptions, ...items: string[]): Promise<string | undefined> {
    return this.#messages.show("warning", text, options, ...items) as Promise<string | undefined>;
  }
  ask(request: Request): Promise<string> {
    return this.#person.act(request as Parameters<BoxPerson["act"]>[0]);
  }
  heard(): Promise<unknown> {
    return Promise.resolve();
  }
}

/** Plays a scene with both. @param chance what VS Code tells of now before and now after what it comes with */
function same(what: string, scene: (twin: Twin) => Promise<void>, chance?: RegExp): void {
  it(what, async () => {
    const [fake, real] = [new FakeTwin(), new RealTwin()];
    await scene(fake);
    await scene(real);
    assert.ok(real.log.length > 0);
    const [played, drawn] = [fake, real].map(({ log }) =>
      log.filter((entry) => chance === undefined || typeof entry !== "string" || !chance.test(entry)),
    );
    assert.deepEqual(played, drawn);
  });
}

const rows = (...labels: string[]): vscode.QuickPickItem[] => labels.map((label) => ({ label }));
const back = vscode.QuickInputButtons.Back;
const button = (tooltip: string): vscode.QuickInputButton => ({ iconPath: new vscode.ThemeIcon("edit"), tooltip });

// The boxes that are played are made after those of the newest VS Code.
(isOldest ? describe.skip : describe)("boxes that are played and boxes that are drawn @window", () => {
  same("filter and sort rows, and take the same one on Enter", async (twin) => {
    const box = twin.watch(twin.pick());
    box.matchOnDescription = true;
    box.items = [
      { label: "feature/Rain easing", description: "by alice" },
      { label: "$(git-branch) main", detail: "the default" },
      { label: "release 10" },
      { label: "release 9", description: "$(tag) v9" },
      { label: "Use “text”", alwaysShow: true },
      { label: "old main" },
      { label: "fooBarBaz" },
      { label: "1.0+build" },
    ];
    box.show();
    await twin.look(0);
    let count = 0;
    const texts =
      "main|release|rel*9|fr|fRE|fBB|fbb|lease|default|alice|git-branch|tag|v9|nothing|  main |0+b|f e|rain e|RELEASE 1|9|mn|";
    for (const text of texts.split("|")) {
      await twin.ask({ action: "fill", box: title, text });
      await twin.look(count);
      await twin.ask({ action: "key", box: title, key: "Enter" });
      await twin.look(++count);
    }
    box.dispose();
  });

  same("focus the same row when rows are assigned", async (twin) => {
    const box = twin.watch(twin.pick());
    box.items = rows("a", "b", "c");
    box.activeItems = box.items.slice(1, 2);
    box.show();
    await twin.look(0);
    await twin.ask({ action: "key", box: title, key: "Enter" });
    await twin.look(1);
    box.items = rows("delta", "echo");
    await twin.look(1, "echo");
    await twin.ask({ action: "key", box: title, key: "Enter" });
    await twin.look(2);
    box.activeItems = [];
    box.placeholder = "none";
    await twin.look(2, "none");
    await twin.ask({ action: "key", box: title, key: "Enter" });
    await twin.look(3);
    await twin.ask({ action: "pick", box: title, row: "echo" });
    await twin.look(4);
    box.dispose();
  });

  same("report an assigned value of a list, not of a text", async (twin) => {
    const box = twin.watch(twin.pick());
    box.value = "b";
    box.items = rows("a", "b");
    box.show();
    await twin.look(0);
    box.value = "a";
    box.placeholder = "later";
    await twin.look(0, "later");
    await twin.ask({ action: "key", box: title, key: "Enter" });
    await twin.look(1);
    const input = twin.watch(twin.input(), "input");
    input.value = "first";
    input.show();
    await twin.look(0);
    input.value = "second";
    input.placeholder = "later";
    await twin.look(0, "later");
    await twin.ask({ action: "type", box: title, text: "third" });
    await twin.look(1);
    input.dispose();
    box.dispose();
  });

  same(
    "check rows and return the checked ones",
    async (twin) => {
      const box = twin.watch(twin.pick());
      box.canSelectMany = true;
      box.items = rows("a", "b", "c");
      box.selectedItems = box.items.slice(2);
      box.show();
      await twin.look(0);
      await twin.ask({ action: "check", box: title, rows: ["b", "a", "c"] });
      await twin.look(1);
      await twin.ask({ action: "check", box: title, rows: ["a", "b"] });
      await twin.look(2);
      box.dispose();
    },
    /^box active $/,
  );

  same("have the same buttons", async (twin) => {
    const box = twin.watch(twin.pick());
    box.buttons = [back, button("Match Case")];
    box.items = [{ label: "a" }, { label: "b", buttons: [button("Remove")] }];
    box.show();
    await twin.ask({ action: "titleButton", box: title, button: "Match Case" });
    await twin.look(1);
    await twin.ask({ action: "titleButton", box: title, button: "Back" });
    await twin.look(2);
    await twin.ask({ action: "pick", box: title, row: "b", button: "Remove" });
    await twin.look(3);
    box.dispose();
  });

  same("show separators as headings, and no others", async (twin) => {
    const box = twin.watch(twin.pick());
    const heading = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
    box.items = [heading("First"), ...rows("a"), heading("Second"), ...rows("b", "c"), heading("Last")];
    box.show();
    await twin.look(0, "Second");
    await twin.ask({ action: "key", box: title, key: "Enter" });
    await twin.look(1);
    box.dispose();
  });

  same("show the prompt and validation of a text", async (twin) => {
    const box = twin.watch(twin.input());
    box.placeholder = "2.0";
    box.step = 1;
    box.totalSteps = 3;
    box.show();
    await twin.look(0);
    box.prompt = "Name of the thing";
    await twin.look(0, "Name of the thing");
    box.validationMessage = "Enter a name.";
    await twin.look(0, "Enter a name");
    box.validationMessage = { message: "It is long.", severity: vscode.InputBoxValidationSeverity.Warning };
    await twin.look(0, "it is LONG");
    box.validationMessage = undefined;
    await twin.look(0, "Name of");
    await twin.ask({ action: "enter", text: " spaced " });
    await twin.look(1);
    box.dispose();
  });

  same("close in the same order", async (twin) => {
    const first = twin.watch(twin.pick(), "first");
    first.items = rows("a");
    first.show();
    await twin.look(0);
    const second = twin.watch(twin.input(), "second");
    second.show();
    await twin.look(0, "to confirm your input");
    first.dispose();
    const gone = new Promise((resolve) => second.onDidHide(() => resolve(undefined)));
    await twin.ask({ action: "key", box: title, key: "Escape" });
    await gone;
    second.dispose();
    const third = twin.watch(twin.input(), "third");
    const hidden = new Promise((resolve) => third.onDidHide(() => resolve(undefined)));
    third.show();
    await twin.look(0);
    third.hide();
    await hidden;
    third.dispose();
  });

  same("show a dialog and return its answer", async (twin) => {
    for (const answer of ["Delete", "Cancel"]) {
      const given = twin.confirm("Delete it?", { modal: true, detail: "This cannot\nbe undone." }, "Delete", "Keep");
      twin.log.push(await twin.ask({ action: "dialog", button: answer }), await given);
    }
  });
});
