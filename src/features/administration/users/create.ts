import { l10n } from "vscode";
import type { User } from "../../../api/resources/userTypes.ts";
import { uploadFile } from "../../../api/upload.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { foundFirst, madeSince } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { inputText } from "../../../core/ui/form.ts";
import { FormMenu } from "../../../core/ui/formMenu.ts";
import { notice } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { onlyStep } from "../../../core/ui/quickInput.ts";
import { unsureWords } from "../../../core/ui/unknownOutcome.ts";
import { askFlag, askIdentity, askPassword, askPicture, pictureType, problemWords } from "./ask.ts";
import { type Answer, createRows, type Entered } from "./createRows.ts";
import { userError } from "./errors.ts";
import { createRequest, isFlag, missingOf, toUserDraft, type UserDraft } from "./fields.ts";
import { fieldName, fieldPrompt } from "./labels.ts";
import { userChange, userLabel } from "./pick.ts";

const newUsers: DraftKind<UserDraft> = { name: "newUser", parse: toUserDraft };

/** Creates a user on the open project's host. The draft is kept until then, without the password and the picture. */
export async function create(context: Context): Promise<void> {
  const { connection } = context.current.require();
  const instance = connection.instance.url;
  const entered: Entered = {
    draft: context.drafts.get(newUsers, instance) ?? { values: {} },
    password: undefined,
    picture: undefined,
  };
  const keep = async (changes: Partial<UserDraft>): Promise<void> => {
    entered.draft = { ...entered.draft, ...changes };
    await context.drafts.keepQuietly(newUsers, instance, entered.draft);
  };
  const title = l10n.t("Create User");
  const shown = await withProgress(l10n.t("Loading user fields of {0}…", instanceHost(instance)), (signal) =>
    whatHostShows(context, connection, signal),
  );
  const menu = new FormMenu<Answer>("create");
  for (;;) {
    const answer = await menu.ask(() => ({
      title,
      placeholder: l10n.t("On {0}. Defaults of the host apply to unchanged fields", instanceHost(instance)),
      choices: createRows(entered, shown),
    }));
    const question = answer === "create" ? missingOf(entered.draft, entered.password) : answer;
    if (question === undefined) {
      try {
        await sendUser(context, connection, entered);
        await context.drafts.keepQuietly(newUsers, instance, undefined);
        return;
      } catch (error) {
        context.report.background(error, title);
        menu.refused = whyNot(error);
        continue;
      }
    }
    await menu.answered(() => ask(question, entered, keep));
  }
}

/** Returns the administrator's own user record, which shows the fields that the host has. */
async function whatHostShows(
  context: Context,
  { client, session }: Connection,
  signal: AbortSignal,
): Promise<Partial<User>> {
  if (!session) return {};
  try {
    return await client.users.get(session.user.id, {}, { signal });
  } catch (error) {
    if (isCancelled(error)) throw error;
    context.report.background(error, "Look which fields users have");
    return {};
  }
}

async function sendUser(
  context: Context,
  { client, instance: { url: instance } }: Connection,
  { draft, password, picture }: Entered,
): Promise<void> {
  if (!password) return;
  const request = createRequest(draft, password);
  const label = userLabel(request);
  try {
    const made = await runWrite(
      context,
      l10n.t("Creating {0}…", label),
      userChange(instance),
      async (signal) =>
        client.users.create(
          { ...request, ...(picture !== undefined && { avatar: await uploadFile(picture, pictureType(picture)) }) },
          { signal },
        ),
      {
        what: draft,
        hostTime: client.hostTime,
        find: async (signal, since) => {
          const { items } = await client.users.list({ username: request.username }, { signal }).page();
          const found = foundFirst(items, ({ username }) => username.toLowerCase() === request.username.toLowerCase());
          const user = found && (await client.users.get(found.done.id, {}, { signal }));
          return user && madeSince(user.created_at, since) ? { done: user } : undefined;
        },
      },
    );
    notice(l10n.t("User {0} created on {1}.", userLabel(made ?? request), instanceHost(instance)));
  } catch (error) {
    throw userError(context, error, instance, { sent: Object.keys(request) });
  }
}

async function ask(
  what: Exclude<Answer, "create">,
  entered: Entered,
  keep: (changes: Partial<UserDraft>) => Promise<void>,
): Promise<void> {
  const { draft } = entered;
  switch (what) {
    case "password":
      entered.password = await askPassword(entered.password);
      return;
    case "picture":
      if (entered.picture === undefined) entered.picture = await askPicture();
      else entered.picture = undefined;
      return;
    case "identity": {
      const { identity: _before, ...rest } = draft;
      const identity = await askIdentity(draft.identity, true);
      entered.draft = rest;
      return keep(identity ? { identity } : {});
    }
    case "skipConfirmation":
      return keep({ skipConfirmation: draft.skipConfirmation !== true });
    default: {
      const setTo = (value: string | boolean): Promise<void> =>
        keep({ values: { ...entered.draft.values, [what]: value } });
      const now = draft.values[what];
      if (isFlag(what)) return setTo(await askFlag(what, typeof now === "boolean" ? now : undefined));
      const field = what;
      const text = await inputText({
        title: fieldName(field),
        place: onlyStep(fieldName(field)),
        prompt: fieldPrompt(field),
        value: typeof now === "string" ? now : "",
        validate: (typed) => problemWords(field, typed),
        onType: (typed) => void setTo(typed),
      });
      return setTo(text.trim());
    }
  }
}

function whyNot(error: unknown): ErrorWords {
  const mayBe = l10n.t("The user may have been created anyway. Check the list before you try again.");
  return unsureWords(error, mayBe);
}
