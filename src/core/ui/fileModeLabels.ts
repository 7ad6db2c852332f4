import { l10n } from "vscode";

/**
 * Returns how a file's mode changed, such as `100644` to `100755`; undefined without a change, and for added and
 * deleted files.
 */
export function modeWords(before: string | undefined, after: string | undefined): string | undefined {
  if (before === undefined || after === undefined || before === after) return undefined;
  const [was, is] = [before, after].map((mode) => mode === "100755");
  return was === is
    ? l10n.t("mode {0} → {1}", before, after)
    : is
      ? l10n.t("now executable")
      : l10n.t("no longer executable");
}
