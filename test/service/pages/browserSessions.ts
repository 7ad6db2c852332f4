import { randomBytes } from "node:crypto";
import { header, type Incoming } from "../http/incoming.ts";
import type { UserRecord } from "../types.ts";

export interface BrowserSession {
  readonly user: UserRecord;
  /** Must come back with each form, so that no other site can approve for the user. */
  readonly csrf: string;
}

/** Who is signed in to the web pages, by cookie. */
export class BrowserSessions {
  readonly #sessions = new Map<string, BrowserSession>();
  readonly #cookie: string;

  /** `instance` goes into the cookie's name: cookies do not tell ports apart, and tests run several services on one host. */
  constructor(instance: string) {
    this.#cookie = `_service_session_${instance}`;
  }

  of(request: Incoming): BrowserSession | undefined {
    for (const pair of (header(request, "cookie") ?? "").split(";")) {
      const [name, value] = pair.trim().split("=");
      const session = name === this.#cookie ? this.#sessions.get(value ?? "") : undefined;
      if (session?.user.state === "active") return session;
    }
    return undefined;
  }

  /** Value of the Set-Cookie header. */
  start(user: UserRecord): string {
    const id = randomBytes(24).toString("hex");
    this.#sessions.set(id, { user, csrf: randomBytes(16).toString("hex") });
    return `${this.#cookie}=${id}; Path=/; HttpOnly; SameSite=Lax`;
  }
}
