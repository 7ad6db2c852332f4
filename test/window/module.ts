/**
 * The module `vscode` in this process: classes and enumerations, and namespaces that belong to the window that is open. Import what uses
 * `vscode` with `await import(…)` after this file.
 */
import { registerHooks } from "node:module";
import { enums, exportedNames } from "./enums.ts";
import * as events from "./events.ts";
import * as places from "./places.ts";
import * as textEdits from "./textEdits.ts";
import * as values from "./values.ts";

export type Namespaces = Readonly<Record<string, object>>;

const current: { namespaces: Namespaces } = { namespaces: {} };

/** Makes these the namespaces of `vscode`. */
export function useNamespaces(namespaces: Namespaces): void {
  current.namespaces = namespaces;
}

/** A namespace of the window that is open; a member that it lacks fails by its name. */
const namespaceOf = (name: string): object =>
  new Proxy(
    {},
    {
      get: (_, member) => {
        const namespace = current.namespaces[name];
        if (namespace && member in namespace) return Reflect.get(namespace, member) as unknown;
        if (typeof member === "symbol" || member === "then") return undefined;
        throw new Error(`The window in the process has no vscode.${name}.${member}`);
      },
      set: (_, member, value) => Reflect.set(current.namespaces[name] ?? {}, member, value),
      has: (_, member) => member in (current.namespaces[name] ?? {}),
      defineProperty: (_, member, descriptor) =>
        Reflect.defineProperty(current.namespaces[name] ?? {}, member, descriptor),
      ownKeys: () => Reflect.ownKeys(current.namespaces[name] ?? {}),
      getOwnPropertyDescriptor: (_, member) => {
        const found = Reflect.getOwnPropertyDescriptor(current.namespaces[name] ?? {}, member);
        return found && { ...found, configurable: true };
      },
    },
  );

const namespaceNames = "authentication commands comments env extensions l10n languages lm tests window workspace".split(
  " ",
);

const known: Readonly<Record<string, unknown>> = {
  ...enums,
  ...events,
  ...places,
  ...textEdits,
  ...values,
  version: "1.139.1",
  ...Object.fromEntries(namespaceNames.map((name) => [name, namespaceOf(name)])),
};

/** What is not here fails by its name when it is used. */
const missing = (name: string): unknown =>
  new Proxy(function () {} as unknown as new () => object, {
    construct: () => {
      throw new Error(`The window in the process has no vscode.${name}`);
    },
    get: (target, member) => {
      if (typeof member === "symbol" || member === "prototype") return Reflect.get(target, member) as unknown;
      throw new Error(`The window in the process has no vscode.${name}.${member}`);
    },
  });

const key = Symbol.for("forgeline.test.vscodeModule");
(globalThis as unknown as Record<symbol, unknown>)[key] = Object.fromEntries(
  exportedNames.map((name) => [name, known[name] ?? missing(name)]),
);

const address = "forgeline-test:window";
const source = [
  `const all = globalThis[Symbol.for("forgeline.test.vscodeModule")];`,
  ...exportedNames.map((name) => `export const ${name} = all[${JSON.stringify(name)}];`),
].join("\n");

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vscode" ? { url: address, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === address ? { format: "module", source, shortCircuit: true } : next(url, context),
});
