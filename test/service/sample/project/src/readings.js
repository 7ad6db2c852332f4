/**
 * Reads one line, such as `2026-06-01T06:00:00Z north temperature=11.4 pressure=1013.2`.
 * Throws a SyntaxError that names what is wrong.
 */
export function parseReading(line) {
  const [time, sensor, ...pairs] = line.trim().split(/\s+/);
  if (Number.isNaN(Date.parse(time))) throw new SyntaxError(`Not a time: ${time}`);
  if (sensor === undefined || sensor.includes("=")) throw new SyntaxError("The sensor's name is missing");
  if (pairs.length === 0) throw new SyntaxError("There are no values");
  const values = {};
  for (const pair of pairs) {
    const [quantity, text = ""] = pair.split("=");
    const value = Number(text);
    if (text === "" || !Number.isFinite(value)) throw new SyntaxError(`Not a number: ${pair}`);
    values[quantity] = value;
  }
  return { time, sensor, values };
}

/** Reads many lines; empty ones and those that start with # say nothing. */
export function parseReadings(text) {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map(parseReading);
}
