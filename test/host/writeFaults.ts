/** What can become of a write between the client and the host, as the suite about faulty writes plans it. */
import type { FaultRule } from "../service/control.ts";

export interface WriteFault {
  readonly name: string;
  /** What becomes of the first write. */
  readonly rule: Pick<FaultRule, "action" | "status" | "next">;
  /** How often the host does it. */
  readonly worked: 0 | 1 | 2;
  /** Whether the client gets the host's own answer. */
  readonly answered?: true;
  /** Whether the host stays out of reach, so that nothing can be looked up. */
  readonly away?: true;
  /** Whether the answer is held until the test lets it go. */
  readonly late?: true;
}

const gateway = [502, 503, 504] as const;

export const writeFaults: readonly WriteFault[] = [
  { name: "reset before the work", rule: { action: "reset" }, worked: 0 },
  { name: "reset after the work", rule: { action: "loseAnswer" }, worked: 1 },
  { name: "a late answer", rule: { action: "holdAnswer" }, worked: 1, answered: true, late: true },
  { name: "half an answer of a declared length", rule: { action: "resetMidBody" }, worked: 1 },
  { name: "half an answer in chunks", rule: { action: "resetMidChunks" }, worked: 1 },
  { name: "half an answer that ends like a whole one", rule: { action: "endMidBody" }, worked: 1 },
  { name: "half an answer with its own length", rule: { action: "truncate" }, worked: 1 },
  ...gateway.map((status) => ({ name: `${status} without the work`, rule: { status }, worked: 0 }) as const),
  ...gateway.map(
    (status) => ({ name: `${status} after the work`, rule: { status, action: "replaceAnswer" }, worked: 1 }) as const,
  ),
  { name: "repeated delivery", rule: { action: "deliverTwice" }, worked: 2, answered: true },
  {
    name: "reset after the work by a host that is away from then on",
    rule: { action: "loseAnswer", next: { path: "^/api/", status: 502 } },
    worked: 1,
    away: true,
  },
];
