import type { DraftKind, DraftStore } from "../../../src/core/base/drafts.ts";

/** A draft store without files; drafts are copied in and out as JSON. */
export class InMemoryDrafts implements Pick<DraftStore, keyof DraftStore> {
  private readonly kept = new Map<string, string>();

  get size(): number {
    return this.kept.size;
  }

  get<D>(kind: DraftKind<D>, key: string): D | undefined {
    const kept = this.kept.get(`${kind.name} ${key}`);
    return kept === undefined ? undefined : kind.parse(JSON.parse(kept));
  }

  all<D>(kind: DraftKind<D>): D[] {
    return [...this.kept]
      .filter(([name]) => name.startsWith(`${kind.name} `))
      .map(([, kept]) => kind.parse(JSON.parse(kept)))
      .filter((draft) => draft !== undefined);
  }

  async keep<D>(kind: DraftKind<D>, key: string, draft: D | undefined): Promise<void> {
    if (draft === undefined) this.kept.delete(`${kind.name} ${key}`);
    else this.kept.set(`${kind.name} ${key}`, JSON.stringify(draft));
    await Promise.resolve();
  }

  keepQuietly = this.keep.bind(this);

  readonly failed = (): void => undefined;
  readonly mayBeLeft = (): boolean => false;
  readonly takeLeft = (): readonly never[] => [];
}
