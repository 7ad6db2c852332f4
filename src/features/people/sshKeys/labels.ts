import { l10n } from "vscode";
import type { SshKey } from "../../../api/resources/userTypes.ts";
import { dateTime, moment } from "../../../core/ui/age.ts";
import { typeName } from "./fingerprint.ts";
import type { KeyProblem, PublicKey } from "./text.ts";

/** Returns type and size of a key: `RSA 2048`, `ED25519`. */
export function keyKind({ type, bits }: PublicKey): string {
  const name = typeName(type);
  // Ed25519 keys have one size only.
  return bits === undefined || /ed25519/.test(type) ? name : `${name} ${bits}`;
}

/** Returns why a key is weak; undefined for a strong one. */
export function weakness({ type, bits }: PublicKey): string | undefined {
  if (type === "ssh-dss") return l10n.t("DSA keys are not secure, and most hosts reject them");
  return type === "ssh-rsa" && bits !== undefined && bits < 2048
    ? l10n.t("too short for an RSA key, many hosts reject it")
    : undefined;
}

/** Returns the text for a problem with a key or its file. */
export function problemWords(problem: KeyProblem | "tooLarge" | "unreadable"): string {
  switch (problem) {
    case "private":
      return l10n.t(
        "This is a private key, which must never leave your computer. It was not sent. Use the public key from the file that ends with .pub.",
      );
    case "certificate":
      return l10n.t("This is a certificate, not a key. Use the file without “-cert” in its name.");
    case "cutOff":
      return l10n.t("This key is incomplete or damaged. Copy the whole file that ends with .pub.");
    case "otherForm":
      return l10n.t("This public key is not in OpenSSH format. Convert it with “ssh-keygen -i -m PKCS8 -f FILE”.");
    case "noKey":
      return l10n.t("This is not a public SSH key. It must begin with its type, for example “ssh-ed25519”.");
    case "tooLarge":
      return l10n.t("This file is too large to be an SSH key.");
    case "unreadable":
      return l10n.t("Could not read this file.");
  }
}

/** Returns the expiry date of a key in words; undefined without one. @param now ms since 1970 */
export function expiryText(
  { expires_at: expires }: Pick<SshKey, "expires_at">,
  now: number,
  locale: string,
): string | undefined {
  const end = moment(expires);
  if (end === undefined) return undefined;
  const when = dateTime(expires, locale) ?? String(expires);
  return end <= now ? l10n.t("expired on {0}", when) : l10n.t("expires on {0}", when);
}

/** Returns the usage of a key in words; undefined if the host did not send it. */
export function usageText(usage: SshKey["usage_type"]): string | undefined {
  switch (usage) {
    case undefined:
    case null:
    case "":
      return undefined;
    case "auth_and_signing":
      return l10n.t("signing in and signing commits");
    case "auth":
      return l10n.t("signing in");
    case "signing":
      return l10n.t("signing commits");
    default:
      return usage;
  }
}
