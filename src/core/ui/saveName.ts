import { disrupting } from "../base/disrupting.ts";

const longest = 200;
/** Names of devices on Windows, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Returns the name that a save dialog proposes for a file that a host names: never a path, and possible on every system. */
export function saveName(name: string): string {
  const last =
    name
      .slice(-4 * longest)
      .split(/[/\\]/)
      .at(-1) ?? "";
  const plain = last
    .replace(disrupting, "_")
    .replace(/[<>:"|?*]/g, "_")
    .slice(-longest)
    .replace(/^[\udc00-\udfff]/, "")
    .trim()
    // Windows drops them.
    .replace(/(?<![. ])[. ]+$/, "");
  return plain === "" || /^[. ]+$/.test(plain) ? "file" : plain.replace(device, "_$&");
}
