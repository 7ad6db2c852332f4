import { createAddresses } from "./addresses.ts";
import { announcedContent, compared } from "./announcedContent.ts";
import { type InstanceCapabilities, temporaryCapabilities } from "./capabilities.ts";
import { readContentRange } from "./contentRange.ts";
import { type ApiError, type ApiErrorOptions, carriesSecret, contentMismatch, type RuleCode } from "./errors.ts";
import { checkList, checkObject } from "./json.ts";
import { hasPageHeaders } from "./nextPage.ts";
import { createPages, type Pages } from "./pages.ts";
import { queryString } from "./path.ts";
import type {
  HttpOptions,
  ListOptions,
  CheckedRequest,
  RequestSpec,
  Header,
  TextResponse,
  RequestPreview,
  Download,
} from "./request.ts";
import { createRequestPipeline } from "./requestPipeline.ts";
import type { StreamResponse } from "./transport.ts";

/** The requests that resources are built from. Every method throws ApiError. */
export interface Http {
  readonly baseUrl: string;
  readonly capabilities: InstanceCapabilities;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The time by the host's clock, as of its last response, in milliseconds since the epoch. */
  hostTime(): number;
  object<T extends object>(call: CheckedRequest<T>): Promise<T>;
  /** Returns a list that is not paginated. */
  list<T extends object>(call: CheckedRequest<T>): Promise<readonly T[]>;
  /** @param describe called when the first page is requested; if it throws, that page is rejected */
  pages<T extends object>(describe: () => CheckedRequest<T>, options: ListOptions): Pages<T>;
  /** Returns what `use` makes of the whole response; `use` throws UnexpectedBody if it is invalid. */
  read<T>(call: RequestSpec, use: (response: TextResponse) => T): Promise<T>;
  /** Returns the response headers, which can be read by their documented names whatever the host calls them. */
  head(call: RequestSpec): Promise<Header>;
  /** Sends a request and ignores the body of the response. */
  noContent(call: RequestSpec): Promise<void>;
  stream(call: RequestSpec): Promise<StreamResponse>;
  /** Returns the request as it would be sent, with the host's field names. */
  preview(call: RequestSpec): Promise<RequestPreview>;
  download(call: RequestSpec): Promise<Download>;
  /** Creates the error for a request that is rejected before it is sent; `fields` are those to correct. */
  invalidArgument(call: RequestSpec, code: RuleCode, why: string, ...fields: readonly string[]): ApiError;
  /** Creates the error for a response that is invalid, or whose meaning differs from its status. */
  failure(call: RequestSpec, why: string, options: Partial<ApiErrorOptions> & Pick<ApiErrorOptions, "kind">): ApiError;
}

/**
 * Creates the requests for the resources of an instance, without sending any.
 * @throws TypeError when the base address is not an http or https URL
 */
export function createHttp(options: HttpOptions): Http {
  const addresses = createAddresses(options.baseUrl);
  const capabilities = options.capabilities ?? temporaryCapabilities();
  const pipeline = createRequestPipeline(options, addresses, capabilities);
  const now = options.now ?? Date.now;
  /** Whether the host has sent page headers. */
  let namesPages = false;
  const list = async <T extends object>(
    call: CheckedRequest<T>,
    path: string,
  ): Promise<{ items: readonly T[]; header: Header }> => {
    const askedAt = now();
    const { value: items, header } = await pipeline.json(call, path, (body) => checkList<T>(body, call.requiredFields));
    options.onRecords?.(call.operation, items, askedAt);
    namesPages ||= hasPageHeaders(header);
    return { items, header };
  };

  return {
    baseUrl: addresses.baseUrl,
    capabilities,
    now,
    hostTime: () => pipeline.hostTime(),

    object: async <T extends object>(call: CheckedRequest<T>) => {
      const askedAt = now();
      const { value } = await pipeline.json(call, call.path, (body) => checkObject<T>(body, call.requiredFields));
      options.onRecords?.(call.operation, [value], askedAt);
      for (const [name, field] of Object.entries(value) as [string, unknown][])
        if (typeof field === "string" && carriesSecret(name)) options.secrets?.add(field);
      return value;
    },

    list: async <T extends object>(call: CheckedRequest<T>) => (await list(call, call.path)).items,

    pages: <T extends object>(describe: () => CheckedRequest<T>, { perPage, signal, repeat }: ListOptions) => {
      let made: CheckedRequest<T> | undefined;
      const call = (): CheckedRequest<T> => (made ??= describe());
      return createPages<T>({
        path: () => call().path + queryString(call().query ?? {}),
        perPage,
        signal,
        paging: () => ({ namesPages, unpaged: call().unpaged === true }),
        now,
        fetch: (path, pageSignal, beside) => list({ ...call(), query: {}, signal: pageSignal, repeat, beside }, path),
      });
    },

    read: async (call, use) => pipeline.read(call, use),
    head: async (call) => pipeline.head({ method: "HEAD", ...call }),
    noContent: async (call) => pipeline.noContent(call),
    stream: async (call) => pipeline.stream(call),
    preview: async (call) => pipeline.preview(call),

    download: async (call) => {
      const response = await pipeline.stream(call);
      const contentLength =
        response.header("content-encoding") === undefined ? response.header("content-length") : undefined;
      const length = contentLength === undefined ? undefined : Number(contentLength);
      const contentType = response.header("content-type");
      const etag = response.header("etag");
      const part = response.status === 206 ? readContentRange(response.header("content-range")) : undefined;
      if (response.status === 206 && (part === undefined || call.headers?.["range"] === undefined)) {
        await response.close();
        throw addresses.failure(call, "a part came that nobody asked for, or without saying which", {
          kind: "invalidResponse",
          status: response.status,
        });
      }
      const announced =
        call.checksContent === true && part === undefined ? announcedContent(response.header) : undefined;
      const body = announced
        ? compared(response.body, announced, (why) =>
            addresses.failure(call, why, { kind: "invalidResponse", status: response.status, code: contentMismatch }),
          )
        : response.body;
      return {
        ...(contentType === undefined ? {} : { contentType }),
        ...(length === undefined ? {} : { length }),
        ...(etag === undefined ? {} : { etag }),
        ...(part === undefined ? {} : { part }),
        body: call.onProgress ? withProgress(body, length, call.onProgress) : body,
        close: response.close,
      };
    },

    invalidArgument: (call, code, why, ...fields) => addresses.invalidArgument(call, code, why, fields),
    failure: (call, why, what) => addresses.failure(call, why, what),
  };
}

async function* withProgress(
  body: AsyncIterable<Uint8Array>,
  total: number | undefined,
  report: (done: number, total: number | undefined) => void,
): AsyncGenerator<Uint8Array> {
  let done = 0;
  for await (const chunk of body) {
    done += chunk.length;
    report(done, total);
    yield chunk;
  }
}
