import { type ProjectScope, sameProject } from "../../../core/base/refs.ts";
import { encodePath } from "../../../core/commands/links.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { withEmoji } from "../../../core/people/emoji.ts";
import type { TextPlace } from "../../../core/webview/links.ts";

/** A merge request by its number. */
export interface MergeRequestPlace extends ProjectScope {
  readonly iid: number;
}

export const placeOf = ({ instance, project, mergeRequest: { iid } }: MergeRequestRef): MergeRequestPlace => ({
  instance,
  project,
  iid,
});

/** Returns a merge request of which only its number is known, as argument of commands. */
export const refOf = ({ instance, project, iid }: MergeRequestPlace): MergeRequestRef => ({
  instance,
  project,
  mergeRequest: { iid, title: "", state: "", web_url: "" },
});

export const isSamePlace = (one: MergeRequestPlace, other: MergeRequestPlace): boolean =>
  sameProject(one, other) && one.iid === other.iid;

/** Returns where links in comments lead; those of the project are left out if only its ID is known. */
export const textPlaceOf = ({ instance, project }: MergeRequestPlace): TextPlace => ({
  instance,
  project: /^\d+$/.test(String(project)) ? undefined : `${instance}/${encodePath(String(project))}`,
  emoji: withEmoji,
});
