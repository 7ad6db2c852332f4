import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { AllItems } from "../../../api/pages.ts";
import type { SshKey } from "../../../api/resources/userTypes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { foundInAll } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import { submitText } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { onlyStep } from "../../../core/ui/quickInput.ts";
import { sha256 } from "./fingerprint.ts";
import { keyKind } from "./labels.ts";
import { chooseKey, titleOf } from "./source.ts";
import { hostKey, keyLine, type PublicKey } from "./text.ts";

const maxTitleLength = 255;

/** Adds a public SSH key to the account in use. The typed title is kept when the host refuses the key. */
export async function add(context: Context): Promise<void> {
  const { connection } = context.current.require();
  const { instance, session, client } = connection;
  const host = instanceHost(instance.url);
  const chosen = await chooseKey(async (signal) => (await ownKeys(connection, signal)).items);
  const { key } = chosen;
  const title = l10n.t("Add SSH Key");
  const added = await submitText(
    {
      title,
      place: onlyStep(title, false),
      prompt: l10n.t(
        "Enter a title for {0} {1}, used by @{2} to sign in to {3}",
        keyKind(key),
        sha256(key),
        plainText(session?.user.username, 60),
        host,
      ),
      value: plainText(titleOf(chosen), maxTitleLength),
      validate: (text) =>
        text.trim() === ""
          ? l10n.t("Enter a title.")
          : text.trim().length > maxTitleLength
            ? l10n.t("At most {0} characters.", maxTitleLength)
            : undefined,
      sending: l10n.t("Adding the key to {0}…", host),
      writes: true,
      failed: (error) => context.report.background(error, "Add SSH Key"),
    },
    async (text, signal) => {
      try {
        return await runWrite(
          context,
          title,
          { instance: instance.url, project: "", subject: "sshKey" },
          () => client.users.addKey({ title: text.trim(), key: keyLine(key) }, { signal }),
          {
            within: signal,
            what: key.data,
            find: async (until) => foundInAll(await ownKeys(connection, until), (one) => isSameKey(one, key)),
          },
        );
      } catch (error) {
        throw await keyError(error, connection, key, signal);
      }
    },
  );
  notice(l10n.t("Added SSH key “{0}” to {1}.", plainText(added.title, 80), host));
}

const isSameKey = ({ key }: SshKey, { data }: PublicKey): boolean => hostKey(key)?.data === data;

const ownKeys = ({ client }: Connection, signal: AbortSignal): Promise<AllItems<SshKey>> =>
  client.users.listKeys({ perPage: 100, signal }).all();

/** Returns the error for a refused key (Part 3, Users; hosts name the invalid field). */
async function keyError(error: unknown, connection: Connection, key: PublicKey, signal: AbortSignal): Promise<unknown> {
  if (!(error instanceof ApiError) || (error.kind !== "invalidRequest" && error.kind !== "conflict")) return error;
  const host = instanceHost(connection.instance.url);
  const reason = [
    error.serviceMessage ?? "",
    ...Object.entries(error.fields ?? {}).flatMap(([field, texts]) => texts.map((text) => `${field} ${text}`)),
  ].join("; ");
  if (/taken|already|in use/i.test(reason))
    return new UserError(await takenWords(connection, key, host, signal), { cause: error });
  if (/forbidden|not allowed|must be (rsa|at least)|length/i.test(reason))
    return new UserError(
      l10n.t("{0} does not accept this type of key: {1}.", host, plainText(reason, 200).replace(/[.\s]+$/, "")),
      { cause: error },
    );
  if (/\bkey\b.*invalid/i.test(reason))
    return new UserError(l10n.t("{0} does not accept this as a public SSH key.", host), { cause: error });
  return error;
}

/** Returns the text for a key that an account already has: the user's own, or another one. */
async function takenWords(connection: Connection, key: PublicKey, host: string, signal: AbortSignal): Promise<string> {
  const keys = await ownKeys(connection, signal).catch((): undefined => undefined);
  const mine = keys?.items.find((one) => isSameKey(one, key));
  if (mine) return l10n.t("Your account on {0} already has this key, as “{1}”.", host, plainText(mine.title, 80));
  return keys === undefined || keys.capped
    ? l10n.t("This key is already used by an account on {0}. Add another key.", host)
    : l10n.t(
        "This key is already used by another account on {0}. Add another key, or remove it from that account.",
        host,
      );
}
