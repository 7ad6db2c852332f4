import type { FaultRule } from "../control.ts";

interface Armed {
  readonly rule: FaultRule;
  readonly path: RegExp;
  left: number;
}

/** Planned misbehaviour: the first rule that fits a request is used up by it. */
export class Faults {
  #armed: Armed[] = [];
  readonly #cleared = new Set<() => void>();

  /** Throws a SyntaxError when `rule.path` is no regular expression. */
  add(rule: FaultRule): void {
    this.#armed.push({ rule, path: new RegExp(rule.path), left: rule.times ?? Number.POSITIVE_INFINITY });
  }

  take(method: string, target: string): FaultRule | undefined {
    const found = this.#armed.find(
      (armed) => armed.left > 0 && fitsMethod(armed.rule.method, method) && armed.path.test(target),
    );
    if (!found) return undefined;
    found.left -= 1;
    if (found.left === 0 && found.rule.next) this.add(found.rule.next);
    return found.rule;
  }

  /** Forgets all rules and lets go of the requests that hang. */
  clear(): void {
    this.#armed = [];
    for (const release of [...this.#cleared]) release();
    this.#cleared.clear();
  }

  /** Resolves when `milliseconds` have passed (never, when undefined), the faults are cleared, or the request is gone. */
  hold(milliseconds: number | undefined, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(() => done(), milliseconds);
      const done = (): void => {
        clearTimeout(timer);
        this.#cleared.delete(done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.#cleared.add(done);
      signal.addEventListener("abort", done);
      if (signal.aborted) done();
    });
  }
}

/** @param wanted a method, or `write` for any but GET and HEAD; any at all when absent */
export const fitsMethod = (wanted: string | undefined, method: string): boolean =>
  wanted === "write" ? method !== "GET" && method !== "HEAD" : wanted === undefined || wanted === method;
