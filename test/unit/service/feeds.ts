import type { Running, Answer } from "./calling.ts";

/** HTTP Basic of one of the service's people. */
export function basic(at: Running, name: keyof Running["info"]["users"] = "alice"): Record<string, string> {
  const { username, token } = at.info.users[name];
  return { Authorization: `Basic ${Buffer.from(`${username}:${token}`).toString("base64")}` };
}

/** A request below the project's feed, as alice by HTTP Basic unless told. */
export function feed(
  at: Running,
  method: string,
  path: string,
  headers: Record<string, string> = basic(at),
): Promise<Answer> {
  return at.call(method, `/api/v4/projects/${at.info.project.id}/packages/nuget${path}`, { headers });
}

/** Uploads a file as packers do. */
export async function upload(
  at: Running,
  path: string,
  content: Buffer,
  options: { headers?: Record<string, string>; filename?: string; field?: string } = {},
): Promise<Answer> {
  const body = new FormData();
  body.append(options.field ?? "package", new Blob([new Uint8Array(content)]), options.filename ?? "package.nupkg");
  const response = await fetch(`${at.service.url}/api/v4/projects/${at.info.project.id}/packages/nuget${path}`, {
    method: "PUT",
    headers: options.headers ?? basic(at),
    body,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text.startsWith("{") ? (JSON.parse(text) as unknown) : undefined,
  };
}

/** The number of the group that the first project is in. */
export async function groupId(at: Running): Promise<number> {
  const project = (await at.call("GET", `/api/v4/projects/${at.info.project.id}`)).json as {
    readonly namespace: { readonly id: number };
  };
  return project.namespace.id;
}
