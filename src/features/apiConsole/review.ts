import { env, l10n, ThemeIcon, window } from "vscode";
import type { AnyRequest } from "../../api/anyRequest.ts";
import type { Part } from "../../api/request.ts";
import { type Upload, uploadFile } from "../../api/upload.ts";
import { UserError } from "../../core/base/errors.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { Connection } from "../../core/connections.ts";
import type { Context } from "../../core/context.ts";
import { notice } from "../../core/ui/notice.ts";
import { pickOne } from "../../core/ui/pick.ts";
import { plainText } from "../../core/ui/plainText.ts";
import type { Place } from "../../core/ui/quickInput.ts";
import { maskedAnswers, withoutMarks } from "./masked.ts";
import { keyOf, onlyReads, type Operation } from "./operation.ts";
import { requestOf } from "./request.ts";
import { curlText, requestText } from "./requestText.ts";
import { type Answers, problemsOf } from "./values.ts";

/** A request that can be sent, and as it is shown: with every secret hidden. */
export interface ReadyRequest {
  readonly request: AnyRequest;
  readonly text: string;
  readonly curl: string;
}

/** Puts a request together. @throws UserError for what is missing; ApiError `invalidArgument` for files and addresses that cannot be */
export async function readyRequest(
  { client }: Connection,
  operation: Operation,
  answers: Answers,
): Promise<ReadyRequest> {
  const [missing] = problemsOf(operation, answers);
  if (missing) throw new UserError(l10n.t("{0} is missing or wrong. Go back to it.", missing.parameter.name));
  const paths = operation.parameters
    .flatMap((one) => (one.type === "file" ? [answers.texts[keyOf(one)]] : []))
    .filter((one) => one !== undefined);
  const uploads = new Map<string, Upload>();
  for (const path of paths) uploads.set(path, await uploadFile(path));
  const masked = requestOf(operation, maskedAnswers(operation, answers), uploads);
  const shown = { request: masked, shown: await client.requests.preview(masked) };
  const pathOf = (part: Part): string =>
    [...uploads].find(([, upload]) => "file" in part && part.file === upload)?.[0] ?? "";
  return { request: requestOf(operation, answers, uploads), text: requestText(shown), curl: curlText(shown, pathOf) };
}

/** The last question of the form: to send, or to see or copy the request first. @throws CancelledError, GoBack */
export async function reviewRequest(
  context: Context,
  { instance }: Connection,
  operation: Operation,
  { text, curl }: ReadyRequest,
  place: Place,
): Promise<void> {
  const [line = "", ...rest] = text.trimEnd().split("\n");
  const done = new Set<"curl" | "show">();
  for (;;) {
    const chosen = await pickOne<"send" | "curl" | "show">({
      title: place.title,
      place,
      placeholder: plainText(line, 300),
      choices: [
        {
          label: onlyReads(operation) ? l10n.t("Send") : l10n.t("Send…"),
          description: instanceHost(instance.url),
          detail: plainText(line, 300),
          iconPath: new ThemeIcon("send"),
          value: "send",
        },
        {
          label: l10n.t("Copy as curl"),
          description: done.has("curl") ? l10n.t("copied") : "",
          detail: l10n.t("With $FORGELINE_TOKEN in the place of the token"),
          iconPath: new ThemeIcon("terminal"),
          value: "curl",
        },
        {
          label: l10n.t("Show the Request"),
          description: done.has("show") ? l10n.t("in the editor") : "",
          detail: plainText(rest.filter((one) => one !== "").join("  "), 300),
          iconPath: new ThemeIcon("eye"),
          value: "show",
        },
      ],
    });
    if (chosen === "send") return;
    done.add(chosen);
    if (chosen === "show") await context.texts.show(`${operation.id} request.txt`, text, { preserveFocus: true });
    else {
      await env.clipboard.writeText(curl);
      notice(l10n.t("The request was copied as a curl command."));
    }
  }
}

/** Asks before anything is written. @returns whether to send it */
export async function confirmWrite(
  { instance, session }: Connection,
  operation: Operation,
  { text }: ReadyRequest,
): Promise<boolean> {
  const send = l10n.t("Send");
  const [line = ""] = text.split("\n");
  const who =
    session === undefined || operation.auth === "none"
      ? l10n.t("without an account")
      : operation.auth === "basic"
        ? l10n.t("with the account for package feeds")
        : l10n.t("as {0}", plainText(session.label, 100));
  const undone = operation.method === "DELETE" ? l10n.t("What it deletes cannot be brought back.") : "";
  const detail = [
    l10n.t("{0} on {1}, {2}.", operation.id, instanceHost(instance.url), who),
    undone,
    text.length > 1500 ? `${text.slice(0, 1500)}…` : text,
  ]
    .filter((one) => one !== "")
    .join("\n\n");
  return (
    (await window.showWarningMessage(
      l10n.t("Send {0}?", plainText(withoutMarks(line, String), 300)),
      { modal: true, detail },
      send,
    )) === send
  );
}
