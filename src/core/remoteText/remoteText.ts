/** A text on a host that is edited in a document here. */
export interface RemoteText {
  /** What drafts of it are kept by; never changes. */
  readonly key: string;
  /** In the midst of a sentence: “the description of !3”. */
  readonly name: string;
  /** Name of a tab, with the ending that chooses its language: `!3.md`. */
  readonly file: string;
  /**
   * The host's text now; undefined when it has none, not yet or not any more.
   * @param seen whether the host was seen to have it
   */
  read(signal: AbortSignal, seen: boolean): Promise<string | undefined>;
  /**
   * Puts the text on the host.
   * @param there whether the host has one, which is changed; else one is made
   */
  send(text: string, there: boolean, signal: AbortSignal): Promise<void>;
  /** Tells the views that it may have changed. */
  announce(): void;
}

/** Hosts end lines as web pages do; editors as they like. */
export const sameText = (one: string | undefined, other: string | undefined): boolean =>
  one?.replace(/\r\n/g, "\n") === other?.replace(/\r\n/g, "\n");
