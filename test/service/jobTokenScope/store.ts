export interface Scope {
  /** Job tokens of other projects are restricted to those on the allowlists. */
  inboundEnabled: boolean;
  /** Deprecated; the other direction. */
  readonly outboundEnabled: boolean;
  /** Ids, in the order in which they were added. */
  readonly projects: Set<number>;
  readonly groups: Set<number>;
}

/** Whose job tokens reach a project, by project id. New projects are restricted. */
export class JobTokenScopes {
  readonly #scopes = new Map<number, Scope>();

  of(projectId: number): Scope {
    const scope = this.#scopes.get(projectId) ?? {
      inboundEnabled: true,
      outboundEnabled: false,
      projects: new Set<number>(),
      groups: new Set<number>(),
    };
    this.#scopes.set(projectId, scope);
    return scope;
  }
}
