import { l10n, ThemeIcon } from "vscode";
import { inputText } from "../../../core/ui/form.ts";
import { pickOne, type Row, separator } from "../../../core/ui/pick.ts";
import { GoBack, onlyStep } from "../../../core/ui/quickInput.ts";
import { defaultEmoji, type EmojiNames, isEmojiName } from "./emoji.ts";

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
      placeholder: l10n.t("Emoji, found by its name or by what it shows"),
      choices: rows(names),
      active: (value) => value !== "byName" && value.emoji === present,
    });
    if (answer !== "byName") return answer.emoji;
    try {
      const name = await inputText({
        title,
        place: onlyStep(title),
        prompt: l10n.t("Name of an emoji that the host knows, without colons"),
        value: present !== undefined && names.glyph(present) === undefined ? present : "",
        validate: (text) =>
          isEmojiName(withoutColons(text))
            ? undefined
            : l10n.t("Names of emoji are made of small letters, digits, _, + and -."),
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
      label: l10n.t("Left to the Host"),
      description: l10n.t("{0} for a message alone", `${names.shown(defaultEmoji)} ${defaultEmoji}`),
      iconPath: new ThemeIcon("comment"),
      value: { emoji: undefined },
    },
    {
      label: l10n.t("No Emoji"),
      description: l10n.t("an empty one, where the host allows it"),
      iconPath: new ThemeIcon("circle-slash"),
      value: { emoji: "" },
    },
    {
      label: l10n.t("Another by Its Name…"),
      description: l10n.t("such as the host's own"),
      iconPath: new ThemeIcon("edit"),
      value: "byName",
    },
    ...known,
  ];
}
