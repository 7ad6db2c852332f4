import { Emitter } from "../../../src/core/base/events.ts";
import type { AffectsSetting, Config, Instance } from "../../../src/core/config.ts";
import { settings, type SettingValues } from "../../../src/core/settings.ts";

type Values = { -readonly [Key in keyof SettingValues]?: SettingValues[Key] };

/** Settings without VS Code: the defaults of the table of settings, and what a test sets. */
export class FakeConfig implements Config {
  readonly values: Values;
  readonly instances: readonly Instance[] = [];
  readonly sshHostAliases = {};
  readonly changed = new Emitter<AffectsSetting>();
  readonly onDidChange = this.changed.event;

  constructor(values: Values = {}, instances: readonly Instance[] = []) {
    this.values = values;
    this.instances = instances;
  }

  get<Key extends keyof SettingValues>(key: Key): SettingValues[Key] {
    return this.values[key] ?? (settings[key].default as SettingValues[Key]);
  }

  dispose(): void {
    this.changed.dispose();
  }
}
