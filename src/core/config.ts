import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "./base/disposable.ts";
import { Emitter, type Event } from "./base/events.ts";
import { normalizeInstanceUrl } from "./base/instanceUrl.ts";
import type { SettingSection, settings, SettingValues } from "./settings.ts";
import { userSetting } from "./userSettings.ts";

/** A host. `url` is its origin and optional sub-path, without a trailing slash. */
export interface Instance {
  readonly url: string;
  readonly name?: string;
  /** ID of the application registered on the host for OAuth. */
  readonly clientId?: string;
  readonly scopes?: readonly string[];
  /** Whether the redirect URI of the application is the host's own, or the one that hosts share; see auth/redirectAddress.ts. */
  readonly redirect?: "own" | "shared";
  /** Which names the host uses for fields, headers and addresses that have neutral names in the API documents. */
  readonly dialect?: "auto" | "gitlab" | "neutral";
}

/** The `forgeline.*` settings, read anew at each access so that a change applies at once. */
export interface Config extends Disposable {
  /** Returns the value of a setting, or its default if settings.json holds an invalid one. */
  get<Key extends keyof SettingValues>(key: Key): SettingValues[Key];
  readonly instances: readonly Instance[];
  /** The real host of each SSH alias, as in `~/.ssh/config`. */
  readonly sshHostAliases: Readonly<Record<string, string>>;
  /** Fires with a function that returns whether a setting, or one of a section, has changed. */
  readonly onDidChange: Event<AffectsSetting>;
}

export type AffectsSetting = (section: SettingSection) => boolean;

interface SettingSchema {
  readonly type: string;
  readonly default: unknown;
  readonly enum?: readonly unknown[];
  /** Those of numbers. */
  readonly minimum: number;
  readonly maximum: number;
}

/** Called with each setting whose value is ignored, in whole or in part, whenever it is read. */
export type OnInvalid = (key: keyof typeof settings, value: unknown) => void;

/** The part of package.json that is read here. */
export interface SettingsManifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, SettingSchema>> }[];
  };
}

/**
 * Reads the setting `forgeline.instances`, which may hold anything; entries that are not valid are left out.
 * @param invalid called if there are some
 */
export function readInstances(value: unknown, invalid?: () => void): Instance[] {
  if (!Array.isArray(value)) return [];
  const found = new Map<string, Instance>();
  for (const entry of value as unknown[]) {
    const raw = typeof entry === "string" ? { url: entry } : entry;
    const { url, name, clientId, scopes, redirect, dialect } = Object(raw) as Record<string, unknown>;
    const normalized = typeof url === "string" ? normalizeInstanceUrl(url) : undefined;
    if (normalized === undefined) invalid?.();
    if (normalized === undefined || found.has(normalized)) continue;
    found.set(normalized, {
      url: normalized,
      ...(typeof name === "string" && name !== "" ? { name } : {}),
      ...(typeof clientId === "string" && clientId.trim() !== "" ? { clientId: clientId.trim() } : {}),
      ...(Array.isArray(scopes)
        ? { scopes: scopes.filter((scope): scope is string => typeof scope === "string") }
        : {}),
      ...(redirect === "own" || redirect === "shared" ? { redirect } : {}),
      ...(dialect === "auto" || dialect === "gitlab" || dialect === "neutral" ? { dialect } : {}),
    });
  }
  return [...found.values()];
}

const readAliases = (value: unknown): Record<string, string> =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === "string"))
    : {};

/** Reads settings from VS Code. @param manifest package.json, for their types and defaults */
export function openConfig({ contributes }: SettingsManifest, invalid: OnInvalid): Config {
  const owned = new DisposableStore();
  const changed = owned.add(new Emitter<AffectsSetting>());
  owned.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("forgeline")) changed.fire((section) => event.affectsConfiguration(section));
    }),
  );
  const schemas = new Map(contributes.configuration.flatMap(({ properties }) => Object.entries(properties)));
  return {
    get: <Key extends keyof SettingValues>(key: Key) => {
      const schema = schemas.get(key);
      const value: unknown = vscode.workspace.getConfiguration("forgeline").get(key.replace("forgeline.", ""));
      const isValid = schema === undefined || fits(value, schema);
      if (!isValid) invalid(key, value);
      // package.json is generated from the table that SettingValues is derived from.
      return (isValid ? value : schema.default) as SettingValues[Key];
    },
    get instances() {
      const value = userSetting("forgeline.instances");
      return readInstances(value, () => invalid("forgeline.instances", value));
    },
    get sshHostAliases() {
      return readAliases(userSetting("forgeline.ssh.hostAliases"));
    },
    onDidChange: changed.event,
    dispose: () => owned.dispose(),
  };
}

/**
 * Returns whether a value is of the setting's type and within its limits. Lists always fit: the code that uses them
 * checks their entries.
 */
function fits(value: unknown, schema: SettingSchema): boolean {
  const { type, enum: values, default: initial, minimum, maximum } = schema;
  if (type === "array") return true;
  if (values) return values.includes(value);
  return typeof value === typeof initial && (typeof value !== "number" || (value >= minimum && value <= maximum));
}
