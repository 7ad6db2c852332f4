import type { DraftKind, Drafts } from "./base/drafts.ts";
import { onceLoaded } from "./base/onceLoaded.ts";

/** The drafts of the window, for code of features: their own code is loaded with the first feature's. */
export class LazyDrafts implements Drafts {
  readonly failed: Drafts["failed"];
  readonly load: () => Promise<Drafts>;
  private readonly store: () => Drafts;

  /** @param open loads the code */
  constructor(open: () => Promise<Drafts>, failed: Drafts["failed"]) {
    this.failed = failed;
    const load = onceLoaded(open);
    this.load = load;
    this.store = () => {
      if (!load.loaded) throw new Error("The code of drafts is not loaded");
      return load.loaded;
    };
  }

  get<D>(kind: DraftKind<D>, key: string): D | undefined {
    return this.store().get(kind, key);
  }

  all<D>(kind: DraftKind<D>): D[] {
    return this.store().all(kind);
  }

  mayBeLeft(kind: DraftKind<unknown>, key: string): boolean {
    return this.store().mayBeLeft(kind, key);
  }

  takeLeft<D>(kind: DraftKind<D>, key: string): readonly D[] | undefined {
    return this.store().takeLeft(kind, key);
  }

  keep<D>(kind: DraftKind<D>, key: string, draft: D | undefined): Promise<void> {
    return this.store().keep(kind, key, draft);
  }

  keepQuietly<D>(kind: DraftKind<D>, key: string, draft: D | undefined): Promise<void> {
    return this.store().keepQuietly(kind, key, draft);
  }
}
