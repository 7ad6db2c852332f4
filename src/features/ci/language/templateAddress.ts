import { Uri } from "vscode";
import { TEMPLATE_SCHEME } from "../../../core/addresses/schemes.ts";
import { includedKey } from "../../../core/ciFile/names.ts";

/** A template of an instance, by the name under which files include it: the editor shows it as the document's. */
export const templateUri = (instance: string, name: string): Uri =>
  Uri.from({ scheme: TEMPLATE_SCHEME, path: `/${name}`, query: instance });

/** The template that such an address names; undefined for anything else. */
export function readTemplateUri(uri: Uri): { readonly instance: string; readonly key: string } | undefined {
  const key = includedKey(uri.path.slice(1));
  return uri.scheme === TEMPLATE_SCHEME && key !== undefined && uri.query !== ""
    ? { instance: uri.query, key }
    : undefined;
}
