import { type CancellationToken, type Hover, languages, type Position, type TextDocument } from "vscode";
import type { Disposable } from "../../../core/base/disposable.ts";
import { onceLoaded } from "../../../core/base/onceLoaded.ts";
import type { Context } from "../../../core/context.ts";
import type { Load } from "../../../core/feature.ts";
import type { UserCards } from "./cards.ts";

/** Returns the card of the user mentioned at a position; undefined without a mention. */
export type UserHover = (
  document: TextDocument,
  position: Position,
  token: CancellationToken,
) => Promise<Hover | undefined>;

/** Languages of prose; in source code an `@` has other meanings. */
const prose = ["markdown", "plaintext", "git-commit", "asciidoc", "restructuredtext", "codeowners"];

interface UsersCode {
  readonly UserCards: typeof UserCards;
  readonly userHover: (context: Context, cards: () => Promise<UserCards>) => UserHover;
}

/** The cards of users, also as hovers over mentions; their code is loaded on first use. */
export class UsersOnDemand implements Disposable {
  readonly cards: () => Promise<UserCards>;
  private readonly registered: Disposable;

  /** @param load loads the code of the feature */
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
