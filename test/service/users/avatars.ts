import type { Part } from "../http/multipart.ts";
import type { Params } from "../http/params.ts";
import { refused } from "./fields.ts";
import type { Avatar } from "./records.ts";

const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  bmp: "image/bmp",
  tiff: "image/tiff",
  ico: "image/vnd.microsoft.icon",
  webp: "image/webp",
};
const LIMIT = 200 * 1024;

/** The picture that came, the present one when none did, none when it is sent empty. Throws a Problem for what is no small picture. */
export function readAvatar(fields: Params, parts: readonly Part[], present: Avatar | undefined): Avatar | undefined {
  const part = parts.find((one) => one.name === "avatar" && one.filename !== undefined);
  if (!part) return fields.text("avatar") === "" ? undefined : present;
  const filename = part.filename!.replace(/^.*[/\\]/, "").replace(/[^\w.-]/g, "_");
  const contentType = TYPES[/\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? ""];
  if (contentType === undefined)
    throw refused(
      "avatar",
      `file format is not supported. Please try one of the following supported formats: ${[...new Set(Object.values(TYPES))].join(", ")}`,
    );
  if (part.bytes.length > LIMIT) throw refused("avatar", "is too big (should be at most 200 KiB)");
  return { filename, contentType, bytes: part.bytes };
}
