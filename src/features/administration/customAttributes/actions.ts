import { l10n, window, workspace } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { UserError } from "../../../core/base/errors.ts";
import { foundGone } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import { saveByHand } from "../../../core/remoteText/conflict.ts";
import { discardText } from "../../../core/remoteText/discard.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { AdministrationContext } from "../context.ts";
import { ownerName } from "./labels.ts";
import { pickAnyOwner, pickAttribute, pickOwner, attributeChange, withAttributes } from "./pick.ts";
import { confirmDeletion } from "./questions.ts";
import type { AttributesRef } from "./refs.ts";

/** Adds a user, group or project to the custom attributes in the Administration view. */
export async function show(context: AdministrationContext): Promise<void> {
  const { instance, owner } = await pickAnyOwner(context, l10n.t("Show Custom Attributes"));
  const { client } = context.connections.get(instance);
  // Reports a wrong ID before anything is added.
  await withAttributes(context, { instance, owner }, () =>
    withProgress(l10n.t("Loading custom attributes of {0}…", ownerName(owner)), (signal) =>
      client.customAttributes.list(owner.kind, owner.id, { signal }).page(),
    ),
  );
  const view = await context.view.load();
  const row = await view?.attributes.add(owner);
  if (row) await view?.attributes.reveal(row);
}

/** Removes a user, group or project from the view. Its attributes are not changed. */
export async function hide(context: AdministrationContext, given?: AttributesRef): Promise<void> {
  if (!given) throw new UserError(l10n.t("Select a row below Custom Attributes in the Administration view."));
  await (await context.view.load())?.attributes.hide(given.owner);
}

/**
 * Opens all custom attributes of an owner in an editor; saving sends the changes. Restores a text that was not sent, and
 * offers to resolve its conflict.
 */
export async function editAll(context: AdministrationContext, given?: AttributesRef): Promise<void> {
  const { instance, owner } = await pickOwner(context, given, l10n.t("Edit Custom Attributes"));
  const documents = await context.attributes.load();
  const uri = documents.uriOf({ instance, owner });
  if (documents.isConflicted(uri)) return documents.resolve(uri);
  const isChanged = (): boolean =>
    workspace.textDocuments.some((document) => document.uri.toString() === uri.toString() && document.isDirty);
  const unsent = isChanged()
    ? false
    : await withProgress(l10n.t("Loading custom attributes of {0}…", ownerName(owner)), (signal) =>
        documents.refresh(uri, signal),
      );
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  if (!unsent) return;
  const [again, discard] = [l10n.t("Send"), l10n.t("Discard…")];
  const name = l10n.t("the custom attributes of {0}", ownerName(owner));
  const ask = async (): Promise<void> => {
    const chosen = await window.showInformationMessage(
      l10n.t("These are unsaved changes to {0}.", name),
      again,
      discard,
    );
    if (chosen === again) await saveByHand(uri);
    else if (chosen === discard) await discardText(documents, uri, name);
  };
  void ask().catch((error: unknown) => context.report.error(error, l10n.t("Edit Custom Attributes")));
}

/** Deletes one custom attribute, after asking. */
export async function remove(context: AdministrationContext, given?: AttributesRef): Promise<void> {
  const ref = await pickAttribute(context, given, l10n.t("Delete Custom Attribute"));
  const { instance, owner, attribute } = ref;
  await confirmDeletion(context, owner, attribute, instance);
  const key = plainText(attribute.key, 80);
  const { client } = context.connections.get(instance);
  const gone = await withAttributes(context, ref, () =>
    runWrite(
      context,
      l10n.t("Deleting “{0}”…", key),
      attributeChange(ref),
      async (signal) => {
        try {
          await client.customAttributes.delete(owner.kind, owner.id, attribute.key, { signal });
          return false;
        } catch (error) {
          // Already deleted by another administrator.
          if (error instanceof ApiError && error.kind === "notFound") return true;
          throw error;
        }
      },
      {
        find: async (signal) =>
          (await foundGone(client.customAttributes.get(owner.kind, owner.id, attribute.key, { signal }))) && {
            done: false,
          },
      },
    ),
  );
  notice(
    gone
      ? l10n.t("The custom attribute “{0}” is already deleted.", key)
      : l10n.t("Custom attribute “{0}” deleted.", key),
  );
}
