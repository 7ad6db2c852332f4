/** Sign-in, secrets, and what an extension remembers. */
import type * as vscode from "vscode";
import { Disposable, EventEmitter } from "./events.ts";

type Messages = typeof vscode.window.showInformationMessage;

/** What an extension says about why it asks for a session. */
const detailOf = (asked: boolean | vscode.AuthenticationGetSessionPresentationOptions = false): string =>
  typeof asked === "object" ? (asked.detail ?? "") : "";

export class Accounts {
  readonly #ask: Messages;
  readonly #providers = new Map<string, { readonly label: string; readonly provider: vscode.AuthenticationProvider }>();
  readonly #changed = new EventEmitter<vscode.AuthenticationSessionsChangeEvent>();
  /** Accounts that the extension may use. */
  readonly #allowed = new Set<string>();

  constructor(ask: Messages) {
    this.#ask = ask;
  }

  readonly api = {
    onDidChangeSessions: this.#changed.event,
    registerAuthenticationProvider: (id: string, label: string, provider: vscode.AuthenticationProvider) => {
      this.#providers.set(id, { label, provider });
      const changes = provider.onDidChangeSessions(() => this.#changed.fire({ provider: { id, label } }));
      return Disposable.from(changes, new Disposable(() => this.#providers.delete(id)));
    },
    getAccounts: async (id: string) =>
      (await this.#providers.get(id)?.provider.getSessions(undefined, {}))?.map(({ account }) => account) ?? [],
    getSession: (id: string, scopes: readonly string[], options: vscode.AuthenticationGetSessionOptions = {}) =>
      this.#session(id, scopes, options),
  };

  async #session(
    id: string,
    scopes: readonly string[],
    { createIfNone, forceNewSession, account, silent }: vscode.AuthenticationGetSessionOptions,
  ): Promise<vscode.AuthenticationSession | undefined> {
    const known = this.#providers.get(id);
    if (!known) throw new Error(`No authentication provider '${id}' is currently registered.`);
    const { label, provider } = known;
    const sessions = await provider.getSessions(scopes, account ? { account } : {});
    const usable = sessions.find((session) => this.#allowed.has(session.account.label));
    if (usable && !forceNewSession) return usable;
    if (silent === true || (!createIfNone && !forceNewSession)) return undefined;
    const answer = await this.#ask(
      `The extension 'Forgeline' wants to sign in using ${label}.`,
      { modal: true, detail: detailOf(forceNewSession) || detailOf(createIfNone) },
      "Allow",
    );
    if (answer !== "Allow") throw new Error("User did not consent to login.");
    const made = await provider.createSession(scopes, account ? { account } : {});
    this.#allowed.add(made.account.label);
    return made;
  }
}

export class Secrets implements vscode.SecretStorage {
  readonly #values: Map<string, string>;
  readonly #changed = new EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event;

  /** @param values shared by windows of one person */
  constructor(values: Map<string, string>) {
    this.#values = values;
  }
  keys(): Promise<string[]> {
    return Promise.resolve([...this.#values.keys()]);
  }
  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#values.get(key));
  }
  store(key: string, value: string): Promise<void> {
    this.#values.set(key, value);
    this.#changed.fire({ key });
    return Promise.resolve();
  }
  delete(key: string): Promise<void> {
    this.#values.delete(key);
    this.#changed.fire({ key });
    return Promise.resolve();
  }
}

export class Memento implements vscode.Memento {
  readonly #values = new Map<string, string>();
  keys(): readonly string[] {
    return [...this.#values.keys()];
  }
  get<T>(key: string, otherwise?: T): T {
    const value = this.#values.get(key);
    return (value === undefined ? otherwise : JSON.parse(value)) as T;
  }
  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, JSON.stringify(value));
    return Promise.resolve();
  }
}
