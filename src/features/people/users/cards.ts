import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { SshKey, User, UserStatus } from "../../../api/resources/userTypes.ts";
import type { Connection } from "../../../core/connections.ts";
import { findUserByUsername } from "../../../core/people/findUser.ts";
import { ReadCache } from "./readCache.ts";

/** A user with status and keys, as far as the account in use may see them. */
export interface UserCard {
  readonly user: User;
  readonly status?: UserStatus;
  /** The first page of their public SSH keys. */
  readonly keys?: readonly SshKey[];
  /** Time of reading, ms since 1970. */
  readonly at: number;
}

interface Caches {
  /** Users by name; null for unknown names. */
  readonly names: ReadCache<User | null>;
  readonly cards: ReadCache<Omit<UserCard, "at">>;
}

const minutes = 60_000;

/** Caches the cards of users, per host and account, for a few minutes. */
export class UserCards {
  private readonly now: () => number;
  private readonly caches = new WeakMap<Client, Caches>();

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** Returns the card of a username, in any letter case; undefined for an unknown or hidden user. @throws ApiError */
  async named(
    connection: Pick<Connection, "client">,
    username: string,
    signal: AbortSignal,
  ): Promise<UserCard | undefined> {
    const { client } = connection;
    const { value: user } = await this.of(client).names.read(
      username.toLowerCase(),
      async (own) => (await ifVisible(findUserByUsername(client, username, own))) ?? null,
      signal,
    );
    return user === null ? undefined : this.card(connection, user, signal);
  }

  /** Returns the card of a user. @throws ApiError */
  async card(connection: Pick<Connection, "client">, user: User, signal: AbortSignal): Promise<UserCard> {
    const { client } = connection;
    const { value, at } = await this.of(client).cards.read(
      String(user.id),
      (own) => readCard(client, user, own),
      signal,
    );
    return { ...value, at };
  }

  /** Returns the card of a user if it is cached. */
  known({ client }: Pick<Connection, "client">, id: number): UserCard | undefined {
    const kept = this.of(client).cards.get(String(id));
    return kept && { ...kept.value, at: kept.at };
  }

  /** Drops the cached cards of a connection. */
  forget({ client }: Pick<Connection, "client">): void {
    this.caches.delete(client);
  }

  private of(client: Client): Caches {
    const { now } = this;
    const caches = this.caches.get(client) ?? {
      names: new ReadCache<User | null>({ maxAge: 10 * minutes, maxSize: 1000, now }),
      cards: new ReadCache<Omit<UserCard, "at">>({ maxAge: 5 * minutes, maxSize: 200, now }),
    };
    this.caches.set(client, caches);
    return caches;
  }
}

/** Returns whether the account may not see something, or the host does not have it. */
const isHidden = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === "forbidden" ||
    error.kind === "insufficientScope" ||
    error.kind === "unauthorized" ||
    error.kind === "notFound" ||
    error.kind === "methodNotAllowed");

/** Resolves to undefined for what the account may not see. @throws ApiError for any other failure */
async function ifVisible<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isHidden(error)) return undefined;
    throw error;
  }
}

async function readCard({ users }: Client, summary: User, signal: AbortSignal): Promise<Omit<UserCard, "at">> {
  const [user, status, keys] = await Promise.all([
    ifVisible(users.get(summary.id, {}, { signal })),
    ifVisible(users.status(summary.id, { signal })),
    ifVisible(users.listKeysForUser(summary.id, { perPage: 20, signal }).page()),
  ]);
  return { user: { ...summary, ...user }, ...(status && { status }), ...(keys && { keys: keys.items }) };
}
