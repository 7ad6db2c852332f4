import { parseReading } from "./readings.js";

/** Whether a reading is a reason for an alarm, by a rule such as `pressure < 990`. */
export function isAlarm(line, rule) {
  const { values } = parseReading(line);
  const names = Object.keys(values).join(", ");
  const expression = rule.replace(/[a-z]+/g, (name) => `(${values[name] ?? "NaN"})`);
  return eval(expression);
}

/** The rule of the pier. */
export const rule = "pressure < 990";
