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

/** The filter of a list: a table of fields that make up a filter `F` and are sent as a query `Q`. */
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

  /** Returns the well-formed fields of any value, without empty texts and defaults. */
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

  /** Returns whether any field is set. */
  isSet(filter: F): boolean {
    return Object.keys(this.parse(filter)).length > 0;
  }

  /** Returns the filter as a query for the host. */
  query(filter: F): Partial<Q> {
    return this.fields.reduce<Partial<Q>>((query, field) => ({ ...query, ...field.query(filter) }), {});
  }

  /** Returns the filter in words; undefined without any. */
  summary(filter: F): string | undefined {
    const fields = [...this.fields.filter(({ late }) => !late), ...this.fields.filter(({ late }) => late)];
    return (
      fields
        .map((field) => field.summary(filter))
        .filter(Boolean)
        .join(", ") || undefined
    );
  }

  /** Returns the text above the rows of a view; undefined without a filter. */
  message(filter: F): string | undefined {
    const summary = this.summary(filter);
    return summary && l10n.t("Filter: {0}", summary);
  }
}
