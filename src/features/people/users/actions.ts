import { env, l10n, window } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { WebRef } from "../../../core/base/refs.ts";
import { copyPageLink, openPage } from "../../../core/commands/links.ts";
import type { Context } from "../../../core/context.ts";
import type { UserRef } from "../../../core/people/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { pickUser } from "./pick.ts";

const mentionOf = ({ user }: UserRef): string => `@${user.username}`;

export async function copyMention(context: Context, given?: UserRef): Promise<void> {
  const ref = await pickUser(context, given, {
    title: l10n.t("Copy User Mention"),
    placeholder: l10n.t("Select a user by name, @username or ID"),
  });
  await env.clipboard.writeText(mentionOf(ref));
  notice(l10n.t("Copied {0}.", mentionOf(ref)));
}

/** Inserts `@username` at the cursors of the active editor, replacing selections, as one undo step. */
export async function insertMention(context: Context, given?: UserRef): Promise<void> {
  const editor = window.activeTextEditor;
  if (!editor) throw new UserError(l10n.t("Open a file and place the cursor where to insert the mention."));
  const ref = await pickUser(context, given, {
    title: l10n.t("Insert User Mention"),
    placeholder: l10n.t("Select a user to mention by name, @username or ID"),
  });
  const { selections } = editor;
  const done = await editor.edit((edit) => {
    for (const selection of selections) edit.replace(selection, mentionOf(ref));
  });
  if (!done) throw new UserError(l10n.t("This editor is read-only."));
}

/** Opens the web page of a user's profile. */
export async function openInBrowser(context: Context, given?: UserRef): Promise<void> {
  await openPage(context, await profile(context, given, l10n.t("Open User Profile in Browser")));
}

/** Copies the URL of a user's profile. */
export async function copyLink(context: Context, given?: UserRef): Promise<void> {
  await copyPageLink(context, await profile(context, given, l10n.t("Copy User Profile Link")));
}

async function profile(context: Context, given: UserRef | undefined, title: string): Promise<WebRef> {
  const ref = await pickUser(context, given, {
    title,
    placeholder: l10n.t("Select a user by name, @username or ID"),
  });
  return { webUrl: ref.user.web_url || (await readPage(context, ref)) };
}

/** Reads the profile's address, which lists may leave out. @throws ApiError, and UserError when the host sends none */
async function readPage(context: Context, { instance, user }: UserRef): Promise<string> {
  const { client } = context.connections.get(instance);
  const { web_url: page } = await withProgress(l10n.t("Looking for the profile…"), (signal) =>
    client.users.get(user.id, {}, { signal }),
  );
  if (!page)
    throw new UserError(
      l10n.t(
        "The host returned no web address for @{1} on {0}.",
        instanceHost(instance),
        plainText(user.username, 120),
      ),
    );
  return page;
}
