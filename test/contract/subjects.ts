import type { ProjectId } from "../../src/api/path.ts";
import type { AuthorizeRequest, TokenRequest } from "../../src/api/resources/oauth.ts";
import type { PipelineQuery, PipelineVariable } from "../../src/api/resources/pipelines.ts";

/** A job with an archive, and how its artifacts are found by ref. */
export interface ArtifactSubject {
  readonly job: number;
  readonly name: string;
  readonly ref: string;
  /** Path of a file in the archive. */
  readonly file: string;
}

type Grant<Type extends TokenRequest["grant_type"]> = Extract<TokenRequest, { grant_type: Type }>;

type Lent<T> = T | Promise<T>;

/** What calls are made upon. Those that a call changes are made anew each time. All but the project throw NotThere when the server lacks it. */
export interface Subjects {
  readonly project: ProjectId;
  /** The same project by its other name: number or path. */
  readonly sameProject: ProjectId;
  /** A filter with every field, which meets at least two pipelines. */
  pipelineFilter(): Lent<Required<PipelineQuery>>;
  pipeline(): Lent<number>;
  /** Has variables of both types. */
  pipelineWithVariables(): Lent<number>;
  pipelineWithTests(): Lent<number>;
  /** A branch or tag whose newest commit has a pipeline. */
  ref(): Lent<string>;
  /** A pipeline may be started with this in this project. */
  start(): Lent<{ readonly project: ProjectId; readonly ref: string; readonly variables: readonly Required<PipelineVariable>[] }>;
  runningPipeline(): Lent<number>;
  retryablePipeline(): Lent<number>;
  /** To be renamed or deleted. */
  sparePipeline(): Lent<number>;
  job(): Lent<number>;
  /** Has a log of more than one byte. */
  finishedJob(): Lent<number>;
  runningJob(): Lent<number>;
  retryableJob(): Lent<number>;
  artifacts(): Lent<ArtifactSubject>;
  /** Another user, whom the caller may act as. */
  otherUser(): Lent<number>;
  authorization(): Lent<{ readonly request: AuthorizeRequest; /** Opens the page and says yes; answers with the address it leads back to. */ readonly approve: (url: string) => Promise<string> }>;
  code(): Lent<Grant<"authorization_code">>;
  refresh(): Lent<Grant<"refresh_token">>;
  /** A token to revoke. */
  spareToken(): Lent<{ readonly token: string; readonly client_id: string }>;
}

/** The server has nothing that this call could be made upon: no failure of the client. */
export class NotThere extends Error {}
