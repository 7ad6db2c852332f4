import { env, l10n } from "vscode";
import { duration, percent } from "../ui/age.ts";
import type { Slower } from "./durations.ts";

type Style = "narrow" | "long";

/**
 * Returns how long something still takes: "about 4m left". To the minute from two minutes on, since it is an estimate.
 * Undefined if unknown.
 */
export function leftText(seconds: number | undefined, style: Style = "narrow"): string | undefined {
  if (seconds === undefined) return undefined;
  const step = seconds >= 120 ? 60 : seconds >= 20 ? 10 : 1;
  const time = duration(Math.max(1, Math.round(seconds / step)) * step, env.language, style);
  return time === undefined ? undefined : l10n.t("about {0} left", time);
}

/** Returns how long something still takes, else by how much it is slower than usual; undefined if neither is known. */
export const timesText = (
  times: { readonly left: number | undefined; readonly slower: Slower | undefined } | undefined,
  style?: Style,
): string | undefined => leftText(times?.left, style) ?? (times?.slower && slowerText(times.slower, style));

/** Returns by how much something is slower than usual: "slower than usual: +3m, +40%", "3 minutes (40%) slower than usual". */
export function slowerText({ seconds, ratio }: Slower, style: Style = "narrow"): string {
  if (style === "narrow") return l10n.t("slower than usual: {0}", moreText({ seconds, ratio }));
  const time = duration(seconds, env.language, style) ?? "";
  return Number.isFinite(ratio)
    ? l10n.t("{0} ({1}) slower than usual", time, moreShare(ratio))
    : l10n.t("{0} slower than usual", time);
}

/** Returns by how much something took longer: "+3m, +40%". */
export function moreText({ seconds, ratio }: Slower): string {
  const time = `+${duration(seconds, env.language) ?? ""}`;
  return Number.isFinite(ratio) ? `${time}, +${moreShare(ratio)}` : time;
}

const moreShare = (ratio: number): string => percent(ratio - 1, env.language);
