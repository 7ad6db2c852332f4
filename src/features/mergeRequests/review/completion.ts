import {
  type CancellationToken,
  CompletionItem,
  CompletionItemKind,
  CompletionList,
  type CompletionItemProvider,
  type Position,
  Range,
  type TextDocument,
  type Uri,
} from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { UserSummary } from "../../../api/resources/userTypes.ts";
import type { Context } from "../../../core/context.ts";
import { emojiNames } from "../../../core/people/emoji.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { Discussions } from "./discussions.ts";
import type { MergeRequestPlace } from "./place.ts";

/** Limit of emoji that are offered at a time. */
const maxEmoji = 50;

/** Completes `@usernames` and `:emoji:` in the boxes of comments. */
export class CommentCompletion implements CompletionItemProvider {
  private readonly context: Pick<Context, "connections" | "polling" | "report">;
  private readonly discussions: Discussions;
  private readonly place: (box: Uri) => MergeRequestPlace | undefined;

  /** @param place returns the merge request that is commented on in a box */
  constructor(
    context: Pick<Context, "connections" | "polling" | "report">,
    discussions: Discussions,
    place: (box: Uri) => MergeRequestPlace | undefined,
  ) {
    this.context = context;
    this.discussions = discussions;
    this.place = place;
  }

  async provideCompletionItems(
    document: TextDocument,
    position: Position,
    token: CancellationToken,
  ): Promise<CompletionList | undefined> {
    const place = this.place(document.uri);
    if (!place) return undefined;
    const before = document.lineAt(position.line).text.slice(0, position.character);
    const typed = /(?:^|[\s([])([@:])([\w.+-]*)$/.exec(before);
    const [, sign, word] = typed ?? [];
    if (sign === undefined || word === undefined) return undefined;
    const range = new Range(position.translate(0, -word.length - 1), position);
    if (sign === ":") return emojiItems(word.toLowerCase(), range);
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => controller.abort());
    try {
      return await this.people(place, word, range, controller.signal);
    } finally {
      subscription.dispose();
    }
  }

  private async people(
    place: MergeRequestPlace,
    word: string,
    range: Range,
    signal: AbortSignal,
  ): Promise<CompletionList> {
    const people = new Map<string, UserSummary>();
    for (const { notes } of this.discussions.known(place)?.discussions ?? [])
      for (const { author } of notes) if (author?.username) people.set(author.username, author);
    // Who takes part is offered without a request. An empty list would not be asked for again while a name is typed.
    if (word !== "" || people.size === 0)
      for (const member of await this.members(place, word, signal))
        if (member.username) people.set(member.username, member);
    return new CompletionList(
      [...people.values()].map((person) => personItem(person, range)),
      true,
    );
  }

  /** Returns the members of the project with a word in their names; none while requests are paused, or if they cannot be read. */
  private async members(
    { instance, project }: MergeRequestPlace,
    word: string,
    signal: AbortSignal,
  ): Promise<readonly UserSummary[]> {
    const { client } = this.context.connections.get(instance);
    if (this.context.polling.silentUntil(instance) !== undefined) return [];
    try {
      if (client.extras.available("members") !== false)
        return (await client.extras.members(project, { query: word || undefined }, { perPage: 20, signal }).page())
          .items;
    } catch (error) {
      if (!(error instanceof ApiError) || client.extras.available("members") !== false) {
        this.context.report.background(error, "Look for members of a project");
        return [];
      }
    }
    try {
      return (await client.users.list({ search: word || undefined }, { perPage: 20, signal }).page()).items;
    } catch (error) {
      this.context.report.background(error, "Look for users");
      return [];
    }
  }
}

function personItem({ username, name }: UserSummary, range: Range): CompletionItem {
  const item = new CompletionItem(
    { label: `@${plainText(username, 100)}`, description: plainText(name, 100) },
    CompletionItemKind.User,
  );
  item.insertText = `@${username} `;
  // By either name, as the host finds people.
  item.filterText = `@${username} ${name}`;
  item.range = range;
  return item;
}

async function emojiItems(word: string, range: Range): Promise<CompletionList> {
  const found = (await emojiNames()).all.flatMap(({ emoji, names }) =>
    names.filter((name) => name.includes(word)).map((name) => ({ emoji, name })),
  );
  const first = found.toSorted((one, other) => Number(other.name.startsWith(word)) - Number(one.name.startsWith(word)));
  const items = first.slice(0, maxEmoji).map(({ emoji, name }, at) => {
    const item = new CompletionItem({ label: `:${name}:`, description: emoji }, CompletionItemKind.Text);
    item.insertText = `:${name}: `;
    item.filterText = `:${name}`;
    item.sortText = String(at).padStart(3, "0");
    item.range = range;
    return item;
  });
  return new CompletionList(items, found.length > maxEmoji);
}
