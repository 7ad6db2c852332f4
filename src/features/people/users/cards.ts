import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { SshKey, User, UserStatus, UserSummary } from "../../../api/resources/userTypes.ts";
import type { Connection } from "../../../core/connections.ts";
import { findUserByUsername } from "../../../core/people/findUser.ts";
import { KeptReads } from "./readCache.ts";

/** What a host tells of one user. What it does not tell to the account in use is left out. */
export interface UserCard {
  readonly user: User;
  readonly status?: UserStatus;
  /** The first page of their public SSH keys. */
  readonly keys?: readonly SshKey[];
  /** When it was read, ms since 1970. */
  readonly at: number;
}

interface Answers {
  /** Users by name; null for names that nobody has. */
  readonly names: KeptReads<UserSummary | null>;
  readonly cards: KeptReads<Omit<UserCard, "at">>;
}

const minutes = 60_000;

/** Cards of users: one per host, account and user, read when first needed and kept for a few minutes. */
export class UserCards {
  private readonly now: () => number;
  private answers = new WeakMap<Client, Answers>();

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** The card of who has a user name, in any letter case; undefined where nobody has it, or the host does not tell. @throws ApiError */
  async named(
    connection: Pick<Connection, "client">,
    username: string,
    signal: AbortSignal,
  ): Promise<UserCard | undefined> {
    const { client } = connection;
    const { value: user } = await this.of(client).names.read(
      username.toLowerCase(),
      async (own) => (await told(findUserByUsername(client, username, own))) ?? null,
      signal,
    );
    return user === null ? undefined : this.card(connection, user, signal);
  }

  /** The card of a user. @throws ApiError when nothing can be told that is not known already */
  async card(connection: Pick<Connection, "client">, user: UserSummary, signal: AbortSignal): Promise<UserCard> {
    const { client } = connection;
    const { value, at } = await this.of(client).cards.read(
      String(user.id),
      (own) => readCard(client, user, own),
      signal,
    );
    return { ...value, at };
  }

  /** The card of a user where it was read not long ago. */
  known({ client }: Pick<Connection, "client">, id: number): UserCard | undefined {
    const kept = this.of(client).cards.known(String(id));
    return kept && { ...kept.value, at: kept.at };
  }

  /** What was read is old: somebody asks for news. */
  forget({ client }: Pick<Connection, "client">): void {
    this.answers.delete(client);
  }

  private of(client: Client): Answers {
    const { now } = this;
    const known = this.answers.get(client) ?? {
      names: new KeptReads<UserSummary | null>({ fresh: 10 * minutes, most: 1000, now }),
      cards: new KeptReads<Omit<UserCard, "at">>({ fresh: 5 * minutes, most: 200, now }),
    };
    this.answers.set(client, known);
    return known;
  }
}

/** Whether a host only says that the account may not know, or that there is nothing. */
const isUntold = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === "forbidden" ||
    error.kind === "insufficientScope" ||
    error.kind === "unauthorized" ||
    error.kind === "notFound" ||
    error.kind === "methodNotAllowed");

/** Undefined for what the host does not tell. @throws ApiError for what passes */
async function told<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isUntold(error)) return undefined;
    throw error;
  }
}

async function readCard({ users }: Client, summary: UserSummary, signal: AbortSignal): Promise<Omit<UserCard, "at">> {
  const [user, status, keys] = await Promise.all([
    told(users.get(summary.id, {}, { signal })),
    told(users.status(summary.id, { signal })),
    told(users.listKeysForUser(summary.id, { perPage: 20, signal }).page()),
  ]);
  return { user: { ...summary, ...user }, ...(status && { status }), ...(keys && { keys: keys.items }) };
}
