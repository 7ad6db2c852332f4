import type { UserSummary } from "../../../api/resources/userTypes.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import { emojiNames } from "../../../core/people/emoji.ts";
import { namesOf, ProjectMembers } from "../../../core/people/projectMembers.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { mostOffers, type Offer, type TypedWord } from "../../../core/webview/completionMessages.ts";

/** Finds what completes `@usernames` and `:emoji:` in comments and descriptions. */
export class CommentOffers {
  private readonly members: ProjectMembers;

  constructor(context: Pick<Context, "connections" | "polling" | "report">) {
    this.members = new ProjectMembers(context);
  }

  /**
   * Returns what is offered for a word: people whatever letters their names have, and emoji with the letters.
   * @param involved people who take part, offered first
   */
  async find(
    scope: ProjectScope,
    { sign, word }: TypedWord,
    involved: Iterable<UserSummary>,
    signal: AbortSignal,
  ): Promise<readonly Offer[]> {
    if (sign === ":") return emojiOffers(word.toLowerCase());
    const people = new Map<string, UserSummary>();
    const add = (person: UserSummary): void => {
      if (person.username) people.set(person.username, person);
    };
    for (const person of involved) add(person);
    // Who takes part is offered without a request. An empty list would not be asked for again while a name is typed.
    if (word !== "" || people.size === 0)
      for (const member of await this.members.find(scope, word, signal)) add(member);
    return [...people.values()].map(personOffer);
  }
}

const personOffer = (person: UserSummary): Offer => ({
  text: `@${person.username} `,
  label: `@${plainText(person.username, 100)}`,
  detail: plainText(person.name, 100),
  // By either name, as the host finds people.
  names: namesOf(person),
});

async function emojiOffers(letters: string): Promise<readonly Offer[]> {
  const found = (await emojiNames()).find(letters);
  return found
    .slice(0, mostOffers)
    .map(({ emoji, name }) => ({ text: `:${name}: `, label: `:${name}:`, detail: emoji, names: name }));
}
