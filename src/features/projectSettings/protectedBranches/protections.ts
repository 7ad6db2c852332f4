import { knownRights } from "../../../api/administrators.ts";
import { ApiError } from "../../../api/errors.ts";
import type { ProtectedBranch } from "../../../api/resources/protectedBranches.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { CapabilityStore } from "../../../core/capabilities.ts";
import type { Connection } from "../../../core/connections.ts";
import { isPassing } from "../../../core/tree/rowEntry.ts";
import { hasHigherEdition, mayBy, type Person, roleOf } from "./permissions.ts";

/** What is known of a project's protected branches; `hidden` where the account may not see them, or the host has none. */
export type Known =
  | { readonly kind: "rules"; readonly rules: readonly ProtectedBranch[] }
  | { readonly kind: "hidden"; readonly why: "forbidden" | "missing" };

interface Entry {
  known?: Known;
  flight?: Promise<Known> | undefined;
  role?: Promise<number | undefined> | undefined;
  level?: number | undefined;
}

/** More than any project has; the rest would cost requests that nobody asked for. */
const most = 1_000;

const factName = "protectedBranches.entries";

/**
 * What this window knows of protected branches, per account and project: read when somebody needs it, by all who need it together, and
 * kept until it is read anew. The list is one request; the role in the project, which decides what a level means for the person, is
 * another one, asked for once and only where a rule that matters hangs on it.
 */
export class Protections implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<ProjectScope>());
  /** Fires when more, or something else, is known of a project's protected branches. */
  readonly onDidChange: Event<ProjectScope> = this.changed.event;
  private readonly capabilities: Pick<CapabilityStore, "of">;
  /** Another account is another connection, and begins anew. */
  private readonly entries = new WeakMap<Connection, Map<string, Entry>>();

  constructor(capabilities: Pick<CapabilityStore, "of">) {
    this.capabilities = capabilities;
  }

  /** What is known without asking. */
  known(connection: Connection, scope: ProjectScope): Known | undefined {
    return this.entry(connection, scope).known;
  }

  /** The account, with its role where that is known. */
  person(connection: Connection, scope: ProjectScope): Person | undefined {
    const { session } = connection;
    if (session === undefined) return undefined;
    const { id } = session.user;
    // Administrators may do all that levels allow, members or not.
    const administrator = knownRights(this.capabilities.of(scope.instance), id, Date.now())?.administrator === true;
    return { id, level: administrator ? 60 : this.entry(connection, scope).level };
  }

  /** Whether entries for users and groups, and approval by code owners, are to be offered: the host has shown them. */
  higherEdition(scope: ProjectScope): boolean {
    return this.capabilities.of(scope.instance).get(factName) === "yes";
  }

  /** Asks for the list; who asks meanwhile gets the same answer. @throws ApiError but for what the account may not see */
  async read(connection: Connection, scope: ProjectScope): Promise<Known> {
    const entry = this.entry(connection, scope);
    if (entry.flight) return entry.flight;
    const flight = this.ask(connection, scope);
    entry.flight = flight;
    try {
      const known = await flight;
      // Something was written meanwhile: this is of before.
      if (entry.flight !== flight) return known;
      const before = entry.known;
      entry.known = known;
      if (JSON.stringify(before) !== JSON.stringify(known)) this.changed.fire(scope);
      return known;
    } finally {
      if (entry.flight === flight) entry.flight = undefined;
    }
  }

  /** Something was written here: an answer that is under way may be of before, and whoever reads now asks anew. */
  touch(connection: Connection, scope: ProjectScope): void {
    this.entry(connection, scope).flight = undefined;
  }

  /** Finds out the account's role, if one of these rules hangs on it and nobody knows it yet. Never fails: without it less can be told. */
  async learnRole(connection: Connection, scope: ProjectScope, rules: readonly ProtectedBranch[]): Promise<void> {
    const entry = this.entry(connection, scope);
    const person = this.person(connection, scope);
    if (person === undefined || person.level !== undefined) return;
    if (!rules.some(({ push_access_levels: push }) => mayBy(push, person) === "unknown")) return;
    entry.role ??= connection.client.extras.project(scope.project).then(
      ({ permissions }) => roleOf(permissions),
      (error: unknown) => {
        // A host that was away for a moment is asked again when it matters next.
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
      const { items } = await client.protectedBranches.list(scope.project).all({ max: most });
      const higher = hasHigherEdition(items);
      const capabilities = this.capabilities.of(scope.instance);
      if (higher !== undefined && (capabilities.get(factName) === "yes") !== higher)
        capabilities.set(factName, higher ? "yes" : "no");
      return { kind: "rules", rules: items };
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
