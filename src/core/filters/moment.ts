const units = { min: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/**
 * Parses an age (`90min`, `12h`, `3d`, `2w`), a date, or a date and time; local time unless it has a zone.
 * @param now ms since the epoch
 * @returns ISO 8601 in UTC; undefined for anything else
 */
export function momentOf(text: string, now: number): string | undefined {
  const trimmed = text.trim();
  const back = /^(\d{1,6})\s*(min|h|d|w)$/i.exec(trimmed);
  if (back) return new Date(now - Number(back[1]) * units[back[2]?.toLowerCase() as keyof typeof units]).toISOString();
  const date = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
    trimmed,
  );
  if (!date) return undefined;
  const [, day = "", time = "00:00", zone = ""] = date;
  // Date.parse rolls 2026-02-31 over into March.
  const whole = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(whole.getTime()) || whole.toISOString().slice(0, 10) !== day) return undefined;
  const at = new Date(`${day}T${time}${zone}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
