import { l10n, ThemeIcon } from "vscode";
import { defaultEmoji, type EmojiNames, isEmojiName } from "../../../core/people/emoji.ts";
import { inputText } from "../../../core/ui/form.ts";
import { pickOne, type Row, separator } from "../../../core/ui/pick.ts";
import { GoBack, onlyStep } from "../../../core/ui/quickInput.ts";

type Answer = { readonly emoji: string | undefined } | "byName";

/**
 * Asks for an emoji.
 * @returns its name, empty for none, undefined for the host's default
 * @throws CancelledError, GoBack
 */
export async function pickEmoji(names: EmojiNames, present: string | undefined): Promise<string | undefined> {
  const title = l10n.t("Emoji");
  for (;;) {
    const answer: Answer = await pickOne<Answer>({
      title,
      place: onlyStep(title),
      placeholder: l10n.t("Search emoji by name or meaning"),
      choices: rows(names),
      active: (value) => value !== "byName" && value.emoji === present,
    });
    if (answer !== "byName") return answer.emoji;
    try {
      const name = await inputText({
        title,
        place: onlyStep(title),
        prompt: l10n.t("Enter the name of an emoji of the host, without colons"),
        value: present !== undefined && names.glyph(present) === undefined ? present : "",
        validate: (text) =>
          isEmojiName(withoutColons(text)) ? undefined : l10n.t("Use only lowercase letters, digits, _, + and -."),
      });
      return withoutColons(name);
    } catch (error) {
      if (!(error instanceof GoBack)) throw error;
    }
  }
}

const withoutColons = (text: string): string => text.trim().replace(/^:|:$/g, "");

function rows(names: EmojiNames): Row<Answer>[] {
  let category = "";
  const known = names.all.flatMap(
    ({ emoji, names: [name = "", ...others], description, tags, category: next }): Row<Answer>[] => {
      const row: Row<Answer> = {
        label: `${emoji} ${name}`,
        description: [...new Set([description, ...others, ...tags])].join(" · "),
        value: { emoji: name },
      };
      if (next === category) return [row];
      category = next;
      return [separator(next), row];
    },
  );
  return [
    {
      label: l10n.t("Default of the Host"),
      description: l10n.t("{0} if there is only a message", `${names.shown(defaultEmoji)} ${defaultEmoji}`),
      iconPath: new ThemeIcon("comment"),
      value: { emoji: undefined },
    },
    {
      label: l10n.t("No Emoji"),
      description: l10n.t("if the host allows it"),
      iconPath: new ThemeIcon("circle-slash"),
      value: { emoji: "" },
    },
    {
      label: l10n.t("Other…"),
      description: l10n.t("for example a custom emoji of the host"),
      iconPath: new ThemeIcon("edit"),
      value: "byName",
    },
    ...known,
  ];
}
