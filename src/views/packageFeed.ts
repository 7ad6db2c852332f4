import { l10n } from "vscode";
import { ApiError } from "../api/errors.ts";
import { FeedCredentialsError } from "../auth/feedCredentials.ts";
import type { Connection } from "../connections.ts";
import { UserError } from "../errors.ts";
import type { OpenProject } from "../git/project.ts";
import { instanceHost } from "../instanceUrl.ts";
import { numericProjectId } from "../numericProjectId.ts";

/** The package feed of a project, which knows it by its number. @throws UserError that offers to name the number when no answer tells it */
export async function feedOf(connection: Connection, project: OpenProject, signal: AbortSignal): Promise<{ readonly project: number }> {
  const id = await numericProjectId(connection, project, signal);
  if (id !== undefined) return { project: id };
  throw new UserError(l10n.t("{0} lists packages by the project's number only, and no answer told it. The project's page shows it.", instanceHost(project.instance)), {
    action: { title: l10n.t("Set Project ID"), command: "forgeline.setProjectId" },
  });
}

/** What to tell when a feed could not be read; a refusal of the credential is about the feed's own, not the session's. */
export function feedError(error: unknown, instance: string): unknown {
  const host = instanceHost(instance);
  const action = { title: l10n.t("Sign In to Package Feed"), command: "forgeline.packages.signIn", args: [instance] } as const;
  if (error instanceof FeedCredentialsError && error.why === "missing") {
    return new UserError(l10n.t("The package feed of {0} wants a user name and a personal access token of its own.", host), { cause: error, action });
  }
  if (error instanceof FeedCredentialsError || (error instanceof ApiError && (error.kind === "unauthorized" || error.kind === "insufficientScope"))) {
    return new UserError(l10n.t("The package feed of {0} does not accept its user name and token. The token needs the scope read_api.", host), { cause: error, action });
  }
  return error;
}
