import type { Pipeline } from "../../api/resources/pipelines.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { Connection } from "../../core/connections.ts";

/** What the repository takes from other features. */
export interface RepositoryNeeds {
  /** What to say before a commit goes to a branch that the account may not push to; undefined when it may, or nobody knows. Never fails. */
  readonly commitWarning: (connection: Connection, scope: ProjectScope, branch: string) => Promise<string | undefined>;
  /** Shows a pipeline in its view. */
  readonly revealPipeline: (scope: ProjectScope, pipeline: Pipeline) => Promise<void>;
}
