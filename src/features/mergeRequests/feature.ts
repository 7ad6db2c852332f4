import { DESCRIPTION_SCHEME } from "../../core/addresses/schemes.ts";
import { onceLoaded } from "../../core/base/onceLoaded.ts";
import type { Feature } from "../../core/feature.ts";
import { CommentsOnDemand } from "../../core/files/commentsOnDemand.ts";
import { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import { Panels } from "../../core/webview/panels.ts";
import type { MergeRequestsContext } from "./context.ts";
import type { Descriptions } from "./description/documents.ts";
import type { Review } from "./review/review.ts";
import type { Tracking } from "./tracking/tracking.ts";
import type { Updates } from "./updates/updates.ts";

export type { MergeRequestsView } from "./view.ts";

/** Merge requests: their view, pages, reviews, and descriptions as documents. */
export const mergeRequests: Feature<MergeRequestsContext, typeof import("./main.ts")> = {
  commands: ["mergeRequest", "mergeRequests", "thread", "suggestion", "changes.showAsTree", "changes.showAsList"],
  register(context, load) {
    const { owned, sessions } = context;
    const tracking: () => Promise<Tracking> = onceLoaded(async () =>
      owned.add(new (await load()).Tracking(context, () => review.load())),
    );
    const updates: () => Promise<Updates> = onceLoaded(async () =>
      owned.add(new (await load()).Updates(context, () => review.load())),
    );
    const view = addView(context, {
      view: VIEWS.mergeRequests,
      subjects: ["mergeRequest", "pipeline", "job"],
      filtered: "forgeline.mergeRequestsFiltered",
      load: async () =>
        (await load()).openMergeRequests(context, await tracking(), await updates(), await descriptions.load()),
    });
    const descriptions = owned.add(
      new LazyFiles<Descriptions>(
        DESCRIPTION_SCHEME,
        async (changed) => new (await load()).Descriptions(context, changed),
        { ready: sessions.ready },
      ),
    );
    const review: CommentsOnDemand<Review> = owned.add(
      new CommentsOnDemand(async () => new (await load()).Review(context, await tracking()), context.current),
    );
    const pages = owned.add(
      new Panels(context, "forgeline.mergeRequest", async () => (await load()).openPages(await review.load())),
    );
    const creating = owned.add(
      new Panels(context, "forgeline.newMergeRequest", async () =>
        (await load()).openCreating(await descriptions.load()),
      ),
    );
    return { ...context, view, descriptions, review: review.load, tracking, updates, pages, creating };
  },
};
