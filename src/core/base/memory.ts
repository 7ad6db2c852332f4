/** The part of vscode.Memento that rooms without VS Code need. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}
