import { l10n } from "vscode";
import { announce, runWrite } from "../../../../core/commands/runWrite.ts";
import type { Context } from "../../../../core/context.ts";
import { confirm } from "../../../../core/ui/confirm.ts";
import { notice } from "../../../../core/ui/notice.ts";
import { limitWords } from "../items.ts";
import { placeName, readLimitedNow, refusedForRole, scopeChange } from "../pick.ts";
import { readLimited } from "../read.ts";

/** Limits job token access to the allowlists. */
export async function limit(context: Context): Promise<void> {
  await change(context, true);
}

/** Allows job tokens of every project after confirmation. */
export async function lift(context: Context): Promise<void> {
  await change(context, false);
}

async function change(context: Context, limited: boolean): Promise<void> {
  const { project, connection, limited: isLimited } = await readLimitedNow(context);
  if (isLimited === limited) {
    announce(context, scopeChange(project, "limit"));
    notice(
      limited
        ? l10n.t("Job token access to {0} is already limited.", project.name)
        : l10n.t("Job token access to {0} is already unlimited.", project.name),
    );
    return;
  }
  if (!limited)
    await confirm(context, project, {
      question: l10n.t("Allow job tokens of all projects to access {0}?", placeName(project)),
      detail: limitWords(false, project.instance),
      buttons: [l10n.t("Allow All Projects")],
    });
  try {
    const title = limited
      ? l10n.t("Limiting job token access to {0}…", project.name)
      : l10n.t("Removing the limit of job token access to {0}…", project.name);
    const { jobTokenScope } = connection.client;
    await runWrite(
      context,
      title,
      scopeChange(project, "limit"),
      (signal) => jobTokenScope.update(project.project, { enabled: limited }, { signal }),
      {
        find: async (signal) =>
          (await readLimited(connection, project, signal)) === limited ? { done: undefined } : undefined,
      },
    );
  } catch (error) {
    throw refusedForRole(error, project);
  }
  notice(
    limited
      ? l10n.t("Only job tokens of projects and groups on the allowlist can now access {0}.", project.name)
      : l10n.t("Job tokens of all projects can now access {0}.", project.name),
  );
}
