/** vscode.Memento over a map; values are copied in and out as the editor does. */
export class InMemoryMemento {
  private readonly values = new Map<string, string>();

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  // vscode.Memento's own shape.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
  get<T>(key: string): T | undefined;
  get<T>(key: string, defaultValue: T): T;
  get<T>(key: string, defaultValue?: T): T | undefined {
    const stored = this.values.get(key);
    return stored === undefined ? defaultValue : (JSON.parse(stored) as T);
  }

  async update(key: string, value: unknown): Promise<void> {
    await Promise.resolve();
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, JSON.stringify(value));
  }
}
