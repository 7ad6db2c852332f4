import { l10n, ThemeIcon } from "vscode";
import type { MergeRequest } from "../../../api/resources/mergeRequests.ts";
import type { ArgumentParser } from "../../../core/commands/arguments.ts";
import { mergeRequestArgs, type MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { FormMenu } from "../../../core/ui/formMenu.ts";
import type { Row } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { onlyStep } from "../../../core/ui/quickInput.ts";
import type { MergeRequestsContext } from "../context.ts";
import { withFresh } from "../errors.ts";
import { type PageField, pageFields } from "../page/model.ts";
import type { EditContext } from "./editContext.ts";
import { type EditField, editFields } from "./editFields.ts";
import { pickMergeRequest, readNow } from "./pickMergeRequest.ts";

/**
 * Shows a menu of the fields of a merge request. Each change is sent at once; the menu stays until it is closed.
 * @param only edited without the menu, unless it is refused
 * @throws CancelledError, ApiError, UserError
 */
export async function edit(context: MergeRequestsContext, given?: MergeRequestRef, only?: PageField): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Edit Merge Request"),
    placeholder: l10n.t("Select a merge request to edit"),
    state: "all",
  });
  const title = l10n.t("Edit !{0}", ref.mergeRequest.iid);
  let mergeRequest: MergeRequest = await readNow(context, ref);
  const first = editFields(mergeRequest).find(({ id }) => id === only);
  const refused: EditContext["refused"] = new Map();
  const menu = new FormMenu<EditField>(first);
  await menu.edit(
    () => ({
      title,
      placeholder: plainText(mergeRequest.title, 150),
      choices: rows(mergeRequest),
      focus: (value, last) => value.id === last?.id,
    }),
    async ({ name, change }) => {
      const fresh = { ...withFresh(ref, mergeRequest), mergeRequest };
      const outcome = await change({ context, place: onlyStep(name, first === undefined), ref: fresh, refused });
      if (outcome === "leave") return outcome;
      if (outcome) ({ mergeRequest } = outcome);
      if (outcome?.problem !== undefined) menu.refused = { message: outcome.problem };
      return first && menu.refused === undefined ? "leave" : undefined;
    },
    (error) => context.report.background(error, "Edit Merge Request"),
    first,
  );
}

/** Parses a merge request, and the field to edit, as its page passes it. */
export const editArgs: ArgumentParser<[given?: MergeRequestRef, only?: PageField]> = ([value, field]) => {
  const [ref] = mergeRequestArgs([value]);
  const only = pageFields.find((one) => one === field);
  return ref === undefined ? [] : only === undefined ? [ref] : [ref, only];
};

function rows(mergeRequest: MergeRequest): Row<EditField>[] {
  return editFields(mergeRequest).map((field) => ({
    label: field.name,
    description: plainText(field.shown, 100),
    iconPath: new ThemeIcon(field.icon),
    value: field,
  }));
}
