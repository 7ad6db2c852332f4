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
    placeholder: l10n.t("Snippet that is meant"),
  });
  const host = instanceHost(instance);
  const details = await withProgress(l10n.t("Asking who made “{0}”…", snippetName(snippet)), (signal) =>
    withRefusals(
      {
        forbidden: () =>
          l10n.t("Only administrators of {0} are told with what and from where a snippet was made.", host),
        notFound: () => l10n.t("{0} does not know with what “{1}” was made.", host, snippetName(snippet)),
      },
      () => context.connections.get(instance).client.snippets.userAgentDetail(snippet.id, { signal }),
    ),
  );
  const yesNo =
    details.spamfilter_submitted === null
      ? l10n.t("not told")
      : details.spamfilter_submitted
        ? l10n.t("yes")
        : l10n.t("no");
  const lines = [
    [l10n.t("Snippet"), `${snippet.id} ${snippet.title}`],
    [l10n.t("Author"), snippet.author?.username],
    [l10n.t("User agent"), details.user_agent],
    [l10n.t("IP address"), details.ip_address],
    [l10n.t("Reported to the spam filter"), yesNo],
  ];
  const body = lines.map(([name, value]) => `${name ?? ""}: ${plainText(value ?? l10n.t("not told"), 400)}\n`).join("");
  await context.texts.show(`${l10n.t("Snippet {0} User Agent", snippet.id)}.txt`, body);
}
