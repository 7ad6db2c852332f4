export type FieldKind = "id" | "text" | "number" | "flag" | "list" | "object";

/** The fields of a nested record, or of each record in a list. */
export interface NestedFields {
  readonly kind: "object" | "object?" | "list" | "list?";
  readonly of: RequiredFields;
}

/**
 * Types of the fields that callers rely on. A field with a question mark may be absent or null, one with `|null` must be
 * present, and the others are required. An `id` is a number or a non-empty text.
 */
export type RequiredFields = Readonly<Record<string, FieldKind | `${FieldKind}?` | `${FieldKind}|null` | NestedFields>>;

/**
 * The checks without which a response could differ from its type by a field that is absent or null. Every field of `T`
 * that must not be null is required, in nested records too; the compiler then finds every reader of the others.
 */
export type FieldsOf<T> = RequiredFields & {
  readonly [K in keyof T as [CheckOf<T[K]>] extends [never] ? never : K]-?: CheckOf<T[K]>;
};

/** The checks that a field of type `V` may have; `never` if it needs none. */
type CheckOf<V> = undefined extends V
  ? null extends V
    ? NestedCheck<NonNullable<V>, "object" | "object?", "list" | "list?">
    : AlsoNull
  : null extends V
    ? `${ScalarKind<NonNullable<V>>}|null`
    : RequiredCheck<V>;

type ScalarKind<V> = [V] extends [string]
  ? "text"
  : [V] extends [number]
    ? "id" | "number"
    : [V] extends [boolean]
      ? "flag"
      : never;

/** Stands for no check: a type that says absent, but not null, cannot be checked. */
interface AlsoNull {
  readonly "a field that may be absent may be null, too": never;
}

type RequiredCheck<V> = [ScalarKind<V>] extends [never]
  ? [NestedCheck<V, "object", "list">] extends [never]
    ? [V] extends [readonly unknown[]]
      ? "list"
      : "object"
    : NestedCheck<V, "object", "list">
  : ScalarKind<V>;

/** Records in lists are always checked, so that none is null; a single one only if it has required fields. */
type NestedCheck<V, ObjectKind, ListKind> = [V] extends [readonly (infer Item)[]]
  ? [Item] extends [object]
    ? { readonly kind: ListKind; readonly of: FieldsOf<Item> }
    : never
  : [V] extends [object]
    ? [HasRequired<V>] extends [never]
      ? never
      : { readonly kind: ObjectKind; readonly of: FieldsOf<V> }
    : never;

type HasRequired<T> = { [K in keyof T]-?: [CheckOf<T[K]>] extends [never] ? never : K }[keyof T];
