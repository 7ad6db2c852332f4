/** Commits whose titles are kept, above what is shown at one time. */
const maxTitles = 5_000;
/** Characters kept of a title. */
const longest = 300;

const fullSha = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The titles of commits that answers of one host contained, by hash. */
export class CommitTitles {
  private readonly known = new Map<string, string>();

  get(sha: string): string | undefined {
    return this.known.get(sha);
  }

  put(sha: string, title: string): void {
    if (this.known.has(sha)) return;
    this.known.set(sha, title.slice(0, longest));
    for (const oldest of this.known.keys()) {
      if (this.known.size <= maxTitles) return;
      this.known.delete(oldest);
    }
  }

  /** Takes the titles from an answer: of commits, and of those that jobs and branches name. */
  add(answer: readonly object[]): void {
    for (const record of answer) {
      this.take(record);
      if ("commit" in record) this.take(record.commit);
    }
  }

  private take(record: unknown): void {
    if (typeof record !== "object" || record === null || !("id" in record && "title" in record)) return;
    const { id, title } = record;
    if (typeof id === "string" && fullSha.test(id) && typeof title === "string" && title.trim() !== "")
      this.put(id, title);
  }
}
