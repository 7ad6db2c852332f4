import { asId, asNumber, asText, oneOf, type Parse, recordOf } from "../../../core/base/stored.ts";

/** What happened to a merge request that concerns the user, until they have seen it. */
export const parseUpdate = recordOf(
  {
    /** Unique in its merge request. */
    id: asText,
    kind: oneOf(
      "reviewRequest",
      "reply",
      "comment",
      "mention",
      "comments",
      "approval",
      "revoked",
      "requestedChanges",
      "push",
    ),
    project: asId,
    /** ID of the merge request. */
    mergeRequest: asNumber,
    iid: asNumber,
    title: asText,
    /** In ms since the epoch. */
    at: asNumber,
  },
  {
    projectId: asNumber,
    /** `group/project!1`. */
    reference: asText,
    /** Name of who did it. */
    who: asText,
    /** Markdown, shortened. */
    text: asText,
    /** Number of commits or comments. */
    count: asNumber,
    /** ID of the discussion that the comment is in. */
    discussion: asText,
    /** Paths of the file that the discussion is on, new and old. */
    path: asText,
    oldPath: asText,
    webUrl: asText,
  },
);

type Stored<P> = P extends Parse<infer T> ? T : never;
export type Update = Readonly<Stored<typeof parseUpdate>>;
export type UpdateKind = Update["kind"];
