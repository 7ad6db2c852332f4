import { STATUS_CODES } from "node:http";
import { isSecretField, isSecretVariable } from "../../core/base/secretNames.ts";
import { indentJson } from "./indentJson.ts";
import type { Operation } from "./operation.ts";

/** Headers worth showing, without those of proxies and browsers. A response can be asked for headers by name only. */
const headerNames: readonly string[] = [
  "content-type",
  "content-length",
  "content-disposition",
  "etag",
  "last-modified",
  "location",
  "link",
  "retry-after",
  "warning",
  "deprecation",
  "sunset",
  "x-request-id",
  "x-runtime",
  "x-total",
  "x-total-pages",
  "x-page",
  "x-per-page",
  "x-next-page",
  "x-prev-page",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  ...["gitlab", "service"].flatMap((host) =>
    [
      "blob-id",
      "commit-id",
      "content-sha256",
      "encoding",
      "execute-filemode",
      "file-name",
      "file-path",
      "last-commit-id",
      "ref",
      "size",
    ].map((name) => `x-${host}-${name}`),
  ),
];

/** A response to show. */
export interface ResponseInfo {
  /** First line of the request, with secrets hidden. */
  readonly request: string;
  readonly status: number;
  /** Milliseconds until the whole response was received. */
  readonly took: number;
  readonly header: (name: string) => string | undefined;
  /** Undefined for binary content. */
  readonly text: string | undefined;
  /** Further remarks, localized. */
  readonly notes: readonly string[];
}

/** A response as a document; its name decides its language. */
export interface ResponseDocument {
  readonly name: string;
  readonly text: string;
  /** Whether tokens, secrets or passwords in it were hidden. */
  readonly hidden: boolean;
}

/** A string member of a JSON object; and a CI variable, whose name and value are separate members. */
const member = /("([^"\\]*(?:token|secret|pass|key|credential)[^"\\]*)"\s*:\s*)"(?!")[^"\\]*(?:\\.[^"\\]*)*"/gi;
const variable = /("key"\s*:\s*"([^"\\]*)"[^{}]*?"value"\s*:\s*)"(?!")[^"\\]*(?:\\.[^"\\]*)*"/g;
/** A parameter in the query of a URL. */
const queryParameter = /([?&]([^=&#\s]+)=)[^&#\s>;,]+/g;

/** Flags, types and dates of a token or password are not secret; a `code` is an error's. */
const holdsSecret = (name: string): boolean => isSecretField(name) && !/(^|_)(code|type|id|name)$|_at$/i.test(name);
const hide = (text: string, part: RegExp, replacement: string, isSecret = holdsSecret): string =>
  text.replace(part, (all, before: string, name: string) => (isSecret(name) ? `${before}${replacement}` : all));
const withoutSecrets = (text: string): string =>
  hide(hide(text, member, '"[hidden]"'), variable, '"[hidden]"', isSecretVariable);

/** Returns status, headers and body as one document; above JSON, the rest are comments. @param hiddenNote added if secrets were hidden */
export function responseDocument(
  { id }: Operation,
  { request, status, took, header, text, notes }: ResponseInfo,
  hiddenNote: string,
): ResponseDocument {
  const json = text === undefined ? undefined : indentJson(text);
  const body = withoutSecrets(json ?? text ?? "");
  const hidden = body !== (json ?? text ?? "");
  const headers = headerNames.flatMap((name) => {
    const value = header(name);
    return value === undefined ? [] : [`${name}: ${hide(value, queryParameter, "[hidden]")}`];
  });
  const head = [
    request,
    `${status} ${STATUS_CODES[status] ?? ""}`.trim() + ` (${Math.round(took)} ms)`,
    ...headers,
    ...notes,
    ...(hidden ? [hiddenNote] : []),
  ];
  const type = header("content-type") ?? "";
  const markup = json === undefined && /[/+](xml|html)\b/i.test(type) && body.trimStart().startsWith("<");
  // Two hyphens would end the comment. An XML declaration must come first, so the comment goes last.
  if (markup)
    return {
      name: `${id}.${/html/i.test(type) ? "html" : "xml"}`,
      text: `${body.trimEnd()}\n\n<!--\n${head.join("\n").replaceAll("--", "- -")}\n-->\n`,
      hidden,
    };
  if (json !== undefined)
    return { name: `${id}.jsonc`, text: `${head.map((one) => `// ${one}`).join("\n")}\n${body}\n`, hidden };
  return { name: `${id}.txt`, text: `${head.join("\n")}\n${body === "" ? "" : `\n${body}`}`, hidden };
}
