import { env, l10n } from "vscode";
import { plural } from "./plural.ts";

/** Formats a number of bytes: `312 bytes`, `4.2 KB`, `73 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024)
    return plural(bytes, (shown) => ({ one: l10n.t("{0} byte", shown), other: l10n.t("{0} bytes", shown) }));
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, l10n.t("KB")] : [bytes / 1024 / 1024, l10n.t("MB")];
  return `${size.toLocaleString(env.language, { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`;
}
