import { isRecord, type Value } from "./nested.ts";
import { invalid } from "./problem.ts";

/** Parameters of a request with the checks and the words of the API: `x is missing`, `x is invalid`, `x does not have a valid value`. */
export class Params {
  readonly values: Readonly<Record<string, Value>>;

  constructor(values: Readonly<Record<string, Value>>) {
    this.values = values;
  }

  has(name: string): boolean {
    return this.values[name] !== undefined && this.values[name] !== null;
  }

  /** Text, also of a number or boolean sent as JSON; undefined when absent. */
  text(name: string): string | undefined {
    const value = this.values[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === "object") throw invalid(`${name} is invalid`);
    return String(value);
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw invalid(`${name} is missing`);
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined || value === "") return undefined;
    if (!/^-?\d+$/.test(value)) throw invalid(`${name} is invalid`);
    return Number(value);
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^(true|t|1|on)$/i.test(value)) return true;
    if (/^(false|f|0|off)$/i.test(value)) return false;
    throw invalid(`${name} is invalid`);
  }

  oneOf(name: string, allowed: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value !== undefined && !allowed.includes(value)) throw invalid(`${name} does not have a valid value`);
    return value;
  }

  /** One value or a list: `scope=a` and `scope[]=a&scope[]=b`. */
  texts(name: string): string[] | undefined {
    const value = this.values[name];
    if (value === undefined || value === null) return undefined;
    return (Array.isArray(value) ? value : [value]).map((item) => {
      if (typeof item === "object" || item === undefined) throw invalid(`${name} is invalid`);
      return String(item);
    });
  }

  /** A list of records: `variables`, `actions`. */
  records(name: string): Params[] | undefined {
    const value = this.values[name];
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value)) throw invalid(`${name} is invalid`);
    return value.map((item) => {
      if (!isRecord(item)) throw invalid(`${name} is invalid`);
      return new Params(item);
    });
  }

  /** Milliseconds since the epoch of an ISO 8601 time. */
  time(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const at = Date.parse(value);
    if (Number.isNaN(at)) throw invalid(`${name} is invalid`);
    return at;
  }
}
