import type { UserStatus } from "../api/resources/userTypes.ts";
import type { ProjectScope } from "./base/refs.ts";

/** The subject of a write, as far as it is known. */
type Subject =
  | { readonly subject: "pipeline"; readonly id?: number }
  | { readonly subject: "job"; readonly id?: number; readonly pipelineId?: number }
  | { readonly subject: "mergeRequest"; readonly iid?: number }
  /** Comments that wait for the review of a merge request to be submitted. Nothing on the host that others see has changed. */
  | { readonly subject: "review"; readonly iid?: number }
  | { readonly subject: "package"; readonly name?: string }
  | { readonly subject: "commit"; readonly sha?: string }
  | { readonly subject: "wiki"; readonly slug?: string }
  | { readonly subject: "milestone"; readonly id?: number }
  | { readonly subject: "snippet"; readonly id?: number }
  | { readonly subject: "vulnerability"; readonly id?: number }
  /** `status` is the host's response, if there was one; `account` is the ID of its user, since another account may be in use by then. */
  | { readonly subject: "ownStatus"; readonly status?: UserStatus; readonly account?: number | undefined }
  | { readonly subject: "sshKey" }
  | { readonly subject: "systemHook"; readonly id?: number }
  | { readonly subject: "user"; readonly id?: number }
  | { readonly subject: "customAttribute" }
  | { readonly subject: "protectedBranch"; readonly name?: string }
  | { readonly subject: "jobTokenScope"; readonly part?: JobTokenScopePart };

/** A part of a project's job token scope that is requested on its own; `limit` is whether access is limited. */
export type JobTokenScopePart = "limit" | "projects" | "groups";

/** A write of this window. Views that show its subject refresh. */
export type Change = ProjectScope & Subject;
export type ChangeSubject = Change["subject"];
