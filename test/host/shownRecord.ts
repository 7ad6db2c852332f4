/**
 * Writes down what the extension hands to VS Code and to programs: messages, boxes, rows, tooltips, pages, addresses, texts for the clipboard,
 * arguments and environments. The outer process looks for secrets in it (test/support/secretCheck.ts).
 */
import childProcess from "node:child_process";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import * as vscode from "vscode";
import { recordEntry } from "../support/shownEntries.ts";

type Functions = Record<string, (...given: unknown[]) => unknown>;

/** The extension, bundled and not. */
const own = ["dist/", "src/"].map((folder) => fileURLToPath(new URL(`../../${folder}`, import.meta.url)));
const heldBytes = 1 << 18;
/** Entries that are remembered, so that what is drawn again and again is written once. */
const remembered = 50_000;

/** Texts in whatever VS Code is given, addresses as they are opened. */
function textsIn(value: unknown, texts: string[] = [], seen = new Set<object>()): string[] {
  if (typeof value === "string") {
    if (value !== "") texts.push(value);
  } else if (value instanceof vscode.Uri) texts.push(value.toString(true), value.toString());
  else if (value instanceof Uint8Array) texts.push(Buffer.from(value).toString("latin1"));
  else if (typeof value === "object" && value !== null && !seen.has(value)) {
    seen.add(value);
    const values = value instanceof Map || value instanceof Set ? [...value.values()] : Object.values(value);
    for (const one of values) textsIn(one, texts, seen);
  }
  return texts;
}

/** What VS Code takes of a row of a quick pick; what code keeps with it stays here. */
const rowTexts = (items: unknown): unknown =>
  Array.isArray(items)
    ? items.map((item: string | vscode.QuickPickItem) =>
        typeof item === "string" ? item : [item.label, item.description, item.detail, item.buttons],
      )
    : undefined;

const isPassword = (box: object): boolean => (box as Partial<vscode.InputBox>).password === true;

export interface ShownRecord {
  /** Records what the window that is open is given; what suites put in the place of VS Code's functions too, such as boxes that are played. */
  watchWindow(): void;
  /** Writes what is held back. */
  end(): void;
}

