/** A log of so many lines with what slows readers down: time stamps, colours, progress lines, sections, wide characters. */
export const sampleLog = (lines: number): Buffer =>
  Buffer.from(Array.from({ length: lines }, (_, at) => lineOf(at)).join(""));

function lineOf(i: number): string {
  const stamp = `2026-09-25T07:${String(Math.floor(i / 60) % 60).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}.000000Z 01O `;
  if (i % 1000 === 0)
    return `${stamp}section_start:${1758785580 + i}:part_${i}\r\u001b[0K\n${stamp.slice(0, -1)}+\u001b[36;1mPart ${i}\u001b[0;m\n`;
  if (i % 1000 === 999) return `${stamp}section_end:${1758785580 + i}:part_${i - 999}\r\u001b[0K\n`;
  if (i % 50 === 0) return `${stamp}loading  10%\rloading  50%\rloading 100%\n`;
  if (i === 777) return `${stamp}error: the first of them\n`;
  return `${stamp}\u001b[32m✓\u001b[0m test number ${i} of the sample suite \u001b[38;5;244m(${i % 97} ms)\u001b[0m\n`;
}
