import type { Http } from "../http.ts";
import type { Pages } from "../pages.ts";
import { path, type ProjectId } from "../path.ts";
import type { CallOptions, ListOptions } from "../request.ts";
import { checkFilled } from "../rules.ts";
import type { DraftNote, NewDraftNote } from "./discussionTypes.ts";
import { extraCalls } from "./extraCalls.ts";

const draftNoteFields = { id: "id", note: "text" } as const;

/**
 * Comments on merge requests that only their author sees until they are published, which are outside the documents. As with every extra,
 * operations throw ApiError, `invalidArgument` with the rule `extraUnavailable` where the instance has no route.
 */
export const draftNotes = (http: Http) => {
  const calls = extraCalls(http);
  const name = "draftNotes";
  const operation = `extras.${name}`;

  return {
    /** Whether the instance has draft notes; undefined before the first use. */
    available: (): boolean | undefined => calls.available(name),

    /** Lists the caller's draft notes on a merge request, oldest first. */
    list: (project: ProjectId, iid: number, options: ListOptions = {}): Pages<DraftNote> =>
      calls.pages<DraftNote>(
        name,
        () => ({
          path: path`/projects/${project}/merge_requests/${iid}/draft_notes`,
          requiredFields: draftNoteFields,
          conditional: true,
        }),
        options,
      ),

    /**
     * Drafts a thread or a reply. Throws `invalidRequest` if the host has no such place in the diff, `forbidden` if the discussion is
     * locked, `notFound` if the discussion to reply to is gone.
     */
    create: async (
      project: ProjectId,
      iid: number,
      request: NewDraftNote,
      options: CallOptions = {},
    ): Promise<DraftNote> => {
      const call = {
        method: "POST",
        path: path`/projects/${project}/merge_requests/${iid}/draft_notes`,
        json: request,
        requiredFields: draftNoteFields,
        ...options,
      } as const;
      checkFilled(http, { ...call, operation }, request, "note");
      return calls.object<DraftNote>(name, call);
    },

    /** Changes the text of a draft note. */
    edit: async (
      project: ProjectId,
      iid: number,
      draft: number,
      request: { readonly note: string },
      options: CallOptions = {},
    ): Promise<DraftNote> => {
      const call = {
        method: "PUT",
        path: path`/projects/${project}/merge_requests/${iid}/draft_notes/${draft}`,
        json: request,
        requiredFields: draftNoteFields,
        ...options,
      } as const;
      checkFilled(http, { ...call, operation }, request, "note");
      return calls.object<DraftNote>(name, call);
    },

    /** Deletes a draft note. Throws `notFound` if it is gone or published. */
    delete: async (project: ProjectId, iid: number, draft: number, options: CallOptions = {}): Promise<void> =>
      calls.noContent(name, {
        method: "DELETE",
        path: path`/projects/${project}/merge_requests/${iid}/draft_notes/${draft}`,
        ...options,
      }),

    /** Publishes a draft note. Throws `server` if the host cannot place it, `notFound` if it is gone or published. */
    publish: async (project: ProjectId, iid: number, draft: number, options: CallOptions = {}): Promise<void> =>
      calls.noContent(name, {
        method: "PUT",
        path: path`/projects/${project}/merge_requests/${iid}/draft_notes/${draft}/publish`,
        ...options,
      }),

    /** Publishes all of the caller's draft notes. Throws `server` if the host cannot place one; those before it may be published. */
    publishAll: async (project: ProjectId, iid: number, options: CallOptions = {}): Promise<void> =>
      calls.noContent(name, {
        method: "POST",
        path: path`/projects/${project}/merge_requests/${iid}/draft_notes/bulk_publish`,
        ...options,
      }),
  };
};
