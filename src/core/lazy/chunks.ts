/**
 * Code outside the features that activation does not need. Only this file and `features.ts` import our own code
 * dynamically, so each of these becomes a separate chunk. A failed load is retried with the next call. The promise is
 * kept, since `import()` takes the extension host a moment even if the module is loaded already.
 */
import { onceLoaded } from "../base/onceLoaded.ts";

export const loadClient = onceLoaded(async () => {
  const [{ createClient }, { RecordStore }, { PipelineJobsCache }] = await Promise.all([
    import("../../api/client.ts"),
    import("../records/recordStore.ts"),
    import("../pipelines/pipelineJobsCache.ts"),
  ]);
  return { createClient, RecordStore, PipelineJobsCache };
});
export const loadTemplateStore = onceLoaded(() => import("../ciTemplates/templateStore.ts"));
export const loadDrafts = onceLoaded(() => import("../base/drafts.ts"));
export const loadViewController = onceLoaded(() => import("../tree/viewController.ts"));
export const loadRenewal = onceLoaded(() => import("../../auth/renewal.ts"));
export const loadProjects = onceLoaded(() => import("../../git/project.ts"));
export const loadNet = onceLoaded(() => import("../net/net.ts"));
export const loadFeedSignIns = onceLoaded(() => import("../../auth/feedCredentials.ts"));
export const loadErrorMessages = onceLoaded(() => import("../ui/describeError.ts"));
export const loadRowMarks = onceLoaded(() => import("../tree/rowMarks.ts"));
