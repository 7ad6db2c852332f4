import type { IncomingHttpHeaders } from "node:http";
import type { RecordedRequest } from "../control.ts";

const SECRET_QUERY =
  /^(access_token|private_token|job_token|client_secret|code|code_verifier|refresh_token|token|password|state)$/;
const LIMIT = 20_000;

/** What clients asked, in order, with every secret masked; the oldest fall off beyond 20,000. */
export class Recording {
  #requests: RecordedRequest[] = [];
  #count = 0;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Notes an arriving request; what is returned notes how it was answered, and whether the client gave it up. */
  begin(
    method: string,
    target: string,
    headers: IncomingHttpHeaders,
    at: number,
  ): { answered(status: number): void; status(status: number): void; aborted(): void } {
    const entry: RecordedRequest = {
      n: ++this.#count,
      at,
      method,
      path: maskTarget(target),
      status: 0,
      aborted: false,
      answers: [],
      headers: maskHeaders(headers),
    };
    this.#requests.push(entry);
    if (this.#requests.length > LIMIT) this.#requests.shift();
    this.#changed();
    return {
      answered: (status) => {
        entry.answers.push(status);
        this.#changed();
      },
      status: (status) => {
        entry.status = status;
        this.#changed();
      },
      aborted: () => {
        entry.aborted = true;
        this.#changed();
      },
    };
  }

  /** Number of the last one; 0 when there was none. */
  get last(): number {
    return this.#count;
  }

  /** Those whose number is above `since`. */
  list(since = 0): readonly RecordedRequest[] {
    // Their numbers follow each other without a gap.
    const [first] = this.#requests;
    return first === undefined ? [] : this.#requests.slice(Math.max(0, since + 1 - first.n));
  }

  clear(): void {
    this.#requests = [];
  }
}

function maskTarget(target: string): string {
  const at = target.indexOf("?");
  if (at < 0) return target;
  const query = target
    .slice(at + 1)
    .split("&")
    .map((pair) =>
      SECRET_QUERY.test(decodeName(pair.split("=", 1)[0]!)) ? `${pair.split("=", 1)[0]!}=[masked]` : pair,
    );
  return `${target.slice(0, at)}?${query.join("&")}`;
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Authorization becomes its scheme alone; other credentials become `[masked]`. */
function maskHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(", ") : (value ?? "");
    if (name === "authorization") shown[name] = text.split(" ", 1)[0]!;
    else shown[name] = /^(private-token|job-token|cookie)$/.test(name) ? "[masked]" : text;
  }
  return shown;
}
