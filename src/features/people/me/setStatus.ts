import { l10n, ThemeIcon } from "vscode";
import type { UserStatus } from "../../../api/resources/userTypes.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { announce } from "../../../core/commands/runWrite.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import { describeError, type ErrorWords } from "../../../core/ui/describeError.ts";
import { inputText } from "../../../core/ui/form.ts";
import { FormMenu } from "../../../core/ui/formMenu.ts";
import { notice } from "../../../core/ui/notice.ts";
import { type Row, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { onlyStep } from "../../../core/ui/quickInput.ts";
import { refusalOf } from "../../../core/ui/refusals.ts";
import { defaultEmoji, type EmojiNames, emojiNames } from "./emoji.ts";
import { pickEmoji } from "./pickEmoji.ts";
import {
  clearing,
  draftOf,
  isBusy,
  isSet,
  saysSomething,
  type StatusDraft,
  statusLine,
  statusRequest,
} from "./status.ts";

type Answer = "set" | "clear" | "emoji" | "message";

/** Sets what the account in use tells of itself. What was entered stays until the host has it, over a restart too. */
export async function setStatus(context: Context): Promise<void> {
  const { connection } = context.current.require();
  const names = await emojiNames();
  const present = await readPresent(context, connection);
  const drafts = new Drafts(context, connection, present);
  let refused: ErrorWords | undefined;
  for (;;) {
    const draft = await askDraft({ drafts, connection, present, names }, refused);
    try {
      tell(await put(context, connection, draft), draft, names, connection);
      await drafts.clear();
      return;
    } catch (error) {
      context.report.background(error, "Set Status");
      if (isCancelled(error)) refused = { message: l10n.t("It may be set all the same.") };
      else refused = describeError(statusError(error, draft, connection));
    }
  }
}

/** Takes away the status of the account in use. */
export async function clearStatus(context: Context): Promise<void> {
  const { connection } = context.current.require();
  tell(await put(context, connection, clearing), clearing, await emojiNames(), connection);
  await new Drafts(context, connection, undefined).clear();
}

/** Sends a status and tells the views and the status bar, which look for themselves where nobody knows what became of it. */
async function put(
  context: Context,
  { client, instance, session }: Connection,
  draft: StatusDraft,
): Promise<UserStatus> {
  let status: UserStatus | undefined;
  try {
    status = await withProgress(
      l10n.t("Setting your status…"),
      (signal) => client.users.setStatus(statusRequest(draft), { signal }),
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

/** What is set now; a host that does not say so may take a new one all the same. */
async function readPresent(context: Context, { client }: Connection): Promise<UserStatus | undefined> {
  try {
    return await withProgress(l10n.t("Reading your status…"), (signal) => client.users.currentStatus({ signal }));
  } catch (error) {
    if (isCancelled(error)) throw error;
    context.report.background(error, "Set Status");
    return undefined;
  }
}

function tell(status: UserStatus, draft: StatusDraft, names: EmojiNames, { instance }: Connection): void {
  const line = plainText(statusLine(status, names), 120);
  if (!isSet(status)) notice(l10n.t("Your status is cleared."));
  else if (draft.emoji === "" && (status.emoji ?? "") !== "")
    notice(l10n.t("Status set: {0}. {1} has no status without an emoji.", line, instanceHost(instance.url)));
  else notice(l10n.t("Status set: {0}", line));
}

function statusError(error: unknown, { emoji = "" }: StatusDraft, { instance }: Connection): unknown {
  return refusalOf(error, {
    invalidRequest: ({ serviceMessage = "", fields = {} }) =>
      emoji !== "" && /emoji/i.test(`${serviceMessage} ${Object.keys(fields).join(" ")}`)
        ? l10n.t("{0} knows no emoji “{1}”. Choose another.", instanceHost(instance.url), plainText(emoji, 60))
        : undefined,
  });
}

interface Form {
  readonly drafts: Drafts;
  readonly connection: Connection;
  readonly present: UserStatus | undefined;
  readonly names: EmojiNames;
}

/** Shows a menu of the status's fields until it is to be set or cleared. @throws CancelledError */
async function askDraft(form: Form, refused: ErrorWords | undefined): Promise<StatusDraft> {
  const { drafts, connection, present, names } = form;
  const title = l10n.t("Set Status");
  const username = connection.session?.user.username ?? "";
  const menu = new FormMenu<Answer>(refused || saysSomething(drafts.now) ? "set" : "message", refused);
  for (;;) {
    const now = isSet(present)
      ? plainText(statusLine(present ?? { emoji: "", message: "" }, names), 100)
      : l10n.t("none");
    const answer = await menu.ask(() => ({
      title,
      placeholder: l10n.t(
        "Status of @{0} on {1}, now: {2}",
        plainText(username, 60),
        instanceHost(connection.instance.url),
        now,
      ),
      choices: rows(form),
    }));
    if (answer === "clear") return clearing;
    if (answer === "set" && saysSomething(drafts.now)) return drafts.now;
    const answered = await menu.answered(async () => {
      if (answer === "emoji") await drafts.keep({ emoji: await pickEmoji(names, drafts.now.emoji) });
      else await askMessage(drafts);
    });
    if (answered) menu.openAt("set");
  }
}

async function askMessage(drafts: Drafts): Promise<void> {
  const title = l10n.t("Message");
  const message = await inputText({
    title,
    place: onlyStep(title),
    prompt: l10n.t("What are you up to? Codes such as :clock3: become emoji"),
    value: drafts.now.message,
    onType: (text) => void drafts.keep({ message: text }),
  });
  await drafts.keep({ message: message.trim() });
}

function rows({ drafts: { now }, present, names }: Form): Row<Answer>[] {
  const { emoji, message } = now;
  const whole = saysSomething(now)
    ? statusLine({ ...now, emoji: emoji ?? defaultEmoji }, names)
    : l10n.t("needs an emoji or a message");
  const emojiText =
    emoji === undefined
      ? l10n.t("left to the host ({0})", names.shown(defaultEmoji))
      : emoji === ""
        ? l10n.t("none")
        : `${names.glyph(emoji) ?? ""} ${emoji}`.trim();
  // The documents know no word for either, and what is not sent is taken away.
  const lost = isBusy(present)
    ? l10n.t("ends “busy”, which the API cannot set")
    : (present?.clear_status_at ?? "") === ""
      ? ""
      : l10n.t("stays until it is cleared: the API cannot set an end");
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
    separator(l10n.t("What it says")),
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

/** What was entered for an account and the host does not have yet. */
class Drafts {
  private readonly context: Context;
  private readonly key: string;
  private current: StatusDraft;

  constructor(context: Context, { instance, session }: Connection, present: UserStatus | undefined) {
    this.context = context;
    this.key = `forgeline.ownStatus:${instance.url} ${session?.user.id ?? ""}`;
    // An emoji that is left to the host is not kept as a value: null stands for it.
    const kept = context.memory.get<{ readonly emoji: string | null; readonly message: string }>(this.key);
    this.current = kept
      ? { message: kept.message, ...(kept.emoji !== null && { emoji: kept.emoji }) }
      : draftOf(present);
  }

  get now(): StatusDraft {
    return this.current;
  }

  async keep(changes: Partial<StatusDraft>): Promise<void> {
    this.current = { ...this.current, ...changes };
    const { emoji, message } = this.current;
    await this.context.memory.update(this.key, { emoji: emoji ?? null, message });
  }

  async clear(): Promise<void> {
    await this.context.memory.update(this.key, undefined);
  }
}
