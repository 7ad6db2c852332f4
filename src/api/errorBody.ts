import { looksLikeHtml } from "./json.ts";
import { parseJson } from "./parseJson.ts";

/** The parsed body of an error response. */
export interface ErrorBody {
  readonly serviceMessage?: string;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly code?: string;
}

/** Characters. */
const maxMessageLength = 1000;

/**
 * Parses the body of an error response: `{message}` with a string, an array, an object of fields or `{error}`;
 * `{error, error_description}`; `{error}`; plain text. Web pages, invalid or deeply nested JSON, and empty bodies yield an empty result.
 */
export function readErrorBody(text: string, contentType = ""): ErrorBody {
  const trimmed = text.trim();
  if (trimmed === "" || looksLikeHtml(trimmed, contentType)) return {};
  let body: unknown;
  try {
    body = parseJson(trimmed, true);
  } catch {
    return /^[{["]/.test(trimmed) ? {} : messageOf(trimmed);
  }
  return isRecord(body) ? fromRecord(body) : messageOf(texts(body).join("; "));
}

function fromRecord(body: Record<string, unknown>): ErrorBody {
  const { error } = body;
  const code = typeof error === "string" && error !== "" ? error : body["error_code"];
  const coded = typeof code === "string" && code !== "" ? { code } : {};
  const message = body["message"] ?? body["error_description"] ?? body["errors"] ?? error;
  if (!isRecord(message)) return { ...messageOf(texts(message).join("; ")), ...coded };
  if ("error" in message) return { ...messageOf(texts(message["error"]).join("; ")), ...coded };
  const fields = Object.fromEntries(Object.entries(message).map(([name, value]) => [name, texts(value)]));
  // The host uses the field `base` for errors about the whole record.
  const sentences = Object.entries(fields).flatMap(([name, all]) =>
    all.map((one) => (name === "base" ? one : `${name} ${one}`)),
  );
  return { ...messageOf(sentences.join("; ")), fields, ...coded };
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(texts);
  if (isRecord(value))
    return Object.entries(value).flatMap(([name, inner]) => texts(inner).map((text) => `${name} ${text}`));
  return [];
}

function messageOf(text: string): ErrorBody {
  const line = text.replace(/\s+/g, " ").trim();
  if (line === "") return {};
  return { serviceMessage: line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}…` : line };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
