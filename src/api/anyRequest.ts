import { ApiError } from "./errors.ts";
import type { Http } from "./http.ts";
import type { RequestSpec, CallOptions, RequestPreview } from "./request.ts";
import type { StreamResponse } from "./transport.ts";

/** A request for any operation, with every part given by the caller. */
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

/** The response, whatever its status. Iterate the body or close it to free the connection. */
export type AnyResponse = StreamResponse;

/** Sends requests for any operation through the same pipeline as all others, and returns the responses unparsed. */
export const anyRequests = (http: Http) => ({
  /** Returns the request as it would be sent, without its credential. Nothing is sent, except to detect how the host names fields. */
  preview: (request: AnyRequest, options: CallOptions = {}): Promise<RequestPreview> =>
    http.preview({ ...request, ...options }),

  /**
   * Sends the request without retries, except after renewing a refused token. Resolves for every status, error statuses included.
   * @throws ApiError when no response arrives
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

// eslint-disable-next-line @typescript-eslint/require-await -- bodies are async iterables; this one has nothing to wait for
async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
