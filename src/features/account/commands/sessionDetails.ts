import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { TokenInfo } from "../../../api/resources/oauth.ts";
import { expiryOf } from "../../../auth/lifetime.ts";
import type { Session } from "../../../auth/session.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { instanceOfProject } from "../../../core/ui/pickInstance.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { AccountContext } from "../context.ts";
import { accountRow, signedIn } from "./account.ts";

/** Shows account, scopes and expiry of a session in a read-only document, without tokens. */
export async function sessionDetails(context: AccountContext): Promise<void> {
  const session = await chooseSession(context);
  const lines = await withProgress(l10n.t("Loading session details from {0}…", session.instance), (signal) =>
    read(context, session, signal),
  );
  const body = lines.map(([name, value]) => `${name}: ${value}\n`).join("");
  await context.texts.show(`${l10n.t("Session")} ${session.label.replaceAll("/", " ")}.txt`, body);
}

async function chooseSession(context: AccountContext): Promise<Session> {
  const sessions = await signedIn(context);
  const here = instanceOfProject(context);
  const used = here === undefined ? undefined : context.connections.get(here).session;
  const only = sessions.length === 1 ? sessions[0] : undefined;
  return (
    only ??
    pickOne({
      title: l10n.t("Show Session Details"),
      placeholder: l10n.t("Select an account"),
      choices: sessions.map((one) => accountRow(context, one)),
      active: ({ id }) => id === used?.id,
    })
  );
}

type Line = readonly [name: string, value: string];

/** Returns undefined without the scope `openid`, which only the OpenID profile requires. @throws any other error */
function withoutProfile(error: unknown): undefined {
  if (error instanceof ApiError && (error.kind === "forbidden" || error.kind === "insufficientScope")) return undefined;
  throw error;
}

async function read(context: AccountContext, session: Session, signal: AbortSignal): Promise<Line[]> {
  const { client, session: used } = context.connections.get(session.instance);
  // Only the account in use has a connection; for another one the stored data is shown.
  const asked = used?.id === session.id;
  const oauth = session.method === "oauth";
  const [user, info, person] = await Promise.allSettled([
    asked ? client.users.current({ signal }) : undefined,
    asked && oauth ? client.oauth.tokenInfo({ signal }) : undefined,
    asked && oauth ? client.oauth.userinfo({ signal }).catch(withoutProfile) : undefined,
  ]);
  signal.throwIfAborted();
  const about = user.status === "fulfilled" ? user.value : undefined;
  const token = info.status === "fulfilled" ? info.value : undefined;
  const claims = person.status === "fulfilled" ? person.value : undefined;
  const failures = [user, info, person].filter((result) => result.status === "rejected");
  for (const { reason } of failures) context.report.background(reason, "Session Details");
  const problems = new Set(failures.map(({ reason }) => describeError(reason).message));
  const lines: Line[] = [
    [l10n.t("Host"), session.instance],
    [
      l10n.t("User"),
      `${about?.name ?? session.user.name} (@${about?.username ?? session.user.username}, ${l10n.t("ID {0}", about?.id ?? session.user.id)})`,
    ],
    ...given(l10n.t("Email"), about?.email ?? claims?.email),
    ...given(l10n.t("Profile"), about?.web_url ?? claims?.profile),
    ...given(l10n.t("Groups"), claims?.groups?.slice(0, 20).join(", ")),
    [l10n.t("Signed in with"), oauth ? l10n.t("OAuth in the browser") : l10n.t("a personal access token")],
    [l10n.t("Scopes"), (token?.scope ?? session.scopes).join(", ") || l10n.t("unknown")],
    [l10n.t("Access token expires"), expiry(session, token)],
    ...given(l10n.t("Application ID"), token?.application?.uid ?? session.clientId),
    [l10n.t("State"), session.status === "expired" ? l10n.t("expired, sign in again") : l10n.t("active")],
    ...(asked
      ? []
      : [[l10n.t("Note"), l10n.t("This account is not used in this workspace. Switch to it to see more.")] as const]),
    ...[...problems].map((text): Line => [l10n.t("Unknown"), text]),
  ];
  return lines.map(([name, value]): Line => [name, plainText(value, 400)]);
}

const given = (name: string, value: string | null | undefined): Line[] => (value ? [[name, value]] : []);

function expiry(session: Session, token: TokenInfo | undefined): string {
  if (typeof token?.expires_in === "number") return time(Date.now() + token.expires_in * 1000, session);
  if (token?.expires_in === null) return l10n.t("never");
  const expiresAt = expiryOf(session);
  return expiresAt === undefined ? l10n.t("unknown") : time(expiresAt, session);
}

const time = (at: number, session: Session): string =>
  session.refreshToken === undefined
    ? new Date(at).toLocaleString()
    : l10n.t("{0} (refreshed automatically)", new Date(at).toLocaleString());
