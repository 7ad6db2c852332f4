import { commands, l10n, ThemeIcon } from "vscode";
import type { MergeRequest } from "../api/resources/mergeRequests.ts";
import type { App } from "../app.ts";
import { isCancelled } from "../errors.ts";
import type { MergeRequestRef } from "../refs.ts";
import { describeError, type ErrorWords } from "../ui/describeError.ts";
import { pickOne, type Row } from "../ui/pick.ts";
import { plainText } from "../ui/plainText.ts";
import { GoBack, type Place } from "../ui/quickInput.ts";
import { type EditField, editFields } from "./mergeRequestFields.ts";
import { withFresh } from "./mergeRequestRefused.ts";
import { askMergeRequest, readNow } from "./mergeRequestSubject.ts";

/** A menu of what can be changed about a merge request. Each change is sent at once; the menu stays until it is closed. @throws CancelledError */
export async function edit(app: App, given?: MergeRequestRef): Promise<void> {
  const ref = await askMergeRequest(app, given, { title: l10n.t("Edit Merge Request"), placeholder: l10n.t("Merge request to change"), state: "all" });
  const title = l10n.t("Edit !{0}", ref.mergeRequest.iid);
  let mergeRequest: MergeRequest = await readNow(app, ref);
  let refused: ErrorWords | undefined;
  let last: EditField | undefined;
  for (;;) {
    const focus: EditField | undefined = last;
    const answer: EditField | "explain" = await pickOne<EditField | "explain">({
      title,
      place: { title, step: 1, total: 1, back: false, draft: undefined },
      placeholder: plainText(mergeRequest.title, 150),
      choices: rows(mergeRequest, refused),
      active: (value) => value !== "explain" && value.id === focus?.id,
    });
    if (answer === "explain") {
      const action = refused?.action;
      refused = undefined;
      if (action) await commands.executeCommand(action.command, ...(action.args ?? []));
      continue;
    }
    last = answer;
    try {
      refused = undefined;
      const place: Place = { title: answer.name, step: 1, total: 1, back: true, draft: undefined };
      const outcome = await answer.change({ app, place, ref: { ...withFresh(ref, mergeRequest), mergeRequest } });
      if (outcome === "leave") return;
      if (outcome) ({ mergeRequest } = outcome);
      if (outcome?.problem !== undefined) refused = { message: outcome.problem };
    } catch (error) {
      if (error instanceof GoBack || isCancelled(error)) continue;
      app.report.background(error, "Edit Merge Request");
      refused = describeError(error);
    }
  }
}

function rows(mergeRequest: MergeRequest, refused: ErrorWords | undefined): Row<EditField | "explain">[] {
  const why: Row<"explain">[] =
    refused === undefined
      ? []
      : [{ label: refused.message, ...(refused.action && { description: refused.action.title }), iconPath: new ThemeIcon("warning"), alwaysShow: true, value: "explain" }];
  return [
    ...why,
    ...editFields(mergeRequest).map((field) => ({ label: field.name, description: plainText(field.shown, 100), iconPath: new ThemeIcon(field.icon), value: field })),
  ];
}
