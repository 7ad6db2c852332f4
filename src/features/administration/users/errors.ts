import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Context } from "../../../core/context.ts";
import type { UserRef } from "../../../core/people/refs.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { administrationError } from "../customAttributes/errors.ts";
import { flagFields, numberFields, textFields, type UserField } from "./fields.ts";
import { fieldName } from "./labels.ts";
import { userLabel } from "./pick.ts";

const known: readonly UserField[] = [...textFields, ...numberFields, ...flagFields];

/**
 * What to tell when a host refused something about a user. A name that is taken is 409 on real hosts and 404 in the documents (Part 3,
 * Users); the client has told the two apart by then.
 * @param about the user, where there is one already
 * @param sent the names of the fields that went along
 */
export function userError(
  context: Pick<Context, "connections" | "log">,
  error: unknown,
  instance: string,
  { about, sent = [] }: { readonly about?: UserRef["user"]; readonly sent?: readonly string[] },
): unknown {
  if (!(error instanceof ApiError)) return error;
  const host = instanceHost(instance);
  switch (error.kind) {
    case "forbidden":
      return administrationError(error, context.connections.get(instance), context.log);
    case "notFound":
      return about === undefined
        ? error
        : new UserError(l10n.t("{0} is not there any more: somebody deleted the user.", userLabel(about)), {
            cause: error,
            action: { title: l10n.t("Refresh"), command: "forgeline.refresh" },
          });
    case "conflict":
      return new UserError(conflictWords(error, host, sent), { cause: error });
    case "invalidRequest": {
      const words = Object.entries(error.fields ?? {}).map(([field, texts]) => fieldWords(field, texts));
      return words.length === 0 ? error : new UserError(words.join(" "), { cause: error });
    }
    default:
      return error;
  }
}

function conflictWords(error: ApiError, host: string, sent: readonly string[]): string {
  const said = [error.serviceMessage, ...Object.entries(error.fields ?? {}).flat(2)].join(" ");
  if (/owner/i.test(said))
    return l10n.t(
      "The user is the only owner of a group on {0}. Make somebody else its owner first, or delete the user with everything that is theirs.",
      host,
    );
  const mail = /e-?mail/i.test(said);
  const name = /user ?name|namespace|path/i.test(said);
  if (mail && !name) return l10n.t("Another user of {0} has this e-mail address already. Give another one.", host);
  if (name && !mail) return l10n.t("Another user or group of {0} has this username already. Choose another one.", host);
  if (sent.includes("email") && !sent.includes("username"))
    return l10n.t("Another user of {0} has this e-mail address already. Give another one.", host);
  if (sent.includes("username") && !sent.includes("email"))
    return l10n.t("Another user or group of {0} has this username already. Choose another one.", host);
  return l10n.t("Another user of {0} has this e-mail address or username already. Give other ones.", host);
}

function fieldWords(field: string, texts: readonly string[]): string {
  const why = plainText(texts.join(", "), 200).replace(/[.\s]+$/, "");
  if (field === "base") return `${why}.`;
  const name = known.find((one) => one === field);
  if (field === "password") return l10n.t("The password {0}.", why);
  return l10n.t("{0}: {1}.", name === undefined ? plainText(field.replaceAll("_", " "), 40) : fieldName(name), why);
}
