import { l10n, type MessageItem, window } from "vscode";
import type { UserSummary } from "../../api/resources/users.ts";
import { CancelledError } from "../base/errors.ts";
import { instanceHost } from "../base/instanceUrl.ts";
import type { Connection } from "../connections.ts";
import { plainText } from "../ui/plainText.ts";
import { jobName, pipelineName } from "./pickPipeline.ts";
import type { JobRef, PipelineRef } from "./refs.ts";

interface CancelContext {
  readonly connections: {
    get(instance: string): Pick<Connection, "session"> & {
      readonly records: Pick<Connection["records"], "get">;
      readonly pipelineJobs: Pick<Connection["pipelineJobs"], "of">;
    };
  };
}

/** Whose work a cancel ends; `unknown` if no answer has said so yet. */
type Ownership = "own" | "unknown" | { readonly username: string };

/**
 * Asks before canceling a pipeline, unless it is the user's own and at most one of its jobs is known to be running.
 * @throws CancelledError
 */
export async function confirmCancelPipeline({ connections }: CancelContext, ref: PipelineRef): Promise<void> {
  const { session, records, pipelineJobs } = connections.get(ref.instance);
  const { id } = ref.pipeline;
  const running = pipelineJobs.of(ref.project, id).latest?.filter(({ status }) => status === "running");
  const owner = ownerOf(session?.user, [records.get("pipeline", id)?.user, ...(running ?? []).map(({ user }) => user)]);
  if (owner === "own" && running !== undefined && running.length < 2) return;
  await confirm(
    l10n.t("Cancel {0} on {1}?", pipelineName(ref), instanceHost(ref.instance)),
    [ownerText(owner), runningText(running?.length)],
    l10n.t("Cancel Pipeline"),
  );
}

/** Asks before canceling a job that is not known to be the user's own. @throws CancelledError */
export async function confirmCancelJob({ connections }: CancelContext, ref: JobRef): Promise<void> {
  const { session, records } = connections.get(ref.instance);
  const owner = ownerOf(session?.user, [ref.job.user ?? records.get("job", ref.job.id)?.user]);
  if (owner === "own") return;
  await confirm(
    l10n.t("Cancel {0} on {1}?", jobName(ref), instanceHost(ref.instance)),
    [ownerText(owner)],
    l10n.t("Cancel Job"),
  );
}

/** Returns whose work it is, by the users who triggered its parts: another user's if one of them is. */
function ownerOf(
  me: { readonly id: number } | undefined,
  users: readonly (UserSummary | null | undefined)[],
): Ownership {
  const ids = users.map((user) => user?.id ?? undefined).filter((id) => id !== undefined);
  const other = users.find((user) => user !== undefined && user !== null && user.id !== me?.id);
  if (typeof other?.id === "number") return { username: plainText(other.username ?? other.name, 80) };
  return ids.length > 0 && other === undefined ? "own" : "unknown";
}

const ownerText = (owner: Ownership): string => {
  if (owner === "own") return "";
  if (owner === "unknown") return l10n.t("Someone else may have triggered it.");
  return owner.username === ""
    ? l10n.t("Another user triggered it.")
    : l10n.t("It was triggered by @{0}.", owner.username);
};

function runningText(running: number | undefined): string {
  if (running === undefined) return l10n.t("All of its unfinished jobs will be stopped.");
  if (running === 1) return l10n.t("Its running job will be stopped, and jobs that have not started will not run.");
  return running === 0
    ? l10n.t("Jobs that have not started will not run.")
    : l10n.t("Its {0} running jobs will be stopped, and jobs that have not started will not run.", running);
}

async function confirm(question: string, details: readonly string[], yes: string): Promise<void> {
  // The dialog's own Cancel button would be mistaken for the act.
  const items: [MessageItem, MessageItem] = [
    { title: yes },
    { title: l10n.t("Keep Running"), isCloseAffordance: true },
  ];
  const detail = details.filter((text) => text !== "").join("\n");
  const chosen = await window.showWarningMessage(question, { modal: true, detail }, ...items);
  if (chosen !== items[0]) throw new CancelledError();
}
