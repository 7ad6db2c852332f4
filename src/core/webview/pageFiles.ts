import { Uri, type WebviewOptions } from "vscode";

/** Where the scripts of pages are, and their style sheets. @param extension folder of the installed extension */
export const pageFolders = (extension: Uri) => ({
  scripts: Uri.joinPath(extension, "dist", "pages"),
  media: Uri.joinPath(extension, "media"),
});

/** What a page may do: run its script, and load its own files. Given with a new panel: to change it later loads the page again. */
export function pageOptions(extension: Uri): WebviewOptions {
  const { scripts, media } = pageFolders(extension);
  return { enableScripts: true, localResourceRoots: [scripts, media] };
}
