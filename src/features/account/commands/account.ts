import { l10n, ThemeIcon } from "vscode";
import type { Session } from "../../../auth/session.ts";
import { CancelledError, isCancelled, UserError } from "../../../core/base/errors.ts";
import { normalizeInstanceUrl } from "../../../core/base/instanceUrl.ts";
import type { ArgumentParser } from "../../../core/commands/arguments.ts";
import { ask } from "../../../core/ui/confirm.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickOne, type Row, separator } from "../../../core/ui/pick.ts";
import { instanceOfProject, knownInstance } from "../../../core/ui/pickInstance.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { AccountContext } from "../context.ts";

/** How to sign in: with a token although the host has an application, or to another host than the obvious one. */
export type SignInWay = "token" | "otherHost";

export const signInArgs: ArgumentParser<[instance: string | undefined, way: SignInWay | undefined]> = ([
  instance,
  way,
]) => [typeof instance === "string" ? instance : undefined, way === "token" || way === "otherHost" ? way : undefined];

/** Signs in to an instance, asks for it unless given or obvious, and uses the account in this workspace. */
export async function signIn(context: AccountContext, given?: string, way?: SignInWay): Promise<void> {
  await context.sessions.ready;
  const obvious = way === "otherHost" ? undefined : obviousHost(context);
  const url = given === undefined ? obvious : normalizeInstanceUrl(given);
  const session = await (
    await context.authentication()
  ).signIn(url === undefined ? undefined : knownInstance(context, url), way === "token" ? way : undefined);
  await context.connections.prefer(session.id);
  notice(l10n.t("Signed in as {0}.", session.label));
}

/**
 * Returns the host of the open project that has no account yet. Where no host is known, it is the only one of the remotes, which the
 * sign-in confirms; where one is, the clone may well be of another service, and the user is asked.
 */
function obviousHost({
  current: { value },
  connections,
}: Pick<AccountContext, "current" | "connections">): string | undefined {
  if (value.kind === "signedOut" || value.kind === "expired") return value.project.instance;
  if (value.kind !== "noInstance" || connections.instances.length > 0) return undefined;
  return value.hosts.length === 1 ? value.hosts[0] : undefined;
}

/** Signs out and revokes the token; signs out even if the host refuses to revoke it, which is shown instead of the success. */
export async function signOut(context: AccountContext, given?: string): Promise<void> {
  const sessions = await signedIn(context);
  const [only, ...others] = sessions;
  const named = sessions.find(({ id }) => id === given);
  if (given !== undefined && !named) {
    notice(l10n.t("This account is already signed out."));
    return;
  }
  const obvious = named ?? (others.length === 0 ? only : undefined);
  if (obvious) await confirmSignOut(obvious);
  const session =
    obvious ??
    (await pickOne({
      title: l10n.t("Sign Out"),
      placeholder: l10n.t("Select an account to sign out"),
      choices: sessions.map((one) => accountRow(context, one)),
    }));
  try {
    const revoked = await withProgress(l10n.t("Signing out {0}…", session.label), (signal) =>
      context.authentication().then((authentication) => authentication.signOut(session.id, signal)),
    );
    if (revoked) notice(l10n.t("Signed out {0}.", session.label));
  } catch (error) {
    // After a cancellation the session is removed, although the host has not confirmed, as a warning says.
    if (!isCancelled(error) || context.sessions.list().some(({ id }) => id === session.id)) throw error;
  }
}

/** Asks before an account is signed out that was not picked for it. @throws CancelledError */
async function confirmSignOut({ label, method }: Session): Promise<void> {
  const chosen = await ask({
    question: l10n.t("Sign out {0}?", plainText(label, 100)),
    detail:
      method === "token"
        ? l10n.t("The access token is removed from this computer. You need it, or a new one, to sign in again.")
        : l10n.t("The session ends in all windows."),
    buttons: [l10n.t("Sign Out")],
  });
  if (chosen === undefined) throw new CancelledError();
}

/** Selects the account that this workspace uses; those on the project's host come first. */
export async function switchAccount(context: AccountContext): Promise<void> {
  const sessions = await signedIn(context);
  const here = instanceOfProject(context);
  const row = (session: Session): Row<Session | undefined> => accountRow(context, session);
  const near = sessions.filter(({ instance }) => instance === here);
  const far = sessions.filter(({ instance }) => instance !== here);
  const chosen = await pickOne<Session | undefined>({
    title: l10n.t("Switch Account"),
    placeholder: l10n.t("Select an account for this workspace"),
    choices: [
      ...near.map(row),
      ...(near.length > 0 && far.length > 0 ? [separator(l10n.t("On other hosts"))] : []),
      ...far.map(row),
      separator(""),
      { label: l10n.t("Sign In with Another Account…"), iconPath: new ThemeIcon("add"), value: undefined },
    ],
  });
  if (chosen === undefined) return signIn(context, here);
  if (chosen.status === "expired") return signIn(context, chosen.instance);
  await context.connections.prefer(chosen.id);
  notice(l10n.t("Switched to {0}.", chosen.label));
}

/** Returns all sessions. @throws UserError that offers to sign in when there is none */
export async function signedIn(context: AccountContext): Promise<readonly Session[]> {
  await context.sessions.ready;
  const sessions = context.sessions.list();
  if (sessions.length === 0) {
    throw new UserError(l10n.t("You are not signed in."), {
      action: { title: l10n.t("Sign In"), command: "forgeline.signIn" },
    });
  }
  return sessions;
}

export function accountRow(context: AccountContext, session: Session) {
  const used = context.connections.get(session.instance).session?.id === session.id;
  const state = session.status === "expired" ? l10n.t("session expired") : used ? l10n.t("in use here") : "";
  return {
    label: session.label,
    description: state,
    detail: session.user.name,
    iconPath: new ThemeIcon("account"),
    value: session,
  };
}
