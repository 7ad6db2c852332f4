import { ThemeIcon } from "vscode";
import type { WikiFormat } from "../../../api/resources/wikis.ts";
import { pagePath } from "../../../core/addresses/wiki.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import type { Place } from "../../../core/ui/quickInput.ts";
import { formatName, pageIcon } from "../items.ts";

/** The formats of pages, the usual one first. */
export const wikiFormats: readonly WikiFormat[] = ["markdown", "asciidoc", "org", "rdoc"];

/** Asks for the format of a page. @throws CancelledError, GoBack */
export function pickFormat(options: {
  readonly title: string;
  readonly placeholder: string;
  readonly present: WikiFormat;
  readonly place?: Place;
}): Promise<WikiFormat> {
  const { present, ...rest } = options;
  return pickOne<WikiFormat>({
    ...rest,
    active: (format) => format === present,
    choices: wikiFormats.map((format) => ({
      label: formatName(format),
      description: pagePath({ slug: "", format }).slice(1),
      iconPath: new ThemeIcon(pageIcon({ slug: "", format })),
      value: format,
    })),
  });
}
