import { ApiError } from "./errors.ts";
import type { Http } from "./http.ts";
import type { RequestSpec, CallOptions, RequestPreview } from "./request.ts";
import type { StreamResponse } from "./transport.ts";

/** A request of any operation of the documents, put together by hand. */
export type AnyRequest = Pick<
  RequestSpec,
  | "operation"
  | "method"
  | "path"
  | "root"
  | "query"
  | "json"
  | "form"
  | "multipart"
  | "headers"
  | "secretHeaders"
  | "auth"
  | "hostFieldNames"
>;

/** What came of it, whatever its status. Iterate the body or close it, else its connection stays taken. */
export type AnyResponse = StreamResponse;

/** Requests of any operation, with the credential, the spelling and the redirects of all others, but answered as they are. */
export const anyRequests = (http: Http) => ({
  /** The request as the host would get it, without its credential: nothing is sent but, once, what tells how the host names fields. */
  preview: (request: AnyRequest, options: CallOptions = {}): Promise<RequestPreview> =>
    http.preview({ ...request, ...options }),

  /**
   * Sends it, once: only a refused token is renewed. Every status is an answer, the host's refusals too.
   * @throws ApiError when none came
   */
  send: async (request: AnyRequest, options: CallOptions = {}): Promise<AnyResponse> => {
    let refused: AnyResponse | undefined;
    try {
      return await http.stream({
        ...request,
        ...options,
        repeat: false,
        onErrorResponse: ({ text, status, header }) => {
          refused = { status, header, body: once(text), close: () => Promise.resolve() };
        },
      });
    } catch (error) {
      if (refused !== undefined && error instanceof ApiError && error.status === refused.status) return refused;
      throw error;
    }
  },
});

// eslint-disable-next-line @typescript-eslint/require-await -- the form of all bodies, here without a wait
async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
