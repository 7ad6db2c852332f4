import type { Part } from "../http/multipart.ts";
import type { Params } from "../http/params.ts";

/** The name of the picture that came, the present one when none did, none when it is sent empty. */
export function readAvatar(fields: Params, parts: readonly Part[], present: string | undefined): string | undefined {
  const part = parts.find((one) => one.name === "avatar" && one.filename !== undefined);
  if (!part) return fields.text("avatar") === "" ? undefined : present;
  return part.filename!.replace(/^.*[/\\]/, "").replace(/[^\w.-]/g, "_");
}
