import { l10n } from "vscode";
import { ApiError } from "../../api/errors.ts";
import type { Feed } from "../../api/resources/packages.ts";
import { FeedCredentialsError } from "../../auth/feedCredentials.ts";
import { UserError } from "../../core/base/errors.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { Connection } from "../../core/connections.ts";
import { numericProjectId } from "../../core/numericProjectId.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { refusalOf } from "../../core/ui/refusals.ts";
import type { OpenProject } from "../../git/project.ts";
import type { PackageFilter } from "./filter.ts";

/** Returns a project's feed, addressed by ID. @throws UserError that offers to enter the ID when it cannot be found out */
export async function feedOf(
  connection: Connection,
  project: OpenProject,
  signal: AbortSignal,
): Promise<{ readonly project: number }> {
  const id = await numericProjectId(connection, project, signal);
  if (id !== undefined) return { project: id };
  throw new UserError(
    l10n.t(
      "{0} lists packages only by project ID, which is unknown. You can find it on the page of the project.",
      instanceHost(project.instance),
    ),
    {
      action: { title: l10n.t("Set Project ID"), command: "forgeline.setProjectId" },
    },
  );
}

/** Returns the feed that the view shows: the chosen group's or the project's. @throws UserError as `feedOf` */
export async function shownFeed(
  connection: Connection,
  project: OpenProject,
  { group }: PackageFilter,
  signal: AbortSignal,
): Promise<Feed> {
  return group ? { group: group.id } : feedOf(connection, project, signal);
}

/**
 * Returns an error of a feed in words; refused credentials are the feed's, not the session's.
 * @param scope token scope that the request needs
 */
export function feedError(error: unknown, instance: string, scope: "read_api" | "api" = "read_api"): unknown {
  const host = instanceHost(instance);
  const action = {
    title: l10n.t("Sign In to Package Registry…"),
    command: "forgeline.packages.signIn",
    args: [instance],
  } as const;
  if (error instanceof FeedCredentialsError && error.why === "missing") {
    return new UserError(l10n.t("The package registry of {0} needs a username and a personal access token.", host), {
      cause: error,
      action,
    });
  }
  if (
    error instanceof FeedCredentialsError ||
    (error instanceof ApiError && (error.kind === "unauthorized" || error.kind === "insufficientScope"))
  ) {
    return new UserError(
      l10n.t(
        "The package registry of {0} does not accept your username and token. The token needs the scope {1}.",
        host,
        scope,
      ),
      { cause: error, action },
    );
  }
  // Hosts answer a read-only token and a user without write access alike.
  if (error instanceof ApiError && error.kind === "forbidden" && scope === "api") {
    const text = l10n.t(
      "Your account for the package registry of {0} does not have permission to do this. The token needs the scope api, and you need a role in the project that can publish or delete packages.",
      host,
    );
    const said = plainText(error.serviceMessage, 200);
    return new UserError(said === "" ? text : l10n.t("{0} Message from the host: {1}", text, said), {
      cause: error,
      action,
    });
  }
  if (error instanceof ApiError && error.kind === "invalidResponse") {
    return new UserError(
      l10n.t(
        "The response from the package registry of {0} has an unexpected format. A proxy may have responded instead.",
        host,
      ),
      { cause: error },
    );
  }
  return error;
}

/** Returns why the feed cannot be read, if another username and token help; from an error of `feedError`. */
export function feedAccess(error: unknown): "signedOut" | "refused" | undefined {
  if (!(error instanceof UserError) || error.action?.command !== "forgeline.packages.signIn") return undefined;
  return error.cause instanceof FeedCredentialsError && error.cause.why === "missing" ? "signedOut" : "refused";
}

/** Returns the error for a feed that was not found; other errors as they are. */
export function feedMissing(error: unknown, instance: string, { group }: PackageFilter): unknown {
  const host = instanceHost(instance);
  return refusalOf(error, {
    notFound: () =>
      group
        ? l10n.t(
            "The package registry of the group {1} on {0} is not available. The group may be deleted, hidden from your account, or have packages turned off.",
            host,
            group.path,
          )
        : l10n.t(
            "The package registry of this project on {0} is not available. Packages may be turned off or hidden from your account.",
            host,
          ),
  });
}
