/** Returns the line of a CI file that begins a job, counted from 0; undefined if the file does not define it. */
export function ciJobLine(text: string, job: string): number | undefined {
  const keys = [job, `"${job}"`, `'${job}'`];
  const at = text
    .split("\n")
    .findIndex((line) => keys.some((key) => line.startsWith(key) && /^\s*:(?:\s|$)/.test(line.slice(key.length))));
  return at < 0 ? undefined : at;
}
