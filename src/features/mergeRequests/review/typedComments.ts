import { asId, asNumber, asText, oneOf, recordOf } from "../../../core/base/stored.ts";
import { withLeft } from "../../../core/base/withLeft.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { TypedTexts } from "../../../core/ui/typedTexts.ts";
import { documentOfBox } from "./boxPlace.ts";
import type { EditedBoxes } from "./editedBoxes.ts";
import type { ReviewContext, ReviewThreads } from "./reviewThreads.ts";
import type { DraftPlace } from "./threadDrafts.ts";

type TypedPlace = MergeRequestPlace & Pick<DraftPlace, "path" | "side">;

/** Keeps what is typed into the boxes of threads; what is left of it becomes an unsent comment on its file. */
export const typedComments = (
  { drafts, report }: Pick<ReviewContext, "drafts" | "report">,
  threads: ReviewThreads,
  boxes: Pick<EditedBoxes, "began">,
): TypedTexts<TypedPlace> =>
  new TypedTexts<TypedPlace>({
    name: "typed",
    parse: recordOf({ instance: asText, project: asId, iid: asNumber, path: asText, side: oneOf("old", "new") }),
    drafts,
    report,
    subjectOf: (box) => {
      const document = documentOfBox(threads, box);
      if (document === undefined) return undefined;
      const { uri, place, file } = document;
      return { document: uri, place: { ...place, path: file.path, side: file.diff.side } };
    },
    began: (box) => boxes.began(box),
    recover: async ({ path, side, ...place }, text) => {
      await threads.drafts.change(place, { path, side }, (kept) => ({ ...kept, text: withLeft(kept?.text, text) }));
      threads.showAll(place);
    },
  });
