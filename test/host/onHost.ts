/** What people do on the host by other ways than this window: nothing here hears of it. */
import assert from "node:assert/strict";
import type { UserName } from "../service/types.ts";
import { localService } from "./localService.ts";

/** Sends something as a user. @param path below /api/v4 */
export async function onHost(user: UserName, method: "PUT" | "POST", path: string, body: object): Promise<void> {
  const { url, info } = localService();
  const { ok, status } = await fetch(`${url}/api/v4${path}`, {
    method,
    headers: { "Private-Token": info.users[user].token, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.ok(ok, `${method} ${path}: ${status}`);
}

/** Alice's status; both empty for none. */
export const aliceTells = (emoji: string, message: string): Promise<void> =>
  onHost("alice", "PUT", "/user/status", { emoji, message });
