import { EXTENSION_ID } from "../../../core/base/extensionIds.ts";

/** VS Code names the document of an extension's channel `output:extension-output-<extension>-#<n>-<channel name>`. */
const CHANNEL_PATH = /^\/?extension-output-(.+?)-#\d+-(.*)$/s;

/** Returns the name of our channel that a document shows; undefined for other documents. */
export function channelName({ scheme, path }: { readonly scheme: string; readonly path: string }): string | undefined {
  if (scheme !== "output") return undefined;
  const [, extension = "", name = ""] = CHANNEL_PATH.exec(path) ?? [];
  return extension.toLowerCase() === EXTENSION_ID ? name : undefined;
}
