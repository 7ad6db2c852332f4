import { l10n } from "vscode";
import { type PageElement, styled } from "../webview/element.ts";
import { textOf } from "../webview/parts.ts";

/**
 * Returns why a pipeline has no jobs, for pages.
 * @param ciError the host's text about an invalid CI file, if it is known
 */
export function noJobs(ciError: unknown): PageElement {
  const error = textOf(ciError);
  return error === undefined
    ? styled("p", "quiet", l10n.t("No jobs"))
    : styled("p", "trouble", l10n.t("Invalid CI file: {0}", error));
}
