import { Uri } from "vscode";
import { TEMPLATE_SCHEME } from "../../../core/addresses/schemes.ts";
import { includedKey } from "../../../core/ciFile/names.ts";

/** Returns the URI of a template by the name that files include it by. */
export const templateUri = (instance: string, name: string): Uri =>
  Uri.from({ scheme: TEMPLATE_SCHEME, path: `/${name}`, query: instance });

/** Returns the template of a URI; undefined for other URIs. */
export function readTemplateUri(uri: Uri): { readonly instance: string; readonly key: string } | undefined {
  const key = includedKey(uri.path.slice(1));
  return uri.scheme === TEMPLATE_SCHEME && key !== undefined && uri.query !== ""
    ? { instance: uri.query, key }
    : undefined;
}
