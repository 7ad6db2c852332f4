/** What suites do on the host past the extension, as any user. */
import assert from "node:assert/strict";
import type { UserName } from "../service/types.ts";
import { localService } from "./localService.ts";

/** Sends something. @param user name of one of the service, or a token @param path below /api/v4 */
export function send(user: string, method: string, path: string, body?: object): Promise<Response> {
  const { url, info } = localService();
  return fetch(`${url}/api/v4${path}`, {
    method,
    headers: {
      "PRIVATE-TOKEN": user in info.users ? info.users[user as UserName].token : user,
      "Content-Type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Sends something that has to be done; returns what the host answers. */
export async function ask<T = { id: number }>(user: string, method: string, path: string, body?: object): Promise<T> {
  const response = await send(user, method, path, body);
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
  return (response.status === 204 ? undefined : await response.json()) as T;
}
