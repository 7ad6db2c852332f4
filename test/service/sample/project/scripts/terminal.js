const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 };

/** Text in a colour, or several joined by a space: `paint("bold green", text)`. */
export function paint(names, text) {
  const wanted = names.split(" ").map((name) => codes[name]);
  return `\x1b[${wanted.join(";")}m${text}\x1b[0m`;
}

/** Runs the work inside a section of the job's log, which the host can fold. */
export async function section(name, title, work) {
  const now = () => Math.floor(Date.now() / 1000);
  process.stdout.write(`section_start:${now()}:${name}\r\x1b[0K${paint("cyan", title)}\n`);
  try {
    return await work();
  } finally {
    process.stdout.write(`section_end:${now()}:${name}\r\x1b[0K`);
  }
}

/** Draws a progress bar, over which the next one is drawn. */
export function bar(label, share) {
  const width = 30;
  const full = Math.round(share * width);
  const drawn = `${"█".repeat(full)}${"░".repeat(width - full)}`;
  process.stdout.write(`${label} ${paint("green", drawn)} ${String(Math.round(share * 100)).padStart(3)} %${share >= 1 ? "\n" : "\r"}`);
}
