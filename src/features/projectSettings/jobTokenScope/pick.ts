import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Change } from "../../../core/changes.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { OpenProject } from "../../../git/project.ts";
import { type JobTokenAccess, readJobTokenAccess } from "./read.ts";

/** Returns the change that a write to the job token scope announces. */
export const scopeChange = ({ instance, project }: ProjectScope): Change => ({
  instance,
  project,
  subject: "jobTokenScope",
});

/** Returns the project's name with its host. */
export const placeName = ({ instance, project, name }: OpenProject): string =>
  l10n.t("{0} on {1}", plainText(/^\d+$/.test(String(project)) ? name : String(project), 120), instanceHost(instance));

/** Reads the open project's job token access. @throws UserError if hidden from the account, ApiError */
export function readNow(
  context: Context,
): Promise<{ readonly project: OpenProject; readonly connection: Connection; readonly access: JobTokenAccess }> {
  const { project, connection } = context.current.require();
  return withProgress(l10n.t("Reading who could use a job token in {0}…", project.name), async (signal) => {
    const access = await readJobTokenAccess(connection, project, signal);
    if (access === "forbidden") throw forMaintainers(project);
    if (access === "notFound")
      throw new UserError(
        l10n.t(
          "{0} has no job token settings for {1}, or hides them from your account.",
          instanceHost(project.instance),
          project.name,
        ),
      );
    return { project, connection, access };
  });
}

/** Returns the error for accounts that are not maintainers. */
export const forMaintainers = (project: OpenProject, cause?: unknown): UserError =>
  new UserError(
    l10n.t(
      "Who could use a job token in {0} is for its maintainers to see and to change. Ask one of them, or switch the account.",
      placeName(project),
    ),
    { cause, action: { title: l10n.t("Switch Account"), command: "forgeline.switchAccount" } },
  );

/** Returns `forbidden` as an error about the account's role; other errors as they are. */
export const refusedForRole = (error: unknown, project: OpenProject): unknown =>
  error instanceof ApiError && error.kind === "forbidden" ? forMaintainers(project, error) : error;
