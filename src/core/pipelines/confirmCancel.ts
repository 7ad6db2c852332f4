import { l10n } from "vscode";
import type { UserSummary } from "../../api/resources/users.ts";
import { CancelledError } from "../base/errors.ts";
import { instanceHost } from "../base/instanceUrl.ts";
import { nameLines } from "../commands/runMany.ts";
import type { Connection } from "../connections.ts";
import { ask, confirm, type Question } from "../ui/confirm.ts";
import { plainText } from "../ui/plainText.ts";
import { listText, numberText, plural } from "../ui/plural.ts";
import { jobName, pipelineName } from "./pickPipeline.ts";
import type { JobRef, PipelineRef } from "./refs.ts";

interface CancelContext {
  readonly connections: {
    get(instance: string): Pick<Connection, "session"> & {
      readonly records: Pick<Connection["records"], "get">;
      readonly pipelineJobs: Pick<Connection["pipelineJobs"], "known">;
    };
  };
}

/** Whose work a cancel ends; `unknown` if no answer has said so yet. */
type Ownership = "own" | "unknown" | { readonly username: string };

/**
 * Asks before canceling a pipeline, unless it is the user's own and at most one of its jobs is known to be running.
 * @throws CancelledError
 */
export async function confirmCancelPipeline(context: CancelContext, ref: PipelineRef): Promise<void> {
  const { owner, running } = pipelineWork(context.connections.get(ref.instance), ref);
  if (owner === "own" && running !== undefined && running < 2) return;
  await confirm(context, ref, {
    question: l10n.t("Cancel {0} on {1}?", pipelineName(ref), instanceHost(ref.instance)),
    detail: lines([ownerText(owner), runningText(running)]),
    buttons: [l10n.t("Cancel Pipeline")],
    close: l10n.t("Keep Running"),
  });
}

/** Asks before canceling a job that is not known to be the user's own. @throws CancelledError */
export async function confirmCancelJob(context: CancelContext, ref: JobRef): Promise<void> {
  const owner = jobOwner(context.connections.get(ref.instance), ref);
  if (owner === "own") return;
  await confirm(context, ref, {
    question: l10n.t("Cancel {0} on {1}?", jobName(ref), instanceHost(ref.instance)),
    detail: ownerText(owner),
    buttons: [l10n.t("Cancel Job")],
    close: l10n.t("Keep Running"),
  });
}

/** Asks before canceling several pipelines. `runMany` looks after the accounts. @throws CancelledError */
export const confirmCancelPipelines = ({ connections }: CancelContext, refs: readonly PipelineRef[]): Promise<void> =>
  askAboutSeveral({
    question: plural(refs.length, (shown) => ({
      one: l10n.t("Cancel {0} pipeline on {1}?", shown, hostsOf(refs)),
      other: l10n.t("Cancel {0} pipelines on {1}?", shown, hostsOf(refs)),
    })),
    detail: lines([
      ...nameLines(refs.map(pipelineName)),
      ...ownersText(refs.map((ref) => pipelineWork(connections.get(ref.instance), ref).owner)),
      l10n.t("All of their unfinished jobs will be stopped."),
    ]),
    buttons: [l10n.t("Cancel Pipelines")],
  });

/** Asks before canceling several jobs. `runMany` looks after the accounts. @throws CancelledError */
export const confirmCancelJobs = ({ connections }: CancelContext, refs: readonly JobRef[]): Promise<void> =>
  askAboutSeveral({
    question: plural(refs.length, (shown) => ({
      one: l10n.t("Cancel {0} job on {1}?", shown, hostsOf(refs)),
      other: l10n.t("Cancel {0} jobs on {1}?", shown, hostsOf(refs)),
    })),
    detail: lines([
      ...nameLines(refs.map(jobName)),
      ...ownersText(refs.map((ref) => jobOwner(connections.get(ref.instance), ref))),
    ]),
    buttons: [l10n.t("Cancel Jobs")],
  });

async function askAboutSeveral(question: Question): Promise<void> {
  if ((await ask({ ...question, close: l10n.t("Keep Running") })) === undefined) throw new CancelledError();
}

const lines = (texts: readonly string[]): string => texts.filter((text) => text !== "").join("\n");

const hostsOf = (refs: readonly { readonly instance: string }[]): string =>
  listText(new Set(refs.map(({ instance }) => instanceHost(instance))));

type CancelConnection = ReturnType<CancelContext["connections"]["get"]>;

/** Returns whose pipeline it is, and how many of its jobs are running if that was read recently. */
function pipelineWork(
  { session, records, pipelineJobs }: CancelConnection,
  { pipeline: { id } }: PipelineRef,
): { readonly owner: Ownership; readonly running: number | undefined } {
  const running = pipelineJobs.known(id)?.recent?.filter(({ status }) => status === "running");
  const users = [records.get("pipeline", id)?.user, ...(running ?? []).map(({ user }) => user)];
  return { owner: ownerOf(session?.user, users), running: running?.length };
}

const jobOwner = ({ session, records }: CancelConnection, { job }: JobRef): Ownership =>
  ownerOf(session?.user, [job.user ?? records.get("job", job.id)?.user]);

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

function ownersText(owners: readonly Ownership[]): string[] {
  const others = owners.filter((owner) => typeof owner === "object").length;
  const unknown = owners.filter((owner) => owner === "unknown").length;
  return [
    others === 0
      ? ""
      : plural(others, (shown) => ({
          one: l10n.t("{0} of them was triggered by another user.", shown),
          other: l10n.t("{0} of them were triggered by other users.", shown),
        })),
    unknown === 0 ? "" : l10n.t("Someone else may have triggered {0} of them.", numberText(unknown)),
  ];
}

function runningText(running: number | undefined): string {
  if (running === undefined) return l10n.t("All of its unfinished jobs will be stopped.");
  if (running === 1) return l10n.t("Its running job will be stopped, and jobs that have not started will not run.");
  return running === 0
    ? l10n.t("Jobs that have not started will not run.")
    : l10n.t("Its {0} running jobs will be stopped, and jobs that have not started will not run.", numberText(running));
}
