import { l10n } from "vscode";
import type { Project } from "../../../api/resources/extraTypes.ts";
import { isUnencrypted } from "../../../core/base/instanceUrl.ts";
import type { Context } from "../../../core/context.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { RemoteSource } from "../../../git/gitExtension.ts";
import { parseRemote } from "../../../git/remotes.ts";

/** Returns the account's projects on a host, latest first. @throws Error whose message VS Code shows in the list */
export async function searchProjects(context: Context, instance: string, query: string): Promise<RemoteSource[]> {
  const search = query.trim();
  try {
    const { items } = await context.connections
      .get(instance)
      .client.extras.projects(search === "" ? {} : { search }, { perPage: 50 })
      .page();
    return items.flatMap((project) => sourceOf(project));
  } catch (error) {
    context.report.background(error, "List projects to clone");
    throw new Error(l10n.t("The projects could not be listed. {0}", describeError(error).message), { cause: error });
  }
}

function sourceOf(project: Project): RemoteSource[] {
  const url = [project.http_url_to_repo, project.ssh_url_to_repo].flatMap((text) => cloneUrl(text ?? "") ?? []);
  if (url.length === 0) return [];
  const description = plainText(project.description ?? "", 100);
  return [
    {
      name: plainText(project.path_with_namespace, 200),
      ...(description === "" ? {} : { description }),
      icon: "repo",
      url,
    },
  ];
}

/**
 * Returns a URL that git may clone from, without credentials: git's other transports run programs that the URL names, and a leading
 * hyphen makes an option of it.
 */
export function cloneUrl(text: string): string | undefined {
  if (/^-|\s|@-/.test(text) || parseRemote(text) === undefined) return undefined;
  if (!/^https?:/i.test(text)) return text;
  const url = new URL(text);
  url.username = "";
  url.password = "";
  return isUnencrypted(url.href) ? undefined : url.href;
}
