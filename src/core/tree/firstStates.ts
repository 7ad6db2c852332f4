/** Rows by the state that they were first drawn in, which is the only one that VS Code takes over. */
export class FirstStates<E extends object> {
  private readonly closed = new WeakSet<E>();
  private readonly open = new WeakSet<E>();

  /** Notes the state that a row is drawn in; returns whether it is open now and was not at first. */
  note(row: E, isOpen: boolean): boolean {
    if (!isOpen) {
      if (!this.open.has(row)) this.closed.add(row);
      return false;
    }
    if (this.closed.has(row)) return true;
    this.open.add(row);
    return false;
  }

  /** Notes that a row was expanded since. */
  expanded(row: E): void {
    this.closed.delete(row);
    this.open.add(row);
  }
}
