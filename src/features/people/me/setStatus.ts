import { l10n, ThemeIcon } from "vscode";
import type { UserStatus } from "../../../api/resources/userTypes.ts";
import { type Draft, editDraft } from "../../../core/base/draft.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { asText, recordOf } from "../../../core/base/stored.ts";
import { foundIf, hasFields } from "../../../core/commands/findWrite.ts";
import { announce, sendWrite } from "../../../core/commands/runWrite.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import { defaultEmoji, type EmojiNames, emojiNames } from "../../../core/people/emoji.ts";
import { describeError, type ErrorWords } from "../../../core/ui/describeError.ts";
import { inputText } from "../../../core/ui/form.ts";
import { FormMenu } from "../../../core/ui/formMenu.ts";
import { notice } from "../../../core/ui/notice.ts";
import { type Row, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { onlyStep } from "../../../core/ui/quickInput.ts";
import { refusalOf } from "../../../core/ui/refusals.ts";
import { pickEmoji } from "./pickEmoji.ts";
import { clearing, draftOf, isBusy, isSet, hasContent, type StatusDraft, statusLine, statusRequest } from "./status.ts";

type Answer = "set" | "clear" | "emoji" | "message";

/** Sets the status of the current user. The draft is kept until the host has accepted it. */
export async function setStatus(context: Context): Promise<void> {
  const { connection } = context.current.require();
  const names = await emojiNames();
  const present = await readPresent(context, connection);
  const draft = draftFor(context, connection, present);
  let refused: ErrorWords | undefined;
  for (;;) {
    const chosen = await askDraft({ draft, connection, present, names }, refused);
    try {
      showResult(await send(context, connection, chosen), chosen, names, connection);
      await draft.forget();
      return;
    } catch (error) {
      context.report.background(error, "Set Status");
      if (isCancelled(error)) refused = { message: l10n.t("It may have been set anyway.") };
      else refused = describeError(statusError(error, chosen, connection));
    }
  }
}

/** Clears the status of the current user. */
export async function clearStatus(context: Context): Promise<void> {
  const { connection } = context.current.require();
  showResult(await send(context, connection, clearing), clearing, await emojiNames(), connection);
  await draftFor(context, connection, undefined).forget();
}

/** Sends a status and notifies views and the status bar, which read it themselves when the outcome is unknown. */
async function send(
  context: Context,
  { client, instance, session }: Connection,
  draft: StatusDraft,
): Promise<UserStatus> {
  let status: UserStatus | undefined;
  try {
    const request = statusRequest(draft);
    status = await withProgress(
      l10n.t("Setting your status…"),
      (signal) =>
        sendWrite(context, {
          key: JSON.stringify(["status", instance.url, session?.id, request]),
          request: () => client.users.setStatus(request, { signal }),
          signal,
          find: async (until) =>
            foundIf(await client.users.currentStatus({ signal: until }), ({ emoji, message }) =>
              hasFields({ emoji, message }, { emoji: request.emoji, message: request.message }),
            ),
        }),
      { writes: true },
    );
    return status;
  } finally {
    announce(context, {
      instance: instance.url,
      project: "",
      subject: "ownStatus",
      account: session?.user.id,
      ...(status && { status }),
    });
  }
}

/** Returns the current status; undefined when the host does not show it, though it may accept a new one. */
async function readPresent(context: Context, { client }: Connection): Promise<UserStatus | undefined> {
  try {
    return await withProgress(l10n.t("Loading your status…"), (signal) => client.users.currentStatus({ signal }));
  } catch (error) {
    if (isCancelled(error)) throw error;
    context.report.background(error, "Set Status");
    return undefined;
  }
}

function showResult(status: UserStatus, draft: StatusDraft, names: EmojiNames, { instance }: Connection): void {
  const line = plainText(statusLine(status, names), 120);
  if (!isSet(status)) notice(l10n.t("Status cleared."));
  else if (draft.emoji === "" && (status.emoji ?? "") !== "")
    notice(l10n.t("Status set: {0}. {1} requires an emoji.", line, instanceHost(instance.url)));
  else notice(l10n.t("Status set: {0}", line));
}

function statusError(error: unknown, { emoji = "" }: StatusDraft, { instance }: Connection): unknown {
  return refusalOf(error, {
    invalidRequest: ({ serviceMessage = "", fields = {} }) =>
      emoji !== "" && /emoji/i.test(`${serviceMessage} ${Object.keys(fields).join(" ")}`)
        ? l10n.t(
            "Emoji “{1}” does not exist on {0}. Choose another emoji.",
            instanceHost(instance.url),
            plainText(emoji, 60),
          )
        : undefined,
  });
}

interface Form {
  readonly draft: Draft<StatusDraft>;
  readonly connection: Connection;
  readonly present: UserStatus | undefined;
  readonly names: EmojiNames;
}

/** Shows a menu of the status's fields until the user sets or clears it. @throws CancelledError */
async function askDraft(form: Form, refused: ErrorWords | undefined): Promise<StatusDraft> {
  const { draft, connection, present, names } = form;
  const title = l10n.t("Set Status");
  const username = connection.session?.user.username ?? "";
  const menu = new FormMenu<Answer>(refused || hasContent(draft.now) ? "set" : "message", refused);
  for (;;) {
    const now = isSet(present)
      ? plainText(statusLine(present ?? { emoji: "", message: "" }, names), 100)
      : l10n.t("none");
    const answer = await menu.ask(() => ({
      title,
      placeholder: l10n.t(
        "Status of @{0} on {1}, currently: {2}",
        plainText(username, 60),
        instanceHost(connection.instance.url),
        now,
      ),
      choices: rows(form),
    }));
    if (answer === "clear") return clearing;
    if (answer === "set" && hasContent(draft.now)) return draft.now;
    const answered = await menu.answered(async () => {
      if (answer === "emoji") draft.change({ emoji: await pickEmoji(names, draft.now.emoji) });
      else await askMessage(draft);
    });
    if (answered) menu.openAt("set");
  }
}

async function askMessage(draft: Draft<StatusDraft>): Promise<void> {
  const title = l10n.t("Message");
  const message = await inputText({
    title,
    place: onlyStep(title),
    prompt: l10n.t("What's your status? Codes such as :clock3: become emoji"),
    value: draft.now.message,
    onType: (text) => void draft.change({ message: text }),
  });
  draft.change({ message: message.trim() });
}

function rows({ draft: { now }, present, names }: Form): Row<Answer>[] {
  const { emoji, message } = now;
  const whole = hasContent(now)
    ? statusLine({ ...now, emoji: emoji ?? defaultEmoji }, names)
    : l10n.t("enter an emoji or a message");
  const emojiText =
    emoji === undefined
      ? l10n.t("default of the host ({0})", names.shown(defaultEmoji))
      : emoji === ""
        ? l10n.t("none")
        : `${names.glyph(emoji) ?? ""} ${emoji}`.trim();
  // The documents have no field for availability or expiry, and the host resets what is not sent.
  const lost = isBusy(present)
    ? l10n.t("clears “busy”, which the API cannot set")
    : (present?.clear_status_at ?? "") === ""
      ? ""
      : l10n.t("does not expire: the API cannot set an expiry");
  return [
    {
      label: l10n.t("Set Status"),
      description: plainText(whole, 120),
      ...(lost !== "" && { detail: lost }),
      iconPath: new ThemeIcon("check"),
      value: "set",
    },
    ...(isSet(present) || isBusy(present)
      ? [{ label: l10n.t("Clear Status"), iconPath: new ThemeIcon("trash"), value: "clear" } as const]
      : []),
    separator(l10n.t("Details")),
    {
      label: l10n.t("Emoji"),
      description: plainText(emojiText, 100),
      iconPath: new ThemeIcon("smiley"),
      value: "emoji",
    },
    {
      label: l10n.t("Message"),
      description: plainText(message, 120) || l10n.t("none"),
      iconPath: new ThemeIcon("edit"),
      value: "message",
    },
  ];
}

const statusDrafts: DraftKind<StatusDraft> = {
  name: "status",
  parse: recordOf({ message: asText }, { emoji: asText }),
};

/** Returns the draft that was not sent for the account; otherwise one of the current status. */
const draftFor = (
  { drafts }: Context,
  { instance, session }: Connection,
  present: UserStatus | undefined,
): Draft<StatusDraft> =>
  editDraft(drafts, statusDrafts, `${instance.url} ${session?.user.id ?? ""}`, (kept) => kept ?? draftOf(present));
