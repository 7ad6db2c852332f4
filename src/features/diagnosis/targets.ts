import type { Commit } from "../../api/resources/commitTypes.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";
import type { Pipeline } from "../../api/resources/pipelines.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { PageElement } from "../../core/webview/element.ts";
import { type ButtonStyle, button } from "../../core/webview/parts.ts";

/** What a link of the page opens. */
export type Target =
  | { readonly kind: "readLog"; readonly job: Job }
  | { readonly kind: "log" | "compareLog" | "firstError" | "retry"; readonly job: Job }
  | {
      readonly kind: "file";
      readonly path: string;
      readonly folder?: string | undefined;
      /** One-based. */
      readonly line?: number | undefined;
      /** One-based. */
      readonly column?: number | undefined;
      readonly checkouts: readonly string[];
    }
  | { readonly kind: "commit"; readonly commit: Pick<Commit, "id"> & Partial<Commit> }
  | { readonly kind: "mergeRequest"; readonly mergeRequest: MergeRequest }
  | { readonly kind: "pipeline"; readonly pipeline: Pipeline }
  | { readonly kind: "diagnosis"; readonly scope: ProjectScope; readonly pipeline: Pipeline };

/** Action of the links. */
export const openPart = "open";

/** The targets of a page's links, by the ids that the page sends back. Ids name what they open, so that they mean the same when the page is drawn again. */
export class PageTargets {
  private readonly known = new Map<string, Target>();

  get(id: string): Target | undefined {
    return this.known.get(id);
  }

  /** Returns a button that opens a target. @param id letters, digits and dashes */
  button(id: string, target: Target, words: string, style: ButtonStyle = { kind: "link" }): PageElement {
    this.known.set(id, target);
    return button({ do: openPart, part: id }, words, style);
  }
}
