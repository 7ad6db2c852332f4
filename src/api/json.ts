/** Any JSON: for fields whose form the documents leave open. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** Why a body is not the JSON that is due; the text completes "the answer …". */
export class UnexpectedBody extends Error {}

export const looksLikeHtml = (text: string, contentType: string): boolean =>
  /^\s*(text\/html|application\/xhtml)/i.test(contentType) || /^\s*<(!doctype|html|head|body)\b/i.test(text);

/** Parses a body that must be JSON. @throws UnexpectedBody */
export function parseBody(text: string, contentType: string): unknown {
  const body = text.replace(/^\ufeff/, "");
  if (body.trim() === "") throw new UnexpectedBody("is empty");
  try {
    return normalizeIds(JSON.parse(body));
  } catch (cause) {
    if (looksLikeHtml(body, contentType)) throw new UnexpectedBody("is a web page: is the instance's address right?");
    throw new UnexpectedBody("is not valid JSON", { cause });
  }
}

/** Checks that a body is one object with the fields that callers cannot do without. @throws UnexpectedBody */
export function checkObject(body: unknown, needs: readonly string[]): object {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new UnexpectedBody("is not an object");
  for (const name of needs) {
    const value = (body as Record<string, unknown>)[name];
    const there = name === "id" ? typeof value === "number" || (typeof value === "string" && value !== "") : typeof value === "string";
    if (!there) throw new UnexpectedBody(`lacks the field ${name}`);
  }
  return body;
}

/** The same for a list of them. @throws UnexpectedBody */
export function checkList(body: unknown, needs: readonly string[]): object[] {
  if (!Array.isArray(body)) throw new UnexpectedBody("is not a list");
  return body.map((item: unknown) => checkObject(item, needs));
}

const idNames = new Set(["id", "iid", "project_id", "pipeline_id", "resource_owner_id"]);

/** Some hosts send ids as strings. What is a number in quotes becomes one, where a number can hold it; shas stay what they are. */
function normalizeIds(value: unknown): unknown {
  if (Array.isArray(value)) value.forEach(normalizeIds);
  else if (typeof value === "object" && value !== null) {
    const record = value as Record<string, unknown>;
    for (const [name, inner] of Object.entries(record)) {
      if (typeof inner === "object") normalizeIds(inner);
      else if (idNames.has(name) && typeof inner === "string" && /^(0|[1-9]\d{0,14})$/.test(inner)) record[name] = Number(inner);
    }
  }
  return value;
}
