import { env, l10n, ThemeIcon } from "vscode";
import type { AnyRequest } from "../../api/anyRequest.ts";
import type { Part } from "../../api/request.ts";
import { type Upload, uploadFile } from "../../api/upload.ts";
import { UserError } from "../../core/base/errors.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { Connection } from "../../core/connections.ts";
import type { Context } from "../../core/context.ts";
import { confirm } from "../../core/ui/confirm.ts";
import { notice } from "../../core/ui/notice.ts";
import { pickOne } from "../../core/ui/pick.ts";
import { plainText } from "../../core/ui/plainText.ts";
import type { Place } from "../../core/ui/quickInput.ts";
import { maskedInput, replacePlaceholders } from "./masked.ts";
import { keyOf, isReadOnly, type Operation } from "./operation.ts";
import { requestOf } from "./request.ts";
import { curlText, requestText } from "./requestText.ts";
import { type RequestInput, problemsOf } from "./values.ts";

/** A request to send; in `text` and `curl`, secrets are hidden. */
export interface ReadyRequest {
  readonly request: AnyRequest;
  readonly text: string;
  readonly curl: string;
}

/** Builds a request. @throws UserError for a missing or invalid parameter; ApiError `invalidArgument` for an invalid file or path */
export async function readyRequest(
  { client }: Connection,
  operation: Operation,
  answers: RequestInput,
): Promise<ReadyRequest> {
  const [missing] = problemsOf(operation, answers);
  if (missing) throw new UserError(l10n.t("{0} is missing or invalid. Go back to change it.", missing.parameter.name));
  const paths = operation.parameters
    .flatMap((one) => (one.type === "file" ? [answers.texts[keyOf(one)]] : []))
    .filter((one) => one !== undefined);
  const uploads = new Map<string, Upload>();
  for (const path of paths) uploads.set(path, await uploadFile(path));
  const masked = requestOf(operation, maskedInput(operation, answers), uploads);
  const shown = { request: masked, shown: await client.requests.preview(masked) };
  const pathOf = (part: Part): string =>
    [...uploads].find(([, upload]) => "file" in part && part.file === upload)?.[0] ?? "";
  return { request: requestOf(operation, answers, uploads), text: requestText(shown), curl: curlText(shown, pathOf) };
}

/** Asks whether to send the request, or show or copy it first. @throws CancelledError, GoBack */
export async function reviewRequest(
  context: Context,
  { instance }: Connection,
  operation: Operation,
  { text, curl }: ReadyRequest,
  place: Place,
): Promise<void> {
  const [line = "", ...rest] = text.trimEnd().split("\n");
  const used = new Set<"curl" | "show">();
  for (;;) {
    const chosen = await pickOne<"send" | "curl" | "show">({
      title: place.title,
      place,
      placeholder: plainText(line, 300),
      choices: [
        {
          label: isReadOnly(operation) ? l10n.t("Send") : l10n.t("Send…"),
          description: instanceHost(instance.url),
          detail: plainText(line, 300),
          iconPath: new ThemeIcon("send"),
          value: "send",
        },
        {
          label: l10n.t("Copy as curl"),
          description: used.has("curl") ? l10n.t("copied") : "",
          detail: l10n.t("With $FORGELINE_TOKEN instead of the token"),
          iconPath: new ThemeIcon("terminal"),
          value: "curl",
        },
        {
          label: l10n.t("Show the Request"),
          description: used.has("show") ? l10n.t("in the editor") : "",
          detail: plainText(rest.filter((one) => one !== "").join("  "), 300),
          iconPath: new ThemeIcon("eye"),
          value: "show",
        },
      ],
    });
    if (chosen === "send") return;
    used.add(chosen);
    if (chosen === "show") await context.texts.show(`${operation.id} request.txt`, text, { preserveFocus: true });
    else {
      await env.clipboard.writeText(curl);
      notice(l10n.t("Copied the request as a curl command."));
    }
  }
}

/** Asks for confirmation before a write. @throws CancelledError */
export async function confirmWrite(
  context: Context,
  { instance, session }: Connection,
  operation: Operation,
  { text }: ReadyRequest,
): Promise<void> {
  const [line = ""] = text.split("\n");
  const who =
    session === undefined || operation.auth === "none"
      ? l10n.t("without authentication")
      : operation.auth === "basic"
        ? l10n.t("with the package registry account")
        : l10n.t("as {0}", plainText(session.label, 100));
  const undone = operation.method === "DELETE" ? l10n.t("This cannot be undone.") : "";
  const detail = [
    l10n.t("{0} on {1}, {2}.", operation.id, instanceHost(instance.url), who),
    undone,
    text.length > 1500 ? `${text.slice(0, 1500)}…` : text,
  ];
  const question = l10n.t("Send {0}?", plainText(replacePlaceholders(line, String), 300));
  await confirm(context, { instance: instance.url }, { question, detail, buttons: [l10n.t("Send")] });
}
