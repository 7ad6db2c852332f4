import { l10n } from "vscode";
import { UserError } from "./base/errors.ts";
import { instanceHost } from "./base/instanceUrl.ts";
import type { Context } from "./context.ts";

/** Another account is in use on a host than when the user was asked. */
export class AccountChangedError extends UserError {
  readonly instance: string;

  /** @param rest what was done before, as a sentence */
  constructor(instance: string, rest?: string) {
    const stopped = l10n.t("Stopped: the account on {0} has changed.", instanceHost(instance));
    super(rest === undefined ? stopped : `${stopped} ${rest}`);
    this.instance = instance;
  }
}

/**
 * Returns the context with connections that throw AccountChangedError once another account is in use on a host than now, until they are
 * released: what was asked about as one account is not sent as another. A host without an account may get one.
 */
export function holdAccounts<Self extends Pick<Context, "connections">>(
  context: Self,
): { readonly held: Self; readonly release: () => void } {
  const { connections } = context;
  const before = new Map(connections.instances.map(({ url }) => [url, connections.get(url).session?.id]));
  const get: typeof connections.get = (instance) => {
    const connection = connections.get(instance);
    const id = before.get(instance);
    if (id !== undefined && connection.session?.id !== id) throw new AccountChangedError(instance);
    return connection;
  };
  const own = Object.create(connections, { get: { value: get, configurable: true } }) as typeof connections;
  // What a command leaves behind lives on with the account that is in use then.
  return { held: { ...context, connections: own }, release: () => void Reflect.deleteProperty(own, "get") };
}

/** Checks the account before something is sent by an object that outlives the command. @throws AccountChangedError */
export function checkAccount(
  { connections }: { readonly connections: { get(instance: string): unknown } },
  instance: string,
): void {
  connections.get(instance);
}
