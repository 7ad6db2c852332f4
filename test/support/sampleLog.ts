/** How long a made log shall be: in lines, or in bytes at least. */
export type LogSize = { readonly lines: number } | { readonly bytes: number };

/** A log with what slows readers down: time stamps, colours, progress lines, sections, wide characters. */
export function logOf(size: LogSize): { readonly log: Buffer; readonly lines: number } {
  const parts: Buffer[] = [];
  let lines = 0;
  let bytes = 0;
  let text = "";
  while ("lines" in size ? lines < size.lines : bytes < size.bytes) {
    text += lineOf(lines++);
    if (lines % 1000 !== 0 && "bytes" in size) continue;
    if (text.length < 65536 && "lines" in size && lines < size.lines) continue;
    const part = Buffer.from(text);
    parts.push(part);
    bytes += part.length;
    text = "";
  }
  return { log: Buffer.concat(parts), lines };
}

function lineOf(i: number): string {
  const stamp = `2026-09-25T07:${String(Math.floor(i / 60) % 60).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}.000000Z 01O `;
  if (i % 1000 === 0)
    return `${stamp}section_start:${1758785580 + i}:part_${i}\r\u001b[0K\n${stamp.slice(0, -1)}+\u001b[36;1mPart ${i}\u001b[0;m\n`;
  if (i % 1000 === 999) return `${stamp}section_end:${1758785580 + i}:part_${i - 999}\r\u001b[0K\n`;
  if (i % 50 === 0) return `${stamp}loading  10%\rloading  50%\rloading 100%\n`;
  if (i === 777) return `${stamp}error: the first of them\n`;
  return `${stamp}\u001b[32m✓\u001b[0m test number ${i} of the sample suite \u001b[38;5;244m(${i % 97} ms)\u001b[0m\n`;
}
