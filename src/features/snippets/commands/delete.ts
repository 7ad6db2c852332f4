import { l10n, type Uri, workspace } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { foundGone } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { notice } from "../../../core/ui/notice.ts";
import { snippetChange } from "../change.ts";
import { fileListOf } from "../contents.ts";
import type { SnippetsContext } from "../context.ts";
import { snippetName } from "../labels.ts";
import { pickSnippet, type PickedSnippet } from "../pick.ts";
import type { SnippetRef } from "../refs.ts";

/** Deletes a snippet after confirmation. */
export async function remove(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const picked = await pickSnippet(context, given, {
    title: l10n.t("Delete Snippet"),
    placeholder: l10n.t("Select a snippet to delete"),
    own: true,
  });
  const { instance, snippet, files } = picked;
  const [name, count] = [snippetName(snippet), fileListOf(snippet).files.length];
  const question =
    count === 1
      ? l10n.t("Delete the snippet “{0}” on {1}?", name, instanceHost(instance))
      : l10n.t("Delete the snippet “{0}” with its {1} files on {2}?", name, count, instanceHost(instance));
  const detail = [
    l10n.t("Its files and history are deleted, and links to it stop working. This cannot be undone."),
    ...unsentWarning(picked),
  ];
  await confirm(context, picked, { question, detail, buttons: [l10n.t("Delete")] });
  try {
    const { snippets } = context.connections.get(instance).client;
    await runWrite(
      context,
      l10n.t("Deleting “{0}”…", name),
      snippetChange(instance, snippet.id),
      (signal) => snippets.delete(snippet.id, { signal }),
      { find: (signal) => foundGone(snippets.get(snippet.id, { signal })) },
    );
  } catch (error) {
    // Another client deleted it first.
    if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
  }
  await files.forgetSnippet({ instance, id: snippet.id });
  notice(l10n.t("Deleted “{0}”.", name));
}

/** Returns a warning if unsent text would be lost. */
function unsentWarning({ instance, snippet, files }: PickedSnippet): string[] {
  const isOf = (uri: Uri): boolean => {
    const place = files.read(uri);
    return place?.instance === instance && place.id === snippet.id;
  };
  const dirty = workspace.textDocuments.some(({ isDirty, uri }) => isDirty && isOf(uri));
  return dirty || files.unsentPaths({ instance, id: snippet.id }).length > 0
    ? [l10n.t("Unsaved changes are lost too.")]
    : [];
}
