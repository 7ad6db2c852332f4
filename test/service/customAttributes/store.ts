export type AttributeKind = "users" | "groups" | "projects";

export interface CustomAttribute {
  readonly key: string;
  readonly value: string;
}

/** What administrators note about people, groups and projects. */
export class CustomAttributes {
  readonly #values = new Map<string, Map<string, string>>();

  /** In the order in which they were first set. */
  list(kind: AttributeKind, id: number): CustomAttribute[] {
    return [...(this.#values.get(`${kind} ${id}`) ?? [])].map(([key, value]) => ({ key, value }));
  }

  get(kind: AttributeKind, id: number, key: string): CustomAttribute | undefined {
    return this.list(kind, id).find((attribute) => attribute.key === key);
  }

  set(kind: AttributeKind, id: number, key: string, value: string): CustomAttribute {
    const owner = `${kind} ${id}`;
    const values = this.#values.get(owner) ?? new Map<string, string>();
    values.set(key, value);
    this.#values.set(owner, values);
    return { key, value };
  }

  /** False when there was none. */
  delete(kind: AttributeKind, id: number, key: string): boolean {
    return this.#values.get(`${kind} ${id}`)?.delete(key) === true;
  }

  removeOf(kind: AttributeKind, id: number): void {
    this.#values.delete(`${kind} ${id}`);
  }

  /** Whether all of the attributes have these values. */
  match(kind: AttributeKind, id: number, wanted: Readonly<Record<string, string>>): boolean {
    return Object.entries(wanted).every(([key, value]) => this.get(kind, id, key)?.value === value);
  }
}
