/**
 * Delays page updates while a pointer is pressed, because an element that moves between press and release gets no click. Only the last
 * update is shown, as each is complete. Does not use the DOM.
 */
export class HeldWhilePressed<T> {
  private readonly show: (given: T) => void;
  private readonly join: (earlier: T, later: T) => T;
  private held: { readonly given: T } | undefined;
  private pressed = false;
  private presses = 0;

  /** @param join merges two delayed updates, keeping what must not be lost of the earlier one */
  constructor(show: (given: T) => void, join: (earlier: T, later: T) => T) {
    this.show = show;
    this.join = join;
  }

  /** Shows an update now, or once the pointer is released. */
  offer(given: T): void {
    if (this.pressed) this.held = { given: this.held ? this.join(this.held.given, given) : given };
    else this.show(given);
  }

  press(): void {
    this.pressed = true;
    this.presses += 1;
  }

  /** Shows the delayed update, unless pressed again. @param soon runs a callback after the click of the release */
  release(soon: (run: () => void) => void): void {
    const { presses } = this;
    soon(() => {
      if (presses !== this.presses) return;
      this.pressed = false;
      const { held } = this;
      this.held = undefined;
      if (held) this.show(held.given);
    });
  }
}
