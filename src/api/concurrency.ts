/** Maximum number of pages that are requested at once. */
export const maxConcurrency = 10;
/** Number of pages that are requested at once before anything is known of the host; one that is only slow keeps as many. */
const initialLimit = 4;
/** Number of good answers for one more page at once, after the host was slow or refused one. */
const cautiousStep = 10;

/** How the host answered: `slow` is for pages only. */
export type AnswerQuality = "good" | "slow" | "refused";

/**
 * Limits how many pages are requested at once, by how the host answers: one more with each good answer, one less with each slow page, and
 * one only after a refusal. From then on it grows with every tenth good answer. There is one per client, since hosts limit the rate of an
 * account.
 */
export class Concurrency {
  private limit = initialLimit;
  private step = 1;
  private good = 0;
  private active = 0;
  private refusals = 0;
  private readonly waiting = new Set<() => void>();

  /**
   * Resolves when the request may be sent, in the order of the calls, to the function that ends its turn. Rejects with the signal's reason
   * if it is aborted before.
   */
  async turn(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener("abort", stop);
        this.active++;
        resolve();
      };
      const stop = (): void => {
        this.waiting.delete(start);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", stop, { once: true });
      this.waiting.add(start);
      this.startNext();
    });
    return () => {
      this.active--;
      this.startNext();
    };
  }

  /** Returns the function to call with how the host answers a request that is sent now. */
  sent(): (quality: AnswerQuality) => void {
    const { refusals } = this;
    return (quality) => {
      // What was sent before a refusal does not show whether the host takes more since.
      if (quality === "good" && refusals === this.refusals) this.grow();
      if (quality === "good") return;
      this.step = cautiousStep;
      this.good = 0;
      if (quality === "slow") this.limit = Math.min(this.limit, Math.max(initialLimit, this.limit - 1));
      else {
        this.refusals++;
        this.limit = 1;
      }
    };
  }

  private grow(): void {
    if (this.limit >= maxConcurrency || ++this.good < this.step) return;
    this.good = 0;
    this.limit++;
    this.startNext();
  }

  private startNext(): void {
    for (const start of this.waiting) {
      if (this.active >= this.limit) return;
      this.waiting.delete(start);
      start();
    }
  }
}
