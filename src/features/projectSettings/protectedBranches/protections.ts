import { knownRights } from "../../../api/administrators.ts";
import { ApiError } from "../../../api/errors.ts";
import type { ProtectedBranch } from "../../../api/resources/protectedBranches.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { CapabilityStore } from "../../../core/capabilities.ts";
import type { Connection } from "../../../core/connections.ts";
import { isPassing } from "../../../core/tree/rowEntry.ts";
import { hasHigherEdition, mayAccess, type Person, roleOf } from "./permissions.ts";

/** A project's protected branches; `hidden` if the account may not see them, or the host does not support them. */
export type Known =
  | {
      readonly kind: "rules";
      readonly rules: readonly ProtectedBranch[];
      /** Whether the host has more rules that were not read. */
      readonly capped?: boolean;
    }
  | { readonly kind: "hidden"; readonly why: "forbidden" | "missing" };

interface Entry {
  known?: Known;
  flight?: Promise<Known> | undefined;
  role?: Promise<number | undefined> | undefined;
  level?: number | undefined;
}

/** Maximum number of rules to read, to bound the requests. */
const maxRules = 1_000;

const capabilityName = "protectedBranches.entries";

/**
 * Caches protected branches and the account's role per account and project. Concurrent reads share a request. The role takes a request
 * of its own, made once and only if a rule depends on it.
 */
export class Protections implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<ProjectScope>());
  /** Fires when a project's protected branches or the account's role in it change. */
  readonly onDidChange: Event<ProjectScope> = this.changed.event;
  private readonly capabilities: Pick<CapabilityStore, "of">;
  /** By connection, which is one per account. */
  private readonly entries = new WeakMap<Connection, Map<string, Entry>>();

  constructor(capabilities: Pick<CapabilityStore, "of">) {
    this.capabilities = capabilities;
  }

  /** Returns what is cached. */
  known(connection: Connection, scope: ProjectScope): Known | undefined {
    return this.entry(connection, scope).known;
  }

  /** Returns the account, with its role if known. */
  person(connection: Connection, scope: ProjectScope): Person | undefined {
    const { session } = connection;
    if (session === undefined) return undefined;
    const { id } = session.user;
    // Administrators have every level, members or not.
    const administrator = knownRights(this.capabilities.of(scope.instance), id, Date.now())?.administrator === true;
    return { id, level: administrator ? 60 : this.entry(connection, scope).level };
  }

  /** Whether the host has shown entries for users and groups, or approval by code owners. */
  higherEdition(scope: ProjectScope): boolean {
    return this.capabilities.of(scope.instance).get(capabilityName) === "yes";
  }

  /** Reads the protected branches; concurrent calls share the request. @throws ApiError, except if hidden from the account */
  async read(connection: Connection, scope: ProjectScope): Promise<Known> {
    const entry = this.entry(connection, scope);
    if (entry.flight) return entry.flight;
    const flight = this.ask(connection, scope);
    entry.flight = flight;
    try {
      const known = await flight;
      // Stale: there was a write meanwhile.
      if (entry.flight !== flight) return known;
      const before = entry.known;
      entry.known = known;
      if (JSON.stringify(before) !== JSON.stringify(known)) this.changed.fire(scope);
      return known;
    } finally {
      if (entry.flight === flight) entry.flight = undefined;
    }
  }

  /** Invalidates requests under way after a write, so that the next read sends a new one. */
  touch(connection: Connection, scope: ProjectScope): void {
    this.entry(connection, scope).flight = undefined;
  }

  /** Reads the account's role if one of the rules depends on it and it is not known. Never throws. */
  async learnRole(connection: Connection, scope: ProjectScope, rules: readonly ProtectedBranch[]): Promise<void> {
    const entry = this.entry(connection, scope);
    const person = this.person(connection, scope);
    if (person === undefined || person.level !== undefined) return;
    if (!rules.some(({ push_access_levels: push }) => mayAccess(push, person) === "unknown")) return;
    entry.role ??= connection.client.extras.project(scope.project).then(
      ({ permissions }) => roleOf(permissions),
      (error: unknown) => {
        // Retry later after a temporary error.
        if (isPassing(error)) entry.role = undefined;
        return undefined;
      },
    );
    const level = await entry.role;
    if (level === undefined || entry.level !== undefined) return;
    entry.level = level;
    this.changed.fire(scope);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async ask({ client }: Connection, scope: ProjectScope): Promise<Known> {
    try {
      const { items, capped } = await client.protectedBranches.list(scope.project).all({ max: maxRules });
      const higher = hasHigherEdition(items);
      const capabilities = this.capabilities.of(scope.instance);
      if (higher !== undefined && (capabilities.get(capabilityName) === "yes") !== higher)
        capabilities.set(capabilityName, higher ? "yes" : "no");
      return { kind: "rules", rules: items, ...(capped && { capped }) };
    } catch (error) {
      if (error instanceof ApiError && error.kind === "forbidden") return { kind: "hidden", why: "forbidden" };
      if (error instanceof ApiError && error.kind === "notFound") return { kind: "hidden", why: "missing" };
      throw error;
    }
  }

  private entry(connection: Connection, { instance, project }: ProjectScope): Entry {
    const ofAccount = this.entries.get(connection) ?? new Map<string, Entry>();
    this.entries.set(connection, ofAccount);
    const key = `${instance} ${String(project).toLowerCase()}`;
    const entry = ofAccount.get(key) ?? {};
    ofAccount.set(key, entry);
    return entry;
  }
}
