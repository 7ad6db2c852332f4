/**
 * Code outside the features that activation does not need. Together with `features.ts` this is the only place that imports code of
 * ours at run time, so each of these becomes a chunk of its own. A failed load is tried again with the next call.
 */
import { onceLoaded } from "../base/onceLoaded.ts";

export const loadClient = onceLoaded(() => import("../../api/client.ts"));
export const loadTemplateStore = onceLoaded(() => import("../ciTemplates/templateStore.ts"));
export const loadViewController = onceLoaded(() => import("../tree/viewController.ts"));
export const loadRenewal = onceLoaded(() => import("../../auth/renewal.ts"));
export const loadProjects = onceLoaded(() => import("../../git/project.ts"));
export const loadNet = onceLoaded(() => import("../net/net.ts"));
export const loadFeedSignIns = onceLoaded(() => import("../../auth/feedCredentials.ts"));
export const loadErrorMessages = onceLoaded(() => import("../ui/describeError.ts"));
export const loadRowMarks = onceLoaded(() => import("../tree/rowMarks.ts"));
