import { l10n, type Uri } from "vscode";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";
import type { SnippetsContext } from "../context.ts";
import { snippetName } from "../labels.ts";
import { pickSnippet } from "../pick.ts";
import type { SnippetRef } from "../refs.ts";

/** Shows the user agent and IP address that created a snippet, for administrators. */
export async function userAgentDetails(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  const { instance, snippet } = await pickSnippet(context, given, {
    title: l10n.t("Show User Agent Details"),
    placeholder: l10n.t("Select a snippet"),
  });
  const host = instanceHost(instance);
  const details = await withProgress(l10n.t("Loading user agent details of “{0}”…", snippetName(snippet)), (signal) =>
    withRefusals(
      {
        forbidden: () => l10n.t("Only administrators of {0} can see user agent details.", host),
        notFound: () => l10n.t("{0} has no user agent details of “{1}”.", host, snippetName(snippet)),
      },
      () => context.connections.get(instance).client.snippets.userAgentDetail(snippet.id, { signal }),
    ),
  );
  const yesNo =
    details.spamfilter_submitted === null
      ? l10n.t("unknown")
      : details.spamfilter_submitted
        ? l10n.t("yes")
        : l10n.t("no");
  const lines = [
    [l10n.t("Snippet"), `${snippet.id} ${snippet.title}`],
    [l10n.t("Author"), snippet.author?.username],
    [l10n.t("User agent"), details.user_agent],
    [l10n.t("IP address"), details.ip_address],
    [l10n.t("Submitted to Akismet"), yesNo],
  ];
  const body = lines.map(([name, value]) => `${name ?? ""}: ${plainText(value ?? l10n.t("unknown"), 400)}\n`).join("");
  await context.texts.show(`${l10n.t("Snippet {0} User Agent", snippet.id)}.txt`, body);
}