/** Begins the record, with what programs are given. */
export function recordShown(file: string): ShownRecord {
  const known = new Set<string>();
  let held = "";
  const end = (): void => {
    appendFileSync(file, held);
    held = "";
  };
  const note = (what: string, ...values: readonly unknown[]): void => {
    const texts = textsIn(values);
    if (texts.length === 0) return;
    const entry = recordEntry(what, texts);
    if (known.has(entry)) return;
    if (known.size >= remembered) known.clear();
    known.add(entry);
    held += entry;
    if (held.length >= heldBytes) end();
  };

  /** Puts a function around whatever is assigned to a member, now and later. */
  const around = (
    target: object,
    name: string,
    wrap: (real: (...given: unknown[]) => unknown) => (...given: unknown[]) => unknown,
  ): void => {
    type Member = (...given: unknown[]) => unknown;
    const wrappers = new WeakSet<Member>();
    const watched = (inner: Member): Member => {
      // What is put back was taken from here.
      if (wrappers.has(inner)) return inner;
      const wrapper = wrap((...given) => inner.apply(target, given));
      wrappers.add(wrapper);
      return wrapper;
    };
    let current = watched((target as Functions)[name]!);
    Object.defineProperty(target, name, {
      configurable: true,
      enumerable: true,
      get: () => current,
      set: (next: Member) => {
        current = watched(next);
      },
    });
  };
  const given = (target: object, where: string, ...names: readonly string[]): void => {
    for (const name of names)
      around(target, name, (real) => (...values) => {
        note(`${where}.${name}`, values);
        return real(...values);
      });
  };
  /** Notes what a function answers. */
  const answered = (target: object, what: string, name: string): void => {
    const functions = target as Functions;
    const real = functions[name];
    if (typeof real !== "function") return;
    functions[name] = (...values) => {
      const answer = real.apply(target, values);
      void Promise.resolve(answer).then(
        (seen) => note(what, seen),
        () => undefined,
      );
      return answer;
    };
  };
  /** Notes what is assigned to the members of a thing that a function makes. */
  const assigned = (target: object, where: string, name: string): void =>
    around(target, name, (real) => (...values) => {
      const made = real(...values) as object;
      return new Proxy(made, {
        get: (it, key) => {
          const value: unknown = Reflect.get(it, key, it);
          return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(it) : value;
        },
        set: (it, key, value) => {
          // What is typed into a password box is drawn as dots.
          const isHidden = /^(?:active|selected)Items$/.test(String(key)) || (key === "value" && isPassword(it));
          if (!isHidden) note(`${where}.${name}, ${String(key)}`, key === "items" ? rowTexts(value) : value);
          return Reflect.set(it, key, value, it);
        },
      });
    });

  const watchWindow = (): void => {
    const { window, env, languages, commands } = vscode;
    given(
      window,
      "window",
      "showErrorMessage",
      "showWarningMessage",
      "showInformationMessage",
      "showInputBox",
      "showOpenDialog",
      "showSaveDialog",
      "setStatusBarMessage",
      "withProgress",
    );
    around(window, "showQuickPick", (real) => (items, ...options) => {
      void Promise.resolve(items).then(
        (rows) => note("window.showQuickPick", rowTexts(rows), options),
        () => undefined,
      );
      return real(items, ...options);
    });
    for (const name of ["createQuickPick", "createInputBox", "createStatusBarItem"]) assigned(window, "window", name);
    around(window, "createTreeView", (real) => (view, options) => {
      const { treeDataProvider: provider } = options as { readonly treeDataProvider: object };
      for (const name of ["getTreeItem", "resolveTreeItem"]) answered(provider, `a row of ${String(view)}`, name);
      return real(view, options);
    });
    around(window, "createWebviewPanel", (real) => (type, ...rest) => {
      const panel = real(type, ...rest) as vscode.WebviewPanel;
      given(panel.webview, `the page ${String(type)}`, "postMessage");
      const html =
        Object.getOwnPropertyDescriptor(panel.webview, "html") ??
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(panel.webview), "html");
      if (html)
        Object.defineProperty(panel.webview, "html", {
          configurable: true,
          get: () => html.get?.call(panel.webview) as string,
          set: (text: string) => {
            note(`the page ${String(type)}`, text);
            html.set?.call(panel.webview, text);
          },
        });
      return panel;
    });
    given(env, "env", "openExternal", "asExternalUri");
    const { clipboard } = env;
    const watched = { readText: () => clipboard.readText(), writeText: (text: string) => clipboard.writeText(text) };
    given(watched, "env.clipboard", "writeText");
    Object.defineProperty(env, "clipboard", { configurable: true, value: watched });
    for (const [register, name] of [
      ["registerHoverProvider", "provideHover"],
      ["registerCodeLensProvider", "provideCodeLenses"],
      ["registerDocumentLinkProvider", "provideDocumentLinks"],
    ] as const)
      around(languages, register, (real) => (selector, provider, ...rest) => {
        answered(provider as object, `languages.${name}`, name);
        return real(selector, provider, ...rest);
      });
    around(commands, "executeCommand", (real) => (command, ...values) => {
      // What suites hand to our own is not what they show.
      if (!String(command).startsWith("forgeline.")) note(`the command ${String(command)}`, values);
      return real(command, ...values);
    });
  };
  // The others have a second face for `promisify`; ours start programs by these alone.
  for (const name of ["spawn", "fork"])
    around(childProcess, name, (real) => (program, ...rest) => {
      // Other extensions of the same host start programs too, and so do the suites.
      if (own.some((folder) => new Error().stack?.includes(folder) === true)) {
        const options = rest.find((value) => typeof value === "object" && value !== null && !Array.isArray(value));
        const { env: variables = process.env } = (options ?? {}) as { readonly env?: NodeJS.ProcessEnv };
        note(`arguments of a program`, program, rest.find(Array.isArray));
        for (const [variable, value] of Object.entries(variables)) note(`the variable ${variable} of a program`, value);
      }
      return real(program, ...rest);
    });
  syncBuiltinESMExports();
  for (const [variable, value] of Object.entries(process.env)) note(`the variable ${variable} of the window`, value);
  return { watchWindow, end };
}
