/** Filter of the Pipelines view; the names and values are those of the host (Part 2, Pipelines). */
export interface PipelineFilter {
  readonly status?: string;
  readonly ref?: string;
  readonly sha?: string;
  readonly source?: string;
  readonly scope?: "running" | "pending" | "finished" | "branches" | "tags";
  readonly username?: string;
  readonly name?: string;
  /** ISO 8601 */
  readonly updated_after?: string;
  /** ISO 8601 */
  readonly updated_before?: string;
  /** Only pipelines with an invalid configuration. */
  readonly yaml_errors?: true;
  /** Default: `id`. */
  readonly order_by?: "status" | "ref" | "updated_at" | "user_id";
  /** Default: descending. */
  readonly sort?: "asc";
}

/** Whether the list is as the host gives it: all pipelines, newest first. */
export const isUnfiltered = (filter: PipelineFilter): boolean => Object.keys(filter).length === 0;
