/** A value that nobody but the client and the service may know. */
export interface Secret {
  /** `access token`, `code`, `password`, … */
  readonly kind: string;
  readonly value: string;
}

/** Every secret that the service issued or was sent, valid or not, so that tests can look for them where none belongs. */
export class Secrets {
  readonly #kinds = new Map<string, string>();

  /** Keeps the first kind of a value: a personal token is also a feed's password. */
  note(kind: string, value: string | undefined): void {
    if (value !== undefined && value !== "" && !this.#kinds.has(value)) this.#kinds.set(value, kind);
  }

  list(): Secret[] {
    return [...this.#kinds].map(([value, kind]) => ({ kind, value }));
  }
}
