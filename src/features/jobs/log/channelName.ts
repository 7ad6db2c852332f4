import { EXTENSION_ID } from "../../../core/base/extensionIds.ts";

/** VS Code names the document of an extension's channel `output:extension-output-<extension>-#<n>-<channel name>`. */
const CHANNEL_PATH = /^\/?extension-output-(.+?)-#\d+-(.*)$/s;

/** The name of the channel of ours that a document shows; undefined for all others. */
export function channelName({ scheme, path }: { readonly scheme: string; readonly path: string }): string | undefined {
  if (scheme !== "output") return undefined;
  const [, extension = "", name = ""] = CHANNEL_PATH.exec(path) ?? [];
  return extension.toLowerCase() === EXTENSION_ID ? name : undefined;
}
