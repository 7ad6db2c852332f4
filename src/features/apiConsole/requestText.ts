import type { AnyRequest } from "../../api/anyRequest.ts";
import { queryPairs } from "../../api/path.ts";
import type { Part, RequestPreview } from "../../api/request.ts";
import { replacePlaceholders } from "./masked.ts";

/** A request with secrets masked, and its preview. */
export interface ShownRequest {
  readonly request: AnyRequest;
  readonly shown: RequestPreview;
}

const hidden = "[hidden]";

/** Returns request line, headers and body as text, with tokens, secrets and passwords hidden. */
export function requestText({ request, shown }: ShownRequest): string {
  const headers = [
    ...credentialHeaders(shown.scheme, () => hidden),
    ...Object.entries({ ...request.headers, ...request.secretHeaders }),
  ];
  const { type, text } = bodyText(request, shown);
  const lines = [
    `${request.method ?? "GET"} ${shown.url}`,
    ...[...headers, ...(type === undefined ? [] : [["Content-Type", type] as const])].map(
      ([name, value]) => `${name}: ${value}`,
    ),
    ...(text === "" ? [] : ["", text]),
  ];
  return `${replacePlaceholders(lines.join("\n"), () => hidden)}\n`;
}

function bodyText(
  { form }: AnyRequest,
  { json, multipart }: RequestPreview,
): { readonly type?: string; readonly text: string } {
  if (json) return { type: "application/json", text: JSON.stringify(json, undefined, 2) };
  if (multipart) return { type: "multipart/form-data", text: multipart.map(partText).join("\n") };
  if (!form) return { text: "" };
  return {
    type: "application/x-www-form-urlencoded",
    text: queryPairs(form)
      .map(([name, value]) => `${name}=${value}`)
      .join("\n"),
  };
}

const partText = (part: Part): string =>
  "file" in part ? `${part.name}: ${part.file.filename} (${part.file.size} B)` : `${part.name}: ${part.value}`;

/**
 * Returns the request as a curl command for a POSIX shell. Credentials and secrets are shell variables: `$FORGELINE_TOKEN`, and
 * `$FORGELINE_USER` for the username of package registries.
 * @param fileOf returns the path of a file to upload
 */
export function curlText({ request, shown }: ShownRequest, fileOf: (part: Part) => string): string {
  const { method = "GET" } = request;
  const { json, multipart } = shown;
  const basic = shown.scheme === "basic" ? [`--user "$FORGELINE_USER:$FORGELINE_TOKEN"`] : [];
  const credential =
    shown.scheme === "basic"
      ? []
      : credentialHeaders(shown.scheme, () => "$FORGELINE_TOKEN").map(
          ([name, value]) => `--header "${name}: ${value}"`,
        );
  const options = [
    ...(method === "HEAD" ? ["--head"] : method === "GET" ? [] : [`--request ${method}`]),
    ...basic,
    ...credential,
    ...Object.entries({ ...request.headers, ...request.secretHeaders }).map(
      ([name, value]) => `--header ${shellQuoted(`${name}: ${value}`)}`,
    ),
    ...(json ? ["--header 'Content-Type: application/json'", `--data-raw ${shellQuoted(JSON.stringify(json))}`] : []),
    ...(request.form
      ? queryPairs(request.form).map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`)
      : []),
    ...(multipart ?? []).map((part) =>
      "file" in part
        ? `--form ${shellQuoted(`${part.name}=@"${fileOf(part).replace(/["\\]/g, "\\$&")}"`)}`
        : `--form-string ${shellQuoted(`${part.name}=${part.value}`)}`,
    ),
    shellQuoted(shown.url),
  ];
  return ["curl", ...options].join(" \\\n  ");
}

/** Quotes a text for the shell, with secrets as variables. */
const shellQuoted = (text: string): string =>
  replacePlaceholders(`'${text.replaceAll("'", `'\\''`)}'`, (name) => `'"$${name}"'`);

function credentialHeaders(
  scheme: RequestPreview["scheme"],
  token: () => string,
): readonly (readonly [name: string, value: string])[] {
  switch (scheme) {
    case undefined:
      return [];
    case "private-token":
      return [["PRIVATE-TOKEN", token()]];
    case "bearer":
      return [["Authorization", `Bearer ${token()}`]];
    case "basic":
      return [["Authorization", `Basic ${token()}`]];
  }
}
