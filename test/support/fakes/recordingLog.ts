/** Collects what is logged, for tests that look for secrets in it. */
export class RecordingLog {
  readonly lines: string[] = [];
  error = (...parts: unknown[]): void => this.add("error", parts);
  warn = (...parts: unknown[]): void => this.add("warn", parts);
  info = (...parts: unknown[]): void => this.add("info", parts);
  debug = (...parts: unknown[]): void => this.add("debug", parts);
  trace = (...parts: unknown[]): void => this.add("trace", parts);

  get text(): string {
    return this.lines.join("\n");
  }

  private add(level: string, parts: readonly unknown[]): void {
    const words = parts.map((part) =>
      part instanceof Error ? `${part.stack ?? part.message} ${JSON.stringify(part)}` : String(part),
    );
    this.lines.push(`${level} ${words.join(" ")}`);
  }
}
