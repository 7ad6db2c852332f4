/** Evaluates `when` clauses of package.json, as far as ours go: `||`, `&&`, `!`, parentheses, `==`, and `=~` with a regular expression. */

/** Values of context keys; a missing one is not set. */
export type Keys = Readonly<Record<string, string | boolean>>;

/** Returns whether a clause is true. @throws Error for what is not understood */
export function isTrue(clause: string, keys: Keys): boolean {
  const parser = new Parser(clause, keys);
  const result = parser.any();
  parser.end();
  return result;
}

class Parser {
  private rest: string;
  private readonly keys: Keys;

  constructor(clause: string, keys: Keys) {
    this.rest = clause.trim();
    this.keys = keys;
  }

  any(): boolean {
    let result = this.all();
    while (this.skip("||")) result = this.all() || result;
    return result;
  }

  end(): void {
    if (this.rest !== "") throw new Error(`Not understood: ${this.rest}`);
  }

  private all(): boolean {
    let result = this.one();
    while (this.skip("&&")) result = this.one() && result;
    return result;
  }

  private one(): boolean {
    if (this.skip("!")) return !this.one();
    if (this.skip("(")) {
      const result = this.any();
      if (!this.skip(")")) throw new Error(`Not closed: ${this.rest}`);
      return result;
    }
    const value = this.valueOf(this.match(/^[\w.-]+/));
    if (this.skip("==")) return String(value) === this.match(/^'[^']*'|^[\w./-]+/).replace(/^'|'$/g, "");
    if (!this.skip("=~")) return value === true || (typeof value === "string" && value !== "");
    const [, source = "", flags = ""] =
      /^\/((?:[^/\\]|\\.)*)\/([a-z]*)$/.exec(this.match(/^\/(?:[^/\\]|\\.)*\/[a-z]*/)) ?? [];
    return new RegExp(source, flags).test(String(value ?? ""));
  }

  private valueOf(key: string): string | boolean | undefined {
    return key === "true" || key === "false" ? key === "true" : this.keys[key];
  }

  private match(pattern: RegExp): string {
    const found = pattern.exec(this.rest)?.[0];
    if (found === undefined) throw new Error(`Not understood: ${this.rest}`);
    this.rest = this.rest.slice(found.length).trimStart();
    return found;
  }

  private skip(sign: string): boolean {
    if (!this.rest.startsWith(sign) || (sign === "!" && this.rest.startsWith("!="))) return false;
    this.rest = this.rest.slice(sign.length).trimStart();
    return true;
  }
}
