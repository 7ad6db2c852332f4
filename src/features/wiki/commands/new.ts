import { l10n, type Uri } from "vscode";
import type { WikiFormat } from "../../../api/resources/wikis.ts";
import { slugOf } from "../../../core/addresses/wiki.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { asText } from "../../../core/base/stored.ts";
import { inputText, runForm } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { WikiContext } from "../context.ts";
import { folderOf } from "../nodes.ts";
import { knownPages, ofDocument, openWiki, pageName } from "../pick.ts";
import type { WikiPageRef } from "../refs.ts";
import { tidyTitle } from "../titles.ts";
import { pickFormat, wikiFormats } from "./format.ts";
import { showPage } from "./open.ts";
import { titleProblemText } from "./title.ts";

const formatKey = "forgeline.wikiFormat";
const titles: DraftKind<string> = { name: "wikiTitle", parse: asText };

interface NewPage {
  readonly title: string;
  readonly format: WikiFormat;
}

/**
 * Asks for a title and opens the new page in an editor. The first save creates it on the host; until then it is a
 * draft, listed among the other pages.
 * @param given a row or document; the page is created below a folder or page, and beside a document
 */
export async function create(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const title = l10n.t("Create Wiki Page");
  const files = await context.files.load();
  const { scope, folder } =
    given === undefined
      ? { scope: openWiki(context), folder: "" }
      : "slug" in given
        ? { scope: given, folder: given.slug }
        : beside(ofDocument(files, given));
  const known = await withProgress(l10n.t("Loading the wiki…"), (signal) => knownPages(context, scope, signal));
  const taken = new Set(known.items.map(({ slug }) => slug));
  const remembered = wikiFormats.find((format) => format === context.memory.get(formatKey)) ?? "markdown";
  const titleKey = `${scope.instance} ${scope.project}`;
  const kept = context.drafts.get(titles, titleKey);
  const start = folder === "" ? "" : `${folder}/`;
  // The draft of an earlier title; else "home", the page that hosts show first.
  const first = kept?.startsWith(start) === true ? kept : start || (taken.size === 0 ? "home" : "");
  const page = await runForm<NewPage>(title, { title: first, format: remembered }, [
    {
      ask: async (place, values) => {
        const typed = await inputText({
          title,
          place,
          prompt: l10n.t("Enter the title of the page. Use / to put it in a folder"),
          value: values.title,
          selection: [values.title.length, values.title.length],
          validate: (text) => titleProblemText(text, taken),
          onType: (text) => void context.drafts.keepQuietly(titles, titleKey, text.trim() === "" ? undefined : text),
        });
        return { ...values, title: tidyTitle(typed) };
      },
    },
    {
      ask: async (place, values) => ({
        ...values,
        format: await pickFormat({
          title,
          placeholder: l10n.t("Select the format of the page"),
          present: values.format,
          place,
        }),
      }),
    },
  ]);
  await context.memory.update(formatKey, page.format);
  await begin(context, scope, page);
  await context.drafts.keepQuietly(titles, titleKey, undefined);
}

async function begin(
  context: WikiContext,
  { instance, project }: ProjectScope,
  { title, format }: NewPage,
): Promise<void> {
  const files = await context.files.load();
  const slug = slugOf(title);
  const uri = files.uriOf({ instance, project }, { slug, format });
  await files.texts.begin(uri);
  await showPage(context, { ...ofDocument(files, uri), instance, project });
  notice(l10n.t("“{0}” is not on the host yet. Save it to send it.", pageName({ title })));
}

const beside = ({
  instance,
  project,
  slug,
}: ProjectScope & { readonly slug: string }): { scope: ProjectScope; folder: string } => ({
  scope: { instance, project },
  folder: folderOf(slug),
});
