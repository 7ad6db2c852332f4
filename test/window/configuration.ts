/** Settings: defaults of package.json, those of the user, and those of the workspace. */
import { isDeepStrictEqual } from "node:util";
import type * as vscode from "vscode";
import { EventEmitter } from "./events.ts";
import type { Manifest } from "./manifest.ts";

type Values = Record<string, unknown>;

/** Defaults of VS Code's own settings that the extension reads. */
const ofEditor: Values = {
  "files.autoSave": "off",
  "files.autoSaveDelay": 1000,
  "files.encoding": "utf8",
  "files.eol": "auto",
  "http.proxyStrictSSL": true,
  "http.proxySupport": "override",
  "http.systemCertificates": true,
  "git.enabled": true,
  "git.path": null,
};

export class Configuration {
  readonly #changed = new EventEmitter<vscode.ConfigurationChangeEvent>();
  readonly #defaults: Values;
  readonly #user: Values;
  readonly #workspace: Values;
  readonly #restricted: ReadonlySet<string>;
  readonly #isTrusted: () => boolean;
  readonly onDidChange = this.#changed.event;

  constructor(manifest: Manifest, user: Values, workspace: Values, isTrusted: () => boolean) {
    const properties = manifest.contributes.configuration.flatMap((section) => Object.entries(section.properties));
    this.#defaults = { ...ofEditor, ...Object.fromEntries(properties.map(([name, schema]) => [name, schema.default])) };
    this.#user = { ...user };
    this.#workspace = { ...workspace };
    this.#restricted = new Set([
      ...properties.filter(([, { restricted }]) => restricted === true).map(([name]) => name),
      ...(manifest.capabilities?.untrustedWorkspaces?.restrictedConfigurations ?? []),
    ]);
    this.#isTrusted = isTrusted;
  }

  #inspect(name: string): { key: string; defaultValue: unknown; globalValue?: unknown; workspaceValue?: unknown } {
    const hasWorkspace = name in this.#workspace && (this.#isTrusted() || !this.#restricted.has(name));
    return structuredClone({
      key: name,
      defaultValue: this.#defaults[name],
      ...(name in this.#user && { globalValue: this.#user[name] }),
      ...(hasWorkspace && { workspaceValue: this.#workspace[name] }),
    });
  }

  valueOf(name: string): unknown {
    const { defaultValue, globalValue, workspaceValue } = this.#inspect(name);
    return workspaceValue ?? globalValue ?? defaultValue;
  }

  /** What a name stands for: a setting, or an object of all that begin with it. */
  #read(name: string): unknown {
    const value = this.valueOf(name);
    if (value !== undefined) return value;
    const names = new Set([this.#defaults, this.#user, this.#workspace].flatMap((all) => Object.keys(all)));
    const below = [...names].filter((one) => name === "" || one.startsWith(`${name}.`));
    if (below.length === 0) return undefined;
    const all: Values = {};
    for (const one of below) {
      const path = (name === "" ? one : one.slice(name.length + 1)).split(".");
      let at = all;
      for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Values;
      at[path.at(-1) ?? ""] = this.valueOf(one);
    }
    return all;
  }

  #update(name: string, value: unknown, target: unknown): void {
    // Undefined means the workspace where it has one.
    const isGlobal = target === true || target === 1;
    const values = isGlobal ? this.#user : this.#workspace;
    const before = this.valueOf(name);
    if (value === undefined) Reflect.deleteProperty(values, name);
    else values[name] = structuredClone(value);
    if (isDeepStrictEqual(before, this.valueOf(name))) return;
    this.#changed.fire({
      affectsConfiguration: (section) =>
        name === section || name.startsWith(`${section}.`) || section.startsWith(`${name}.`),
    });
  }

  readonly getConfiguration = (section = ""): vscode.WorkspaceConfiguration => {
    const full = (key: string): string => (section === "" ? key : `${section}.${key}`);
    return {
      get: (key: string, otherwise?: unknown) => this.#read(full(key)) ?? otherwise,
      has: (key: string) => this.#read(full(key)) !== undefined,
      inspect: (key: string) => this.#inspect(full(key)),
      update: (key: string, value: unknown, target?: unknown) => {
        this.#update(full(key), value, target);
        return Promise.resolve();
      },
    } as vscode.WorkspaceConfiguration;
  };
}
