import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { FeedCredentialsError, type FeedSignIn } from "../../../auth/feedCredentials.ts";
import { confirmUnencrypted } from "../../../auth/signInPrompts.ts";
import { CancelledError, UserError } from "../../../core/base/errors.ts";
import { instanceHost, isUnencrypted, normalizeInstanceUrl } from "../../../core/base/instanceUrl.ts";
import { numericProjectId } from "../../../core/numericProjectId.ts";
import { ask } from "../../../core/ui/confirm.ts";
import { inputText, submitText } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickInstance, instanceOfProject } from "../../../core/ui/pickInstance.ts";
import type { PackagesContext } from "../context.ts";

/** Asks for the username and personal access token of the package registry, which does not accept sessions, and verifies them. */
export async function signIn(context: PackagesContext, given?: string): Promise<void> {
  const instance = await askInstance(context, given, l10n.t("Sign In to Package Registry"));
  const host = instanceHost(instance);
  const title = l10n.t("Sign In to the Package Registry of {0}", host);
  const known = await (await context.feeds()).given(instance);
  const { session } = context.connections.get(instance);
  if (isUnencrypted(instance) && known === undefined && session === undefined) await confirmUnencrypted(instance);
  const username = await inputText({
    title,
    prompt: l10n.t("Enter your username on {0}", host),
    value: known?.username ?? session?.user.username ?? "",
    validate: (text) =>
      text.trim() === ""
        ? l10n.t("Enter a username.")
        : text.includes(":")
          ? l10n.t("A username cannot contain a colon.")
          : undefined,
  });
  await submitText(
    {
      title,
      prompt: l10n.t("Enter a personal access token of {0} with the scope read_api, or api to publish packages", host),
      password: true,
      validate: (text) =>
        /^[\x21-\x7e]+$/.test(text.trim())
          ? undefined
          : l10n.t("A token contains only letters, digits and punctuation, without spaces"),
      sending: l10n.t("Signing in to the package registry…"),
      failed: (error) => context.report.background(error, "Sign In to Package Registry"),
    },
    (text, signal) => verifyAndStore(context, instance, { username: username.trim(), password: text.trim() }, signal),
  );
  (await context.view.load())?.renew();
  notice(l10n.t("Signed in to the package registry of {0}.", host));
}

/** Asks for feed credentials unless some are stored or the session's own token works for feeds. @throws CancelledError */
export async function ensureSignedIn(context: PackagesContext, instance: string): Promise<void> {
  if ((await (await context.feeds()).given(instance)) ?? (await (await context.feeds()).own(instance))) return;
  await signIn(context, instance);
}

/** Deletes the stored feed credentials of an instance. */
export async function signOut(context: PackagesContext, given?: string): Promise<void> {
  const instance = await askInstance(context, given, l10n.t("Sign Out of Package Registry"));
  const host = instanceHost(instance);
  if ((await (await context.feeds()).given(instance)) === undefined) {
    const own = await (await context.feeds()).own(instance);
    notice(
      own
        ? l10n.t("The package registry of {0} uses your current session.", host)
        : l10n.t("You are not signed in to the package registry of {0}.", host),
    );
    return;
  }
  const chosen = await ask({
    question: l10n.t("Sign out of the package registry of {0}?", host),
    detail: l10n.t("The access token is removed from this computer. You need it, or a new one, to sign in again."),
    buttons: [l10n.t("Sign Out")],
  });
  if (chosen === undefined) throw new CancelledError();
  await (await context.feeds()).forget(instance);
  (await context.view.load())?.renew();
  notice(l10n.t("Signed out of the package registry of {0}.", host));
}

const askInstance = async (context: PackagesContext, given: string | undefined, title: string): Promise<string> =>
  (given === undefined ? instanceOfProject(context) : normalizeInstanceUrl(given)) ??
  (await pickInstance(context, { title, placeholder: l10n.t("Select a host"), single: true })).url;

/**
 * Stores credentials and tries them with the open project's feed, if it is of this instance. Restores the earlier ones if
 * they are refused or the user cancels; any other failure says nothing about them.
 */
async function verifyAndStore(
  context: PackagesContext,
  instance: string,
  given: FeedSignIn,
  signal: AbortSignal,
): Promise<void> {
  const feeds = await context.feeds();
  const before = await feeds.given(instance);
  await feeds.keep(instance, given);
  const { value } = context.current;
  if (value.kind !== "ready" || value.project.instance !== instance) return;
  try {
    const id = await numericProjectId(value.connection, value.project, signal);
    if (id !== undefined) await value.connection.client.packages.v3.query({ project: id }, { take: 1 }, { signal });
  } catch (error) {
    const refused =
      error instanceof FeedCredentialsError ||
      (error instanceof ApiError && (error.kind === "unauthorized" || error.kind === "insufficientScope"));
    // A disabled or unreachable feed does not prove the token wrong.
    if (!refused && !signal.aborted) return;
    if (before) await feeds.keep(instance, before);
    else await feeds.forget(instance);
    if (!refused) throw error;
    throw new UserError(
      l10n.t(
        "The package registry of {0} did not accept this username and token. The token needs the scope read_api.",
        instanceHost(instance),
      ),
      { cause: error },
    );
  }
}
