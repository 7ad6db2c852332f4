import { l10n } from "vscode";
import type { Client } from "../../../../api/client.ts";
import { UserError } from "../../../../core/base/errors.ts";
import type { ProjectScope } from "../../../../core/base/refs.ts";
import type { Context } from "../../../../core/context.ts";
import { cloneOf } from "../../../../git/clone.ts";
import { gitProgram, requireGit } from "../../../../git/program.ts";
import { openRepositoryGit, type RepositoryGit } from "../repositoryGit.ts";

/** The clone that files are committed from, and the project that they go to. */
export interface CommitSite {
  readonly scope: ProjectScope;
  readonly git: RepositoryGit;
  /** The clone's remote of the project. */
  readonly remote?: string;
  /** The branch that is checked out, by its name on the host. */
  readonly branch?: string;
  /** Returns the client. @throws AccountChangedError if the account changed while a form was open */
  client(): Client;
}

/**
 * Returns the site of a project.
 * @param given default: the open project
 * @throws UserError when no clone of it is open
 */
export function commitSite(context: Context, given?: ProjectScope): CommitSite {
  const { project: open } = context.current.require();
  const scope = given ?? { instance: open.instance, project: open.project };
  requireGit();
  const clone = cloneOf(context, scope);
  if (clone === undefined) {
    throw new UserError(l10n.t("Open a clone of the project to do this."), {
      action: { title: l10n.t("Select Project…"), command: "forgeline.selectProject" },
    });
  }
  const here = clone.root === open.root;
  return {
    scope: { instance: scope.instance, project: scope.project },
    git: openRepositoryGit(clone.root, gitProgram),
    ...(clone.remote === undefined ? {} : { remote: clone.remote }),
    ...(here && open.branch !== undefined ? { branch: open.branch } : {}),
    client: () => context.connections.get(scope.instance).client,
  };
}
