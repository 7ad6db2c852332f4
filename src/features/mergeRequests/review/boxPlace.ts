import type { Uri } from "vscode";
import { isSamePlace, type MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { subjectsOfBox } from "../../../core/ui/commentBoxes.ts";
import type { ThreadDocument } from "./diffThreads.ts";
import type { ReviewThreads } from "./reviewThreads.ts";

type Threads = { readonly controller: { readonly id: string } } & Pick<ReviewThreads, "threadsIn">;

/** Returns the document that is commented on in a box, or the first of those that it may be, if all of them are of one merge request. */
export function documentOfBox(threads: Threads, box: Pick<Uri, "authority">): ThreadDocument | undefined {
  const found = subjectsOfBox(box, threads.controller.id, (uri) => threads.threadsIn(uri)?.document);
  const [first, ...others] = found;
  return first && others.every(({ place }) => isSamePlace(first.place, place)) ? first : undefined;
}

/** Returns the merge request that is commented on in a box. */
export const placeOfBox = (threads: Threads, box: Pick<Uri, "authority">): MergeRequestPlace | undefined =>
  documentOfBox(threads, box)?.place;
