import type { Hosting } from "../hosting.ts";
import type { Params } from "../http/params.ts";
import { FINAL_STATUSES, type PipelineRecord, STATUSES } from "../records.ts";

const ORDERS = ["id", "status", "ref", "updated_at", "user_id"];

/** Part 2, GET /projects/:id/pipelines: the filters and the order of the query. Throws a Problem for values the API does not know. */
export function filterPipelines(hosting: Hosting, all: readonly PipelineRecord[], query: Params): PipelineRecord[] {
  const keep: ((pipeline: PipelineRecord) => boolean)[] = [];
  const want = <T>(value: T | undefined, test: (value: T, pipeline: PipelineRecord) => boolean): void => {
    if (value !== undefined) keep.push((pipeline) => test(value, pipeline));
  };
  want(query.oneOf("status", STATUSES), (status, pipeline) => pipeline.status === status);
  want(query.oneOf("scope", ["running", "pending", "finished", "branches", "tags"]), (scope, pipeline) =>
    inScope(all, scope, pipeline),
  );
  want(query.text("ref"), (ref, pipeline) => pipeline.ref === ref);
  want(query.text("sha"), (sha, pipeline) => pipeline.sha === sha);
  want(query.text("source"), (source, pipeline) => pipeline.source === source);
  want(query.text("name"), (name, pipeline) => pipeline.name === name);
  want(query.text("username"), (username, pipeline) => hosting.state.users.get(pipeline.userId)?.username === username);
  want(query.flag("yaml_errors"), (errors, pipeline) => (pipeline.yamlErrors !== null) === errors);
  want(query.time("updated_after"), (after, pipeline) => pipeline.updatedAt > after);
  want(query.time("updated_before"), (before, pipeline) => pipeline.updatedAt < before);
  want(query.time("created_after"), (after, pipeline) => pipeline.createdAt > after);
  want(query.time("created_before"), (before, pipeline) => pipeline.createdAt < before);

  const order = query.oneOf("order_by", ORDERS) ?? "id";
  const sign = query.oneOf("sort", ["asc", "desc"]) === "asc" ? 1 : -1;
  return all
    .filter((pipeline) => keep.every((test) => test(pipeline)))
    .sort((a, b) => sign * (compare(sortKey(a, order), sortKey(b, order)) || a.id - b.id));
}

/** `branches` and `tags` mean the latest pipeline of each branch or tag. */
function inScope(all: readonly PipelineRecord[], scope: string, pipeline: PipelineRecord): boolean {
  if (scope === "finished") return FINAL_STATUSES.has(pipeline.status);
  if (scope === "running" || scope === "pending") return pipeline.status === scope;
  return (
    pipeline.tag === (scope === "tags") &&
    !all.some((other) => other.tag === pipeline.tag && other.ref === pipeline.ref && other.id > pipeline.id)
  );
}

function sortKey(pipeline: PipelineRecord, order: string): string | number {
  if (order === "status") return pipeline.status;
  if (order === "ref") return pipeline.ref;
  if (order === "updated_at") return pipeline.updatedAt;
  return order === "user_id" ? pipeline.userId : pipeline.id;
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
