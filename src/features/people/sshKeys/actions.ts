import { env, l10n, Uri, window, ThemeIcon } from "vscode";
import type { SshKey } from "../../../api/resources/userTypes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Context } from "../../../core/context.ts";
import { dateTime } from "../../../core/ui/age.ts";
import { notice } from "../../../core/ui/notice.ts";
import type { Choice } from "../../../core/ui/pick.ts";
import { pickPaged } from "../../../core/ui/pickPaged.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { orRefresh, withRefusals } from "../../../core/ui/refusals.ts";
import { md5, sha256 } from "./fingerprint.ts";
import { expiryText, keyKind, usageText, weakness } from "./labels.ts";
import type { SshKeyRef } from "./refs.ts";
import { hostKey, type PublicKey } from "./text.ts";

/** Shows the details of a key in a read-only document. */
export async function show(context: Context, given?: SshKeyRef): Promise<void> {
  const ref = await pickSshKey(context, given, {
    title: l10n.t("Show SSH Key"),
    placeholder: l10n.t("Select an SSH key"),
  });
  const key = await readKey(context, ref);
  const lines = keyLines(key, ref.instance).map(([name, value]) => `${name}: ${plainText(value, 600)}\n`);
  const words = l10n.t("Keys can only be removed on the web page: {0}", keysPage(ref.instance));
  await context.texts.show(
    `${key.id}/${l10n.t("SSH Key")} ${plainText(key.title, 60).replaceAll("/", " ")}.txt`,
    `${lines.join("")}\n${key.key.trim()}\n\n${words}\n`,
  );
}

/** Copies the SHA256 fingerprint of a key, as `ssh-keygen -l` and `ssh -v` show it. */
export async function copyFingerprint(context: Context, given?: SshKeyRef): Promise<void> {
  const ref = await pickSshKey(context, given, {
    title: l10n.t("Copy Fingerprint"),
    placeholder: l10n.t("Select an SSH key to copy its fingerprint"),
  });
  await env.clipboard.writeText(sha256(await parsedKey(context, ref)));
  notice(l10n.t("Copied fingerprint."));
}

/** Copies the public key. */
export async function copyKey(context: Context, given?: SshKeyRef): Promise<void> {
  const ref = await pickSshKey(context, given, {
    title: l10n.t("Copy Public Key"),
    placeholder: l10n.t("Select an SSH key to copy"),
  });
  const { key } = ref.key.key === undefined ? await readKey(context, ref) : { key: ref.key.key };
  await env.clipboard.writeText(key.trim());
  notice(l10n.t("Copied public key."));
}

/** Offers the page where a key can be removed: the documents have no operation for it (Part 3, Users). */
export async function remove(context: Context, given?: SshKeyRef): Promise<void> {
  const ref = await pickSshKey(context, given, {
    title: l10n.t("Remove SSH Key"),
    placeholder: l10n.t("Select an SSH key to remove"),
  });
  const read = hostKey(ref.key.key);
  const open = l10n.t("Open in Browser");
  const chosen = await window.showInformationMessage(
    l10n.t("Remove “{0}” in your SSH key settings", sshKeyName(ref)),
    {
      modal: true,
      detail: [
        l10n.t(
          "The API of {0} cannot remove SSH keys, so the page opens in the browser. Removed keys can no longer be used to access {0}.",
          instanceHost(ref.instance),
        ),
        ...(read ? [sha256(read)] : []),
      ].join("\n\n"),
    },
    open,
  );
  if (chosen === open) await openPage(ref.instance);
}

/** Opens the page of the current user's keys. */
export async function openInBrowser(context: Context): Promise<void> {
  await openPage(context.current.require().connection.instance.url);
}

/** Newer hosts redirect from here. */
const keysPage = (instance: string): string => `${instance}/-/profile/keys`;

async function openPage(instance: string): Promise<void> {
  await env.openExternal(Uri.parse(keysPage(instance), true));
}

/** Reads a key again. @throws UserError when it was removed */
async function readKey(context: Context, ref: SshKeyRef): Promise<SshKey> {
  const gone = (): string =>
    l10n.t("“{0}” is no longer one of your SSH keys. It was removed, or belongs to another account.", sshKeyName(ref));
  return withRefusals({ notFound: () => orRefresh(gone()) }, () =>
    withProgress(l10n.t("Loading “{0}”…", sshKeyName(ref)), (signal) =>
      context.connections.get(ref.instance).client.users.getKey(ref.key.id, { signal }),
    ),
  );
}

/** @throws UserError when the key cannot be parsed */
async function parsedKey(context: Context, ref: SshKeyRef): Promise<PublicKey> {
  const read = hostKey(ref.key.key) ?? hostKey((await readKey(context, ref)).key);
  if (!read)
    throw new UserError(
      l10n.t("The fingerprint of “{0}” cannot be computed because its format is unknown.", sshKeyName(ref)),
    );
  return read;
}

type Line = readonly [name: string, value: string];
const given = (name: string, value: string | undefined): Line[] =>
  value === undefined || value === "" ? [] : [[name, value]];

function keyLines(key: SshKey, instance: string): Line[] {
  const read = hostKey(key.key);
  return [
    [l10n.t("Title"), key.title],
    [l10n.t("Host"), instance],
    ...given(l10n.t("Type"), read && keyKind(read)),
    ...given(l10n.t("Note"), read && weakness(read)),
    ...given(l10n.t("SHA256 fingerprint"), read && sha256(read)),
    ...given(l10n.t("MD5 fingerprint"), read && md5(read)),
    ...given(l10n.t("Comment"), read?.comment),
    ...given(l10n.t("Added"), dateTime(key.created_at, env.language)),
    // Some hosts leave the expiry date out, others send null for none.
    ...given(
      l10n.t("Valid"),
      expiryText(key, Date.now(), env.language) ?? (key.expires_at === null ? l10n.t("no expiry") : undefined),
    ),
    ...given(l10n.t("Used for"), usageText(key.usage_type)),
  ];
}

/** Returns the given key, or one that the user picks. @throws CancelledError */
async function pickSshKey(
  context: Context,
  given: SshKeyRef | undefined,
  options: { readonly title: string; readonly placeholder: string },
): Promise<SshKeyRef> {
  if (given) return given;
  const { connection } = context.current.require();
  return pickPaged<SshKey, SshKeyRef>({
    ...options,
    load: (signal) => connection.client.users.listKeys({ perPage: 100, signal }),
    toChoice: (key) => choice(connection.instance.url, key),
    empty: l10n.t("No SSH keys"),
  });
}

/** Returns the name of a key for titles and messages. */
const sshKeyName = ({ key }: SshKeyRef): string => plainText(key.title, 80);

function choice(instance: string, key: SshKey): Choice<SshKeyRef> {
  const read = hostKey(key.key);
  const parts = [read && keyKind(read), expiryText(key, Date.now(), env.language)];
  return {
    label: plainText(key.title, 120),
    description: plainText(parts.filter((part) => part !== undefined).join(" · "), 200),
    ...(read && { detail: sha256(read) }),
    iconPath: new ThemeIcon("key"),
    value: { instance, key },
  };
}
