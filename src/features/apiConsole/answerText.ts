import { STATUS_CODES } from "node:http";
import { isSecretField, isSecretVariable } from "../../core/base/secretNames.ts";
import { indentJson } from "./indentJson.ts";
import type { Operation } from "./operation.ts";

/** Headers that say something about the answer; those of proxies and browsers do not. An answer tells its headers by name only. */
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

/** What is known of an answer that is shown. */
export interface AnswerFacts {
  /** The first line of the request, as it is shown. */
  readonly request: string;
  readonly status: number;
  /** Milliseconds until all of it was there. */
  readonly took: number;
  readonly header: (name: string) => string | undefined;
  /** Undefined for what is no text. */
  readonly text: string | undefined;
  /** What there is to say besides, in the person's words. */
  readonly notes: readonly string[];
}

/** An answer as a document: its name, which chooses its language, and its text. */
export interface AnswerDocument {
  readonly name: string;
  readonly text: string;
  /** Whether tokens, secrets or passwords in it were hidden. */
  readonly hidden: boolean;
}

/** A member of an object whose value is a text, and a variable, which says its name in one member and its value in another. */
const member = /("([^"\\]*(?:token|secret|pass|key|credential)[^"\\]*)"\s*:\s*)"(?!")[^"\\]*(?:\\.[^"\\]*)*"/gi;
const variable = /("key"\s*:\s*"([^"\\]*)"[^{}]*?"value"\s*:\s*)"(?!")[^"\\]*(?:\\.[^"\\]*)*"/g;
/** What the query of an address gives a name. */
const given = /([?&]([^=&#\s]+)=)[^&#\s>;,]+/g;

/** Flags of a token or password, and what kind it is, tell nothing; a `code` is that of an error. */
const holdsSecret = (name: string): boolean => isSecretField(name) && !/(^|_)(code|type|id|name)$|_at$/i.test(name);
const hide = (text: string, part: RegExp, instead: string, isSecret = holdsSecret): string =>
  text.replace(part, (all, before: string, name: string) => (isSecret(name) ? `${before}${instead}` : all));
const withoutSecrets = (text: string): string =>
  hide(hide(text, member, '"[hidden]"'), variable, '"[hidden]"', isSecretVariable);

/** Status, headers and body in one text. JSON keeps its language: what stands before it are comments. @param hiddenNote said where any were hidden */
export function answerDocument(
  { id }: Operation,
  { request, status, took, header, text, notes }: AnswerFacts,
  hiddenNote: string,
): AnswerDocument {
  const json = text === undefined ? undefined : indentJson(text);
  const body = withoutSecrets(json ?? text ?? "");
  const hidden = body !== (json ?? text ?? "");
  const headers = headerNames.flatMap((name) => {
    const value = header(name);
    return value === undefined ? [] : [`${name}: ${hide(value, given, "[hidden]")}`];
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
  // Two hyphens would end the comment, and a declaration must come first: markup gets its head behind it.
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
