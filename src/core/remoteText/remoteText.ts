/** A text on a host that is edited in a document. */
export interface RemoteText {
  /** URL of the host. */
  readonly instance: string;
  /** Stable key of its drafts. */
  readonly key: string;
  /** Name within a sentence: “the description of !3”. */
  readonly name: string;
  /** Title of its tab, with the extension that selects its language: `!3.md`. */
  readonly file: string;
  /** Title of the command that offers to resolve a conflict. */
  readonly resolveCommand: string;
  /**
   * Returns the host's current text; undefined without one.
   * @param seen whether the host had a text before
   */
  read(signal: AbortSignal, seen: boolean): Promise<string | undefined>;
  /**
   * Sends the text to the host.
   * @param there whether the host has a text to update; otherwise it is created
   */
  send(text: string, there: boolean, signal: AbortSignal): Promise<void>;
  /** Whether the host makes the same of two texts; by default of those that are the same but for their line endings. */
  isSame?(one: string, other: string): boolean;
  /** Notifies the views that it may have changed. */
  announce(): void;
}

/** Compares texts regardless of line endings, in which host and editor may differ. */
export const sameText = (one: string | undefined, other: string | undefined): boolean =>
  one?.replace(/\r\n/g, "\n") === other?.replace(/\r\n/g, "\n");
