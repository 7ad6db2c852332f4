/** The part of vscode.Memento that code without VS Code needs. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}
