import { l10n } from "vscode";
import type { Memory } from "../base/memory.ts";
import type { ProjectScope } from "../base/refs.ts";
import { type FieldKinds, fieldKinds, type FilterField } from "./fields.ts";
import { type FilterMemory, filterMemory } from "./filterMemory.ts";

/** Fields under one heading of the menu. */
export interface FilterGroup<F, Q = object> {
  readonly title: string;
  readonly fields: readonly FilterField<F, Q>[];
}

/** What a list can be narrowed to: a filter `F` declared as a table of fields, and the query `Q` that they are sent as. */
export class FilterTable<F extends object, Q = object> implements FilterMemory<F> {
  readonly groups: readonly FilterGroup<F, Q>[];
  readonly fields: readonly FilterField<F, Q>[];
  private readonly memory: FilterMemory<F>;

  /** @param name part of the key in memory, one per view */
  constructor(name: string, declare: (kinds: FieldKinds<F, Q>) => readonly FilterGroup<F, Q>[]) {
    this.groups = declare(fieldKinds<F, Q>());
    this.fields = this.groups.flatMap(({ fields }) => fields);
    this.memory = filterMemory(name, (stored) => this.parse(stored));
  }

  /** Makes a filter of anything: keeps what is well formed, drops empty texts, defaults and the rest. */
  parse(value: unknown): F {
    const given = new Map(Object.entries(typeof value === "object" && value !== null ? value : {}));
    const kept = this.fields.flatMap(({ key, parse }) => {
      const one = parse(given.get(key));
      return one === undefined ? [] : [[key, one] as const];
    });
    return Object.fromEntries(kept) as F;
  }

  read(memory: Memory, scope: ProjectScope): F {
    return this.memory.read(memory, scope);
  }

  write(memory: Memory, scope: ProjectScope, filter: F): Promise<void> {
    return this.memory.write(memory, scope, filter);
  }

  /** Returns the filter with one field set, or without it when the value is undefined, empty or its default. */
  with(filter: F, { key, clears }: FilterField<F, Q>, value: unknown): F {
    const cleared = value === undefined ? [] : clears.map((other) => [other, undefined]);
    return this.parse({ ...filter, ...Object.fromEntries(cleared), [key]: value });
  }

  /** Whether any field is set. */
  isSet(filter: F): boolean {
    return Object.keys(this.parse(filter)).length > 0;
  }

  /** Returns the filter as the list of the host takes it. */
  query(filter: F): Partial<Q> {
    return this.fields.reduce<Partial<Q>>((query, field) => ({ ...query, ...field.query(filter) }), {});
  }

  /** Returns the filter in words; undefined when there are none. */
  summary(filter: F): string | undefined {
    const fields = [...this.fields.filter(({ late }) => !late), ...this.fields.filter(({ late }) => late)];
    return (
      fields
        .map((field) => field.summary(filter))
        .filter(Boolean)
        .join(", ") || undefined
    );
  }

  /** Returns the filter in words, for the message of a view. */
  message(filter: F): string | undefined {
    const summary = this.summary(filter);
    return summary && l10n.t("Filter: {0}", summary);
  }
}
