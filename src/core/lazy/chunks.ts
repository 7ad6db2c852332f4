/**
 * Code outside the features that activation does not need. Only this file and `features.ts` import our own code
 * dynamically, so each of these becomes a separate chunk.
 */

export const loadClient = () => import("../../api/client.ts");
export const loadTemplateStore = () => import("../ciTemplates/templateStore.ts");
export const loadViewController = () => import("../tree/viewController.ts");
export const loadRenewal = () => import("../../auth/renewal.ts");
export const loadProjects = () => import("../../git/project.ts");
export const loadNet = () => import("../net/net.ts");
export const loadFeedSignIns = () => import("../../auth/feedCredentials.ts");
export const loadErrorMessages = () => import("../ui/describeError.ts");
export const loadRowMarks = () => import("../tree/rowMarks.ts");
