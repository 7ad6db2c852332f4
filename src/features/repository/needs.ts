import type { Pipeline } from "../../api/resources/pipelines.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { Connection } from "../../core/connections.ts";

/** What other features provide to the repository. */
export interface RepositoryNeeds {
  /**
   * Returns a warning for a branch that the account may not push to; undefined when it may or this is unknown. Never
   * rejects.
   */
  readonly commitWarning: (connection: Connection, scope: ProjectScope, branch: string) => Promise<string | undefined>;
  /** Shows a pipeline in its view. */
  readonly revealPipeline: (scope: ProjectScope, pipeline: Pipeline) => Promise<void>;
}
