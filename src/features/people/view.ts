import type { Change } from "../../core/changes.ts";
import type { Connection } from "../../core/connections.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import { MeSection } from "./me/view.ts";
import type { PeopleNode } from "./nodes.ts";
import type { PeopleSection } from "./section.ts";
import type { UserCards } from "./users/cards.ts";
import { UserSection } from "./users/folder.ts";

/** The People view: what concerns oneself, and the users of the host of the open project. */
export type PeopleView = ProjectView<PeopleNode, PeopleContents>;

/** @param cards what is known of users */
export const openPeople =
  (cards: UserCards): Open<PeopleNode, PeopleContents> =>
  (_project, connection, frame) =>
    new PeopleContents(connection, frame, cards);

/** What the view needs of either folder. */
type Section = Omit<PeopleSection<PeopleNode>, "kinds">;

/** The folders of the People view, each of which looks after itself. */
export class PeopleContents implements ViewModel<PeopleNode> {
  readonly renderers: NodeRenderers<PeopleNode>;
  /** People belong to no project: every write on the host counts. */
  readonly everywhere = true;
  readonly me: MeSection;
  readonly users: UserSection;
  private readonly frame: ViewContext<PeopleNode>;

  constructor(connection: Connection, frame: ViewContext<PeopleNode>, cards: UserCards) {
    this.frame = frame;
    this.me = new MeSection(connection, frame);
    this.users = new UserSection(connection, frame, cards);
    this.renderers = { ...this.me.kinds, ...this.users.kinds };
  }

  get running(): boolean {
    return this.sections().some(({ running }) => running === true);
  }

  get filterText(): string | undefined {
    return this.users.filterText;
  }

  get badge(): { readonly value: number; readonly tooltip: string } | undefined {
    return this.sections().find(({ badge }) => badge !== undefined)?.badge;
  }

  roots(): readonly PeopleNode[] {
    return this.sections().flatMap((section) => section.root() ?? []);
  }

  async poll(signal: AbortSignal): Promise<void> {
    for (const section of this.sections()) if (section.poll) return section.poll(signal);
  }

  async refresh(signal: AbortSignal): Promise<void> {
    this.frame.seat.loaded();
    // Failures are told in the view.
    await Promise.allSettled(this.sections().map((section) => section.refresh(signal)));
  }

  written(change: Change): void {
    for (const section of this.sections()) section.written?.(change);
  }

  dispose(): void {
    for (const section of this.sections()) section.dispose?.();
  }

  private sections(): readonly Section[] {
    return [this.me, this.users];
  }
}
