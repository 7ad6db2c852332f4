/** What a run has called of the contract, and what it would need for the rest. */
export interface CalledOperations {
  /** A call of the operation went well. */
  add(id: string): void;
  skip(id: string, reason: string): void;
  /** For a person, on several lines. */
  summary(): string;
}

/** @param ids of all operations */
export function calledOperations(ids: readonly string[]): CalledOperations {
  const called = new Set<string>();
  const skipped = new Map<string, Set<string>>();
  return {
    add: (id) => void called.add(id),
    skip: (id, reason) => void skipped.set(id, (skipped.get(id) ?? new Set()).add(reason)),
    summary: () => {
      const left = [...skipped].filter(([id]) => !called.has(id));
      const byReason = new Map<string, string[]>();
      for (const [id, reasons] of left) {
        const reason = [...reasons].join(", ");
        byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
      }
      const lines = [...byReason].map(([reason, those]) => `    ${those.join(", ")}: ${reason}`);
      return [
        `\n  Called ${called.size} of the ${ids.length} documented operations.${lines.length > 0 ? " Skipped:" : ""}`,
        ...lines,
      ].join("\n");
    },
  };
}
