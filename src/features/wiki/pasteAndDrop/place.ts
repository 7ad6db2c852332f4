/** A change of a text, as editors tell it. */
export interface TextChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** Where something will be put, while the text around it goes on changing. Offsets count UTF-16 units. */
export interface TextPlace {
  readonly start: number;
  readonly end: number;
}

/** Where a place is after a change: what is typed before it moves it; what replaces some of it leaves the end of what was typed. */
export function movedPlace({ start, end }: TextPlace, { rangeOffset, rangeLength, text }: TextChange): TextPlace {
  const by = text.length - rangeLength;
  if (rangeOffset + rangeLength <= start) return { start: start + by, end: end + by };
  if (rangeOffset >= end) return { start, end };
  return { start: rangeOffset + text.length, end: rangeOffset + text.length };
}
