import { type CancellationToken, type Hover, languages, type Position, type TextDocument } from "vscode";
import type { Disposable } from "../../../core/base/disposable.ts";
import { onceLoaded } from "../../../core/base/onceLoaded.ts";
import type { Context } from "../../../core/context.ts";
import type { Load } from "../../../core/feature.ts";
import type { UserCards } from "./cards.ts";

/** Tells who is mentioned at a place of a document; undefined for nobody. */
export type UserHover = (
  document: TextDocument,
  position: Position,
  token: CancellationToken,
) => Promise<Hover | undefined>;

/** Languages of texts that people write for people: in those of programs an at-sign means something else. */
const prose = ["markdown", "plaintext", "git-commit", "asciidoc", "restructuredtext", "codeowners"];

interface UsersCode {
  readonly UserCards: typeof UserCards;
  readonly userHover: (context: Context, cards: () => Promise<UserCards>) => UserHover;
}

/** What is known of users, and their cards above mentions of them. All of it is loaded when it is first needed. */
export class UsersOnDemand implements Disposable {
  /** What is known of users, for whoever shows them. */
  readonly cards: () => Promise<UserCards>;
  private readonly registered: Disposable;

  /** @param load the code of people */
  constructor(context: Context, load: Load<UsersCode>) {
    this.cards = onceLoaded(async () => new (await load()).UserCards());
    const hover = onceLoaded(async () => (await load()).userHover(context, this.cards));
    this.registered = languages.registerHoverProvider(prose, {
      provideHover: async (document, position, token) =>
        document.lineAt(position).text.includes("@") ? (await hover())(document, position, token) : undefined,
    });
  }

  dispose(): void {
    this.registered.dispose();
  }
}
