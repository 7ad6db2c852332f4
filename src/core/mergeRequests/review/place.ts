import { type ProjectScope, sameProject } from "../../base/refs.ts";
import type { MergeRequestRef } from "../refs.ts";

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
