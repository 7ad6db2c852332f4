import { copyFile } from "node:fs/promises";
import { l10n, Uri, window } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { isCancelled, UserError } from "../../core/base/errors.ts";
import type { Connection } from "../../core/connections.ts";
import type { Context } from "../../core/context.ts";
import { describeError } from "../../core/ui/describeError.ts";
import { notice } from "../../core/ui/notice.ts";
import { withProgress } from "../../core/ui/progress.ts";
import { saveName } from "../../core/ui/saveName.ts";
import { sizeText } from "../../core/ui/size.ts";
import type { Operation } from "./operation.ts";
import { receive, type ReceivedResponse } from "./received.ts";
import { responseDocument } from "./responseText.ts";
import type { ReadyRequest } from "./review.ts";

/** Sends a request and shows the response or the error. @throws CancelledError */
export async function sendAndShow(
  context: Context,
  { client }: Connection,
  operation: Operation,
  { request, text }: ReadyRequest,
): Promise<{ readonly done: boolean }> {
  const [line = ""] = text.split("\n");
  const began = performance.now();
  let answer: ReceivedResponse;
  try {
    answer = await withProgress(
      l10n.t("Sending {0}…", operation.id),
      async (signal, step) => {
        const options = {
          signal,
          onProgress: (done: number, total: number | undefined) =>
            step(total === undefined ? sizeText(done) : l10n.t("{0} of {1} sent", sizeText(done), sizeText(total))),
        };
        return receive(await client.requests.send(request, options), signal, (bytes) =>
          step(l10n.t("{0} received", sizeText(bytes))),
        );
      },
      { writes: operation.method !== "GET" && operation.method !== "HEAD" },
    );
  } catch (error) {
    if (isCancelled(error)) throw error;
    context.report.background(error, "Send API Request");
    await context.texts.show(`${operation.id}.txt`, noResponseText(line, error), { preview: false });
    return { done: false };
  }
  const took = performance.now() - began;
  const { status, header, text: body, whole, size } = answer;
  const notes = [
    ...(body === undefined ? [l10n.t("{0} of binary data.", sizeText(size))] : []),
    ...(body !== undefined && !whole ? [l10n.t("Beginning of {0}.", sizeText(size))] : []),
  ];
  const document = responseDocument(
    operation,
    { request: line, status, took, header, text: body, notes },
    l10n.t("Tokens, secrets and passwords are hidden."),
  );
  await context.texts.show(document.name, document.text, { preview: false });
  if (body === undefined || !whole) void offerFile(context, operation, answer);
  else await answer.discard();
  return { done: status >= 200 && status < 300 };
}

/** Returns the document for a request without a response. */
function noResponseText(line: string, error: unknown): string {
  const { message } = describeError(error);
  const code = error instanceof ApiError && error.code !== undefined ? [`${error.kind} (${error.code})`] : [];
  return `${[line, l10n.t("No response."), "", message, ...code].join("\n")}\n`;
}

/** Offers to save what an editor cannot show, then deletes the temporary file. */
async function offerFile(context: Context, operation: Operation, answer: ReceivedResponse): Promise<void> {
  try {
    const save = l10n.t("Save As…");
    const chosen = await window.showInformationMessage(
      l10n.t("Response from {0}: {1}.", operation.id, sizeText(answer.size)),
      save,
    );
    if (chosen !== save) return;
    const root = context.current.value.kind === "ready" ? context.current.value.project.root : undefined;
    const name = fileName(answer) ?? `${operation.id}.bin`;
    const target = await window.showSaveDialog({
      title: l10n.t("Save Response from {0}", operation.id),
      ...(root !== undefined && { defaultUri: Uri.joinPath(Uri.file(root), "..", saveName(name)) }),
    });
    if (target === undefined) return;
    if (target.scheme !== "file") throw new UserError(l10n.t("Choose a folder on the machine that Forgeline runs on."));
    await copyFile(answer.file, target.fsPath);
    notice(l10n.t("Saved {0}.", name));
  } catch (error) {
    void context.report.error(error, l10n.t("Save Response from {0}", operation.id));
  } finally {
    await answer.discard();
  }
}

/** Returns the file name from the response headers, without its folders. */
function fileName({ header }: ReceivedResponse): string | undefined {
  const [, name] = /filename="?([^";]+)"?/i.exec(header("content-disposition") ?? "") ?? [];
  const last = name?.split(/[/\\]/).at(-1)?.trim();
  return last === undefined || last === "" || last === "." || last === ".." ? undefined : last;
}
