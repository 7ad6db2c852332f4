import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Context } from "../../../core/context.ts";
import type { UserRef } from "../../../core/people/refs.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { fieldsWords, orRefresh, orSwitchAccount, refusalOf } from "../../../core/ui/refusals.ts";
import { administratorsOnly } from "../customAttributes/errors.ts";
import { flagFields, numberFields, textFields, type UserField } from "./fields.ts";
import { fieldName } from "./labels.ts";
import { userLabel } from "./pick.ts";

const known: readonly UserField[] = [...textFields, ...numberFields, ...flagFields];

/**
 * Returns the refusal of a request about a user. A taken name is 409 on real hosts and 404 in the documents (Part 3,
 * Users); the client turns both into `conflict`.
 * @param about the user, if it exists already
 * @param sent names of the fields that were sent
 */
export function userError(
  context: Pick<Context, "connections" | "log">,
  error: unknown,
  instance: string,
  { about, sent = [] }: { readonly about?: UserRef["user"]; readonly sent?: readonly string[] },
): unknown {
  return refusalOf(error, {
    forbidden: () => orSwitchAccount(administratorsOnly(context.connections.get(instance), context.log)),
    notFound: () => about && orRefresh(l10n.t("{0} was deleted by someone else.", userLabel(about))),
    conflict: (conflict) => conflictWords(conflict, instanceHost(instance), sent),
    invalidRequest: ({ fields = {} }) => fieldsWords(fields, fieldWords),
  });
}

function conflictWords(error: ApiError, host: string, sent: readonly string[]): string {
  const said = [error.serviceMessage, ...Object.entries(error.fields ?? {}).flat(2)].join(" ");
  if (/owner/i.test(said))
    return l10n.t(
      "The user is the only owner of a group on {0}. Add another owner first, or delete the user and their contributions.",
      host,
    );
  const mail = /e-?mail/i.test(said);
  const name = /user ?name|namespace|path/i.test(said);
  if (mail && !name) return l10n.t("This email address is already used on {0}. Enter another address.", host);
  if (name && !mail)
    return l10n.t("This username is already used by a user or group on {0}. Enter another username.", host);
  if (sent.includes("email") && !sent.includes("username"))
    return l10n.t("This email address is already used on {0}. Enter another address.", host);
  if (sent.includes("username") && !sent.includes("email"))
    return l10n.t("This username is already used by a user or group on {0}. Enter another username.", host);
  return l10n.t("This email address or username is already used on {0}. Enter another one.", host);
}

function fieldWords(field: string, texts: readonly string[]): string {
  const why = plainText(texts.join(", "), 200).replace(/[.\s]+$/, "");
  if (field === "base") return `${why}.`;
  const name = known.find((one) => one === field);
  if (field === "password") return l10n.t("The password {0}.", why);
  return l10n.t("{0}: {1}.", name === undefined ? plainText(field.replaceAll("_", " "), 40) : fieldName(name), why);
}
