import { commands, l10n, type Uri } from "vscode";
import type { CustomAttribute } from "../../../api/resources/customAttributes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Context } from "../../../core/context.ts";
import { ask, confirm } from "../../../core/ui/confirm.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";
import { ownerName } from "./labels.ts";
import type { FoundOwner } from "./owner.ts";
import type { AttributesPlan } from "./text.ts";

/** Returns the number of changes in words. */
export function planWords({ added, changed, deleted }: AttributesPlan): string {
  const parts = [
    added.length > 0 &&
      plural(added.length, (shown) => ({
        one: l10n.t("{0} attribute added", shown),
        other: l10n.t("{0} attributes added", shown),
      })),
    changed.length > 0 && l10n.t("{0} changed", changed.length),
    deleted.length > 0 && l10n.t("{0} deleted", deleted.length),
  ];
  return parts.filter((part) => part !== false).join(", ");
}

const line = ({ key, value }: CustomAttribute): string => plainText(l10n.t("{0}: {1}", key, value), 100);

/** Returns lines for a message; attributes beyond the first eight are only counted. */
function listed(attributes: readonly CustomAttribute[]): string[] {
  const most = 8;
  return attributes.length <= most
    ? attributes.map(line)
    : [...attributes.slice(0, most).map(line), l10n.t("and {0} more", attributes.length - most)];
}

interface Deletions {
  readonly context: Pick<Context, "report" | "texts">;
  /** The edited document. */
  readonly uri: Uri;
  readonly owner: FoundOwner;
  readonly instance: string;
  readonly plan: AttributesPlan;
  /** The host's attributes as text. */
  readonly before: string;
}

/**
 * Asks for confirmation before attributes are deleted, and offers to compare the text with the host's.
 * @throws UserError unless confirmed
 */
export async function confirmDeletions({ context, uri, owner, instance, plan, before }: Deletions): Promise<void> {
  const { deleted } = plan;
  if (deleted.length === 0) return;
  const [yes, compare] = [l10n.t("Save and Delete"), l10n.t("Compare First")];
  const sent = [...plan.added, ...plan.changed];
  const detail = [
    ...(sent.length === 0 ? [] : [l10n.t("Will be set:"), ...listed(sent), ""]),
    l10n.t("Will be deleted:"),
    ...listed(deleted),
  ].join("\n");
  const question = plural(deleted.length, (shown) => ({
    one: l10n.t("Delete {0} custom attribute of {1} on {2}?", shown, ownerName(owner), instanceHost(instance)),
    other: l10n.t("Delete {0} custom attributes of {1} on {2}?", shown, ownerName(owner), instanceHost(instance)),
  }));
  const chosen = await ask({ question, detail, buttons: [yes, compare] });
  if (chosen === yes) return;
  if (chosen === compare) void showDiff(context, uri, owner, before);
  throw new UserError(l10n.t("Nothing was deleted or changed."));
}

async function showDiff(context: Deletions["context"], uri: Uri, owner: FoundOwner, before: string): Promise<void> {
  try {
    const theirs = context.texts.put(`theirs/${owner.kind}/${owner.id}.attributes.json`, before);
    await commands.executeCommand(
      "vscode.diff",
      theirs,
      uri,
      l10n.t("Custom attributes of {0}: on the host ↔ yours", ownerName(owner)),
    );
  } catch (error) {
    await context.report.error(error, l10n.t("Compare"));
  }
}

/** Asks for confirmation before one attribute is deleted. @throws CancelledError */
export async function confirmDeletion(
  context: Pick<Context, "connections">,
  owner: FoundOwner | { readonly kind: FoundOwner["kind"]; readonly name: string },
  attribute: CustomAttribute,
  instance: string,
): Promise<void> {
  const key = plainText(attribute.key, 80);
  await confirm(
    context,
    { instance },
    {
      question: l10n.t(
        "Delete the custom attribute “{0}” of {1} on {2}?",
        key,
        ownerName(owner),
        instanceHost(instance),
      ),
      detail: l10n.t("Its value is “{0}”. This cannot be undone.", plainText(attribute.value, 300)),
      buttons: [l10n.t("Delete")],
    },
  );
}
