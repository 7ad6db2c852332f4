import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Change, JobTokenScopePart } from "../../../core/changes.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { OpenProject } from "../../../git/project.ts";
import { type AccessHidden, type JobTokenAccess, readJobTokenAccess, readLimited } from "./read.ts";

/** Returns the change that a write to the job token scope announces. */
export const scopeChange = ({ instance, project }: ProjectScope, part: JobTokenScopePart): Change => ({
  instance,
  project,
  subject: "jobTokenScope",
  part,
});

/** Returns the project's name with its host. */
export const placeName = ({ instance, project, name }: OpenProject): string =>
  l10n.t("{0} on {1}", plainText(/^\d+$/.test(String(project)) ? name : String(project), 120), instanceHost(instance));

/** Reads the open project's job token access. @throws UserError if hidden from the account, ApiError */
export function readNow(
  context: Context,
): Promise<{ readonly project: OpenProject; readonly connection: Connection; readonly access: JobTokenAccess }> {
  const { project, connection } = context.current.require();
  return withProgress(readingText(project), async (signal) => {
    const access = await readJobTokenAccess(connection, project, signal);
    if (typeof access === "string") throw hiddenError(access, project);
    return { project, connection, access };
  });
}

/** Reads whether job token access of the open project is limited. @throws UserError if hidden from the account, ApiError */
export function readLimitedNow(
  context: Context,
): Promise<{ readonly project: OpenProject; readonly connection: Connection; readonly limited: boolean }> {
  const { project, connection } = context.current.require();
  return withProgress(readingText(project), async (signal) => {
    try {
      return { project, connection, limited: await readLimited(connection, project, signal) };
    } catch (error) {
      if (!(error instanceof ApiError) || (error.kind !== "forbidden" && error.kind !== "notFound")) throw error;
      throw hiddenError(error.kind, project);
    }
  });
}

const readingText = ({ name }: OpenProject): string => l10n.t("Loading job token access of {0}…", name);

/** Returns the error for settings that are hidden from the account. */
const hiddenError = (why: AccessHidden, project: OpenProject): UserError =>
  why === "forbidden"
    ? forMaintainers(project)
    : new UserError(
        l10n.t(
          "{0} does not support job token settings for {1}, or hides them from your account.",
          instanceHost(project.instance),
          project.name,
        ),
      );

/** Returns the error for accounts that are not maintainers. */
export const forMaintainers = (project: OpenProject, cause?: unknown): UserError =>
  new UserError(
    l10n.t(
      "Only maintainers of {0} can view and change job token access. Ask one of them, or switch accounts.",
      placeName(project),
    ),
    { cause, action: { title: l10n.t("Switch Account"), command: "forgeline.switchAccount" } },
  );

/** Returns `forbidden` as an error about the account's role; other errors as they are. */
export const refusedForRole = (error: unknown, project: OpenProject): unknown =>
  error instanceof ApiError && error.kind === "forbidden" ? forMaintainers(project, error) : error;
