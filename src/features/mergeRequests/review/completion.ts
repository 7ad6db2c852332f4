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
import { authorsOf } from "../../../core/mergeRequests/review/conversation.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { typedWord } from "../../../core/webview/completionMessages.ts";
import type { Discussions } from "./discussions.ts";
import type { CommentOffers } from "./offers.ts";

/** Completes `@usernames` and `:emoji:` in the boxes of comments. */
export class CommentCompletion implements CompletionItemProvider {
  private readonly offers: CommentOffers;
  private readonly discussions: Pick<Discussions, "known">;
  private readonly place: (box: Uri) => MergeRequestPlace | undefined;

  /** @param place returns the merge request that is commented on in a box */
  constructor(
    offers: CommentOffers,
    discussions: Pick<Discussions, "known">,
    place: (box: Uri) => MergeRequestPlace | undefined,
  ) {
    this.offers = offers;
    this.discussions = discussions;
    this.place = place;
  }

  async provideCompletionItems(
    document: TextDocument,
    position: Position,
    token: CancellationToken,
  ): Promise<CompletionList | undefined> {
    const place = this.place(document.uri);
    const typed = place && typedWord(document.lineAt(position.line).text.slice(0, position.character));
    if (!typed) return undefined;
    const range = new Range(position.translate(0, -typed.word.length - 1), position);
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => controller.abort());
    try {
      const involved = authorsOf(this.discussions.known(place));
      const offers = await this.offers.find(place, typed, involved, controller.signal);
      const items = offers.map(({ text, label, detail, names }, at) => {
        const item = new CompletionItem(
          { label, description: detail },
          typed.sign === "@" ? CompletionItemKind.User : CompletionItemKind.Text,
        );
        item.insertText = text;
        item.filterText = `${typed.sign}${names}`;
        item.sortText = String(at).padStart(3, "0");
        item.range = range;
        return item;
      });
      // There may be others for further letters.
      return new CompletionList(items, true);
    } finally {
      subscription.dispose();
    }
  }
}
