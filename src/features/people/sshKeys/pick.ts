import { env, l10n, ThemeIcon } from "vscode";
import type { SshKey } from "../../../api/resources/userTypes.ts";
import type { Context } from "../../../core/context.ts";
import type { Choice } from "../../../core/ui/pick.ts";
import { pickPaged } from "../../../core/ui/pickPaged.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { sha256 } from "./fingerprint.ts";
import { expiryText, keyKind } from "./labels.ts";
import type { SshKeyRef } from "./refs.ts";
import { hostKey } from "./text.ts";

/** The key a command is about: the given one, or one of the account's that the person picks. @throws CancelledError */
export async function pickSshKey(
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
    empty: l10n.t("Your account has no SSH keys"),
  });
}

/** What a key is called, for titles and messages. */
export const sshKeyName = ({ key }: SshKeyRef): string => plainText(key.title, 80);

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
