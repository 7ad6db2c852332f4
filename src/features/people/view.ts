import type { Connection } from "../../core/connections.ts";
import { FolderViewModel } from "../../core/tree/folders.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { Open, ViewContext } from "../../core/tree/viewModel.ts";
import { MeFolder } from "./me/view.ts";
import type { PeopleNode } from "./nodes.ts";
import type { UserCards } from "./users/cards.ts";
import { UsersFolder } from "./users/folder.ts";

/** The People view: what concerns oneself, and the users of the host of the open project. */
export type PeopleView = ProjectView<PeopleNode, PeopleViewModel>;

/** @param cards what is known of users */
export const openPeople =
  (cards: UserCards): Open<PeopleNode, PeopleViewModel> =>
  (_project, connection, view) =>
    new PeopleViewModel(connection, view, cards);

class PeopleViewModel extends FolderViewModel<PeopleNode> {
  /** People belong to no project: every write on the host counts. */
  readonly everywhere = true;
  override readonly still = false;
  readonly users: UsersFolder;

  constructor(connection: Connection, view: ViewContext<PeopleNode>, cards: UserCards) {
    const users = new UsersFolder(connection, view, cards);
    super(view, [new MeFolder(connection, view), users]);
    this.users = users;
  }

  override refresh(signal: AbortSignal): Promise<void> {
    this.view.pollHandle.loaded();
    return super.refresh(signal);
  }
}
