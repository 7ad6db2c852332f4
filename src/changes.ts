import type { ProjectScope } from "./refs.ts";

/** A write that the person made here; views refresh what they show of it. */
export type Change = ProjectScope & {
  readonly kind: "pipeline" | "job";
  readonly id?: number;
  readonly pipelineId?: number;
};
