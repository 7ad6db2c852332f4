import { createAddresses } from "./addresses.ts";
import { type InstanceCapabilities, temporaryCapabilities } from "./capabilities.ts";
import { readContentRange } from "./contentRange.ts";
import type { ApiError, ApiErrorOptions, RuleCode } from "./errors.ts";
import { checkList, checkObject, type RequiredFields } from "./json.ts";
import { createPages, type Pages } from "./pages.ts";
import { queryString } from "./path.ts";
import type {
  HttpOptions,
  ListOptions,
  RequestSpec,
  Header,
  TextResponse,
  RequestPreview,
  Download,
} from "./request.ts";
import { createRequestPipeline } from "./requestPipeline.ts";
import type { StreamResponse } from "./transport.ts";

/** What resources are made of. Everything throws ApiError. */
export interface Http {
  readonly baseUrl: string;
  readonly capabilities: InstanceCapabilities;
  /** Milliseconds since the epoch. */
  now(): number;
  object<T extends object>(call: RequestSpec): Promise<T>;
  /** A list that comes whole. */
  list<T extends object>(call: RequestSpec): Promise<readonly T[]>;
  /** @param describe makes the request, with the first page: what it throws, that page rejects with */
  pages<T extends object>(describe: () => RequestSpec, options: ListOptions): Pages<T>;
  /** Any other whole answer: `use` makes it into what is due, and throws UnexpectedBody for nonsense. */
  read<T>(call: RequestSpec, use: (received: TextResponse) => T): Promise<T>;
  /** The headers of an answer by their documented names, where the host has others too. */
  head(call: RequestSpec): Promise<Header>;
  /** For calls whose answer says nothing more than that it is done. */
  noContent(call: RequestSpec): Promise<void>;
  stream(call: RequestSpec): Promise<StreamResponse>;
  /** What would be sent for a call, in the host's words where they are known or can be asked for. */
  preview(call: RequestSpec): Promise<RequestPreview>;
  download(call: RequestSpec): Promise<Download>;
  /** The error for a call that is not even sent; `fields` are what to correct. */
  invalidArgument(call: RequestSpec, code: RuleCode, why: string, ...fields: readonly string[]): ApiError;
  /** The error for an answer that makes no sense, or means something else than its status says. */
  failure(call: RequestSpec, why: string, options: Partial<ApiErrorOptions> & Pick<ApiErrorOptions, "kind">): ApiError;
}

/**
 * Creates what the resources of an instance stand on. Nothing is sent.
 * @throws TypeError when the base address is none.
 */
export function createHttp(options: HttpOptions): Http {
  const addresses = createAddresses(options.baseUrl);
  const capabilities = options.capabilities ?? temporaryCapabilities();
  const pipeline = createRequestPipeline(options, addresses, capabilities);
  const requiredFields = (call: RequestSpec): RequiredFields => call.requiredFields ?? { id: "id" };
  const list = async (call: RequestSpec, path: string): Promise<{ items: readonly object[]; header: Header }> => {
    const { value: items, header } = await pipeline.json(call, path, (body) => checkList(body, requiredFields(call)));
    return { items, header };
  };

  return {
    baseUrl: addresses.baseUrl,
    capabilities,
    now: options.now ?? Date.now,

    object: async <T extends object>(call: RequestSpec) =>
      (await pipeline.json(call, call.path, (body) => checkObject(body, requiredFields(call)))).value as T,

    list: async <T extends object>(call: RequestSpec) => (await list(call, call.path)).items as readonly T[],

    pages: <T extends object>(describe: () => RequestSpec, { perPage, signal, repeat }: ListOptions) => {
      let made: RequestSpec | undefined;
      const call = (): RequestSpec => (made ??= describe());
      return createPages<T>({
        path: () => call().path + queryString(call().query ?? {}),
        perPage,
        signal,
        fetch: async (path, pageSignal) => {
          const { items, header } = await list({ ...call(), query: {}, signal: pageSignal, repeat }, path);
          return { items: items as readonly T[], header };
        },
      });
    },

    read: async (call, use) => pipeline.read(call, use),
    head: async (call) => pipeline.head({ method: "HEAD", ...call }),
    noContent: async (call) => pipeline.noContent(call),
    stream: async (call) => pipeline.stream(call),
    preview: async (call) => pipeline.preview(call),

    download: async (call) => {
      const response = await pipeline.stream(call);
      const told = response.header("content-encoding") === undefined ? response.header("content-length") : undefined;
      const length = told === undefined ? undefined : Number(told);
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
      return {
        ...(contentType === undefined ? {} : { contentType }),
        ...(length === undefined ? {} : { length }),
        ...(etag === undefined ? {} : { etag }),
        ...(part === undefined ? {} : { part }),
        body: call.onProgress ? counted(response.body, length, call.onProgress) : response.body,
        close: response.close,
      };
    },

    invalidArgument: (call, code, why, ...fields) => addresses.invalidArgument(call, code, why, fields),
    failure: (call, why, what) => addresses.failure(call, why, what),
  };
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  total: number | undefined,
  tell: (done: number, total: number | undefined) => void,
): AsyncGenerator<Uint8Array> {
  let done = 0;
  for await (const chunk of body) {
    done += chunk.length;
    tell(done, total);
    yield chunk;
  }
}
