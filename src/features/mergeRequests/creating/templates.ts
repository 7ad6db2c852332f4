import path from "node:path";
import { FileType, l10n, ThemeIcon, Uri, workspace } from "vscode";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import { isNamedInside } from "../../../core/files/namedFile.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { cloneOf } from "../../../git/clone.ts";

/** A template for descriptions. */
export interface Template {
  readonly name: string;
  readonly read: (signal: AbortSignal) => Promise<string>;
}

/** Folder of the templates in a repository. */
const folder = ".gitlab/merge_request_templates";

/** Returns the templates of the target project; on hosts without the route, those in the clone's files. @throws ApiError */
export async function templatesOf(
  context: Context,
  target: ProjectScope,
  here: ProjectScope,
  signal: AbortSignal,
): Promise<readonly Template[]> {
  const { extras } = context.connections.get(target.instance).client;
  if (extras.available("mergeRequestTemplates") !== false) {
    try {
      const { items } = await extras.mergeRequestTemplates(target.project, { perPage: 100, signal }).page();
      return items.map(({ key, name }) => ({
        name,
        read: async (reading) => (await extras.mergeRequestTemplate(target.project, key, { signal: reading })).content,
      }));
    } catch (error) {
      if (isCancelled(error) || extras.available("mergeRequestTemplates") !== false) throw error;
    }
  }
  const clone = cloneOf(context, here);
  if (clone === undefined || !(await isNamedInside(clone.root, folder))) return [];
  const at = Uri.file(path.join(clone.root, folder));
  const files = await workspace.fs.readDirectory(at).then(undefined, () => []);
  return files
    .filter(([name, type]) => type === FileType.File && name.endsWith(".md"))
    .map(([name]) => ({
      name: name.slice(0, -".md".length),
      read: async () => new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(at, name))),
    }));
}

/** Returns the text that new merge requests of the project start with: hosts use the template of this name. */
export async function defaultTemplate(
  context: Context,
  target: ProjectScope,
  here: ProjectScope,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const templates = await templatesOf(context, target, here, signal);
    return await templates.find(({ name }) => name.toLowerCase() === "default")?.read(signal);
  } catch (error) {
    if (isCancelled(error)) throw error;
    context.report.background(error, "Read the default template of a project");
    return undefined;
  }
}

/** Asks for a template and returns its text. @throws CancelledError, UserError, ApiError */
export async function pickTemplate(context: Context, target: ProjectScope, here: ProjectScope): Promise<string> {
  const title = l10n.t("Insert Template");
  const templates = await withProgress(l10n.t("Loading templates…"), (signal) =>
    templatesOf(context, target, here, signal),
  );
  if (templates.length === 0)
    throw new UserError(
      l10n.t(
        "{0} has no templates for merge requests. Templates are Markdown files in {1} on the default branch.",
        plainText(String(target.project), 100),
        folder,
      ),
    );
  const template = await pickOne<Template>({
    title,
    placeholder: l10n.t("Select a template to insert into the description"),
    choices: templates.map((one) => ({
      label: plainText(one.name, 100),
      iconPath: new ThemeIcon("markdown"),
      value: one,
    })),
  });
  return withProgress(l10n.t("Loading template “{0}”…", plainText(template.name, 100)), (signal) =>
    template.read(signal),
  );
}
