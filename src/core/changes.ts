import type { UserStatus } from "../api/resources/userTypes.ts";
import type { ProjectScope } from "./base/refs.ts";

/** What a write was about, as far as it is known. */
type Subject =
  | { readonly subject: "pipeline"; readonly id?: number }
  | { readonly subject: "job"; readonly id?: number; readonly pipelineId?: number }
  | { readonly subject: "mergeRequest"; readonly iid?: number }
  | { readonly subject: "package"; readonly name?: string }
  | { readonly subject: "commit"; readonly sha?: string }
  | { readonly subject: "wiki"; readonly slug?: string }
  | { readonly subject: "milestone"; readonly id?: number }
  | { readonly subject: "snippet"; readonly id?: number }
  | { readonly subject: "vulnerability"; readonly id?: number }
  /** `status` is the host's answer, where it came, and `account` the number of whose it is: another one may be in use by then. */
  | { readonly subject: "ownStatus"; readonly status?: UserStatus; readonly account?: number | undefined }
  | { readonly subject: "sshKey" }
  | { readonly subject: "systemHook"; readonly id?: number }
  | { readonly subject: "user"; readonly id?: number }
  | { readonly subject: "customAttribute" }
  | { readonly subject: "protectedBranch"; readonly name?: string }
  | { readonly subject: "jobTokenScope" };

/** A write that the person made here. Views refresh what they show of its subject, and nothing for the others'. */
export type Change = ProjectScope & Subject;
export type ChangeSubject = Change["subject"];
