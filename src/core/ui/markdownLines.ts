import { l10n } from "vscode";
import type { TextOptions } from "./form.ts";

/** Returns the options of a prompt for a description, which may have several lines. */
export const descriptionLines = (): NonNullable<TextOptions["lines"]> => ({
  language: "markdown",
  placeholder: l10n.t("Write the description in the editor, then select Use This Description"),
  take: l10n.t("Use This Description"),
});

/** Returns the prompt for a description. */
export const descriptionPrompt = (): string =>
  l10n.t("Description in Markdown. The pencil button opens an editor for several lines.");
