import { looksLikeHtml } from "./json.ts";

/** What the body of an error answer says. */
export interface ErrorBody {
  readonly serviceMessage?: string;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly code?: string;
}

const longestMessage = 1000;

/**
 * Reads the body of an error answer, whatever it is: `{message}` with a string, an array, an object of fields or `{error}`;
 * `{error, error_description}`; `{error}`; plain text. Web pages, broken JSON and nothing tell nothing.
 */
export function readErrorBody(text: string, contentType = ""): ErrorBody {
  const trimmed = text.trim();
  if (trimmed === "" || looksLikeHtml(trimmed, contentType)) return {};
  let body: unknown;
  try {
    body = JSON.parse(trimmed);
  } catch {
    return /^[{["]/.test(trimmed) ? {} : said(trimmed);
  }
  return isRecord(body) ? fromRecord(body) : said(texts(body).join("; "));
}

function fromRecord(body: Record<string, unknown>): ErrorBody {
  const { error } = body;
  const code = typeof error === "string" && error !== "" ? error : body["error_code"];
  const coded = typeof code === "string" && code !== "" ? { code } : {};
  const message = body["message"] ?? body["error_description"] ?? body["errors"] ?? error;
  if (!isRecord(message)) return { ...said(texts(message).join("; ")), ...coded };
  if ("error" in message) return { ...said(texts(message["error"]).join("; ")), ...coded };
  const fields = Object.fromEntries(Object.entries(message).map(([name, value]) => [name, texts(value)]));
  // `base` is the service's name for the whole thing.
  const sentences = Object.entries(fields).flatMap(([name, all]) =>
    all.map((one) => (name === "base" ? one : `${name} ${one}`)),
  );
  return { ...said(sentences.join("; ")), fields, ...coded };
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(texts);
  if (isRecord(value))
    return Object.entries(value).flatMap(([name, inner]) => texts(inner).map((text) => `${name} ${text}`));
  return [];
}

function said(text: string): ErrorBody {
  const line = text.replace(/\s+/g, " ").trim();
  if (line === "") return {};
  return { serviceMessage: line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
