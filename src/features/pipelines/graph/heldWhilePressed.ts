/**
 * Holds back what would change a page while a pointer is pressed on it: what moves away between press and release is never clicked.
 * Of several that come meanwhile the last is shown, for each tells everything. Free of the DOM.
 */
export class HeldWhilePressed<T> {
  private readonly show: (given: T) => void;
  private readonly join: (earlier: T, later: T) => T;
  private held: { readonly given: T } | undefined;
  private pressed = false;
  private presses = 0;

  /** @param join makes one of two that came after each other, for what must not be lost of the earlier */
  constructor(show: (given: T) => void, join: (earlier: T, later: T) => T) {
    this.show = show;
    this.join = join;
  }

  /** Shows it, now or once the pointer is released. */
  offer(given: T): void {
    if (this.pressed) this.held = { given: this.held ? this.join(this.held.given, given) : given };
    else this.show(given);
  }

  press(): void {
    this.pressed = true;
    this.presses += 1;
  }

  /** @param soon runs something once the click that comes with the release is done. Another press meanwhile holds on. */
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
