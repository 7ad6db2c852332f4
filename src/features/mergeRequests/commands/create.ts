import { l10n } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { MergeRequest } from "../../../api/resources/mergeRequests.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { asFlag, asId, asNumber, asText, listOf, recordOf } from "../../../core/base/stored.ts";
import { foundFirst, madeSince } from "../../../core/commands/findWrite.ts";
import { announce, runWrite } from "../../../core/commands/runWrite.ts";
import { isMerge } from "../../../core/commits/refs.ts";
import type { Context } from "../../../core/context.ts";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { offer } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import { cannotCreate, whyNotCreated } from "../createErrors.ts";
import { proposedWords } from "../proposal.ts";
import { askProposal, type Proposal } from "./createForm.ts";
import { aimedAgain, isSameTarget, readTargets, scopeOfTarget, type Targets } from "./createTargets.ts";
import { bringToHost } from "./pushSource.ts";

/**
 * Creates a merge request of the current branch, on hosts with a route for that: the documents have none. The branch of a fork goes into
 * the project that was forked unless the user chooses the fork. The draft is kept until the merge request is created.
 * @param root of the repository whose title in Source Control has the button
 */
export async function create(context: Context, root?: string): Promise<void> {
  const { project, connection } = context.current.require();
  refuseOther(context.projects, project.root, root);
  const scope = { instance: project.instance, project: project.project };
  const source = project.branch;
  if (source === undefined)
    throw new UserError(l10n.t("No branch is checked out. Check out the branch to merge first."));
  const { client } = connection;
  if (client.extras.available("createMergeRequest") !== false) await bringToHost(context, scope, source);
  const begun = await withProgress(l10n.t("Loading “{0}”…", plainText(source, 100)), (signal) =>
    begin(context, scope, source, signal),
  );
  const { targets } = begun;
  let { proposal, refused } = begun;
  if (client.extras.available("createMergeRequest") === false) throw cannotCreate({ scope, targets, proposal });
  const keep = async (next: Proposal | undefined): Promise<void> => {
    proposal = next ?? proposal;
    await context.drafts.keepQuietly(proposals, keyOf(scope, source), next);
  };
  for (;;) {
    proposal = await askProposal({ context, scope, targets, proposal, refused, keep });
    let mergeRequest: MergeRequest;
    try {
      mergeRequest = await sendProposal(context, scope, targets, proposal);
    } catch (error) {
      await keep(proposal);
      context.report.background(error, "Create Merge Request");
      if (client.extras.available("createMergeRequest") === false)
        throw cannotCreate({ scope, targets, proposal }, error);
      refused = await whyNotCreated(context, error, { scope, targets, proposal });
      continue;
    }
    await keep(undefined);
    const there = scopeOfTarget(scope, targets, proposal.into);
    const [iid, title, path] = [
      mergeRequest.iid,
      plainText(mergeRequest.title, 100),
      plainText(String(there.project), 100),
    ];
    const text =
      there === scope ? l10n.t("Created !{0}: {1}", iid, title) : l10n.t("Created !{0} in {1}: {2}", iid, path, title);
    offer(text, l10n.t("Open Merge Request"), () =>
      runCommand("forgeline.mergeRequest.open", { ...there, mergeRequest }),
    );
    return;
  }
}

/**
 * Source Control has the button at each repository, while the window has one project: its branch must not be taken for another's.
 * @throws UserError
 */
export function refuseOther(
  { candidates }: Pick<Context["projects"], "candidates">,
  open: string | undefined,
  root: string | undefined,
): void {
  const other = root !== open && candidates.find((candidate) => candidate.root === root);
  if (root === undefined || !other) return;
  throw new UserError(
    l10n.t("This repository belongs to {0}. Select that project first.", plainText(String(other.project), 100)),
    { action: { title: l10n.t("Select Project…"), command: "forgeline.selectProject" } },
  );
}

/** Returns the draft of the branch, else a proposal from its commits into the host's default target. */
async function begin(
  context: Context,
  scope: ProjectScope,
  source: string,
  signal: AbortSignal,
): Promise<{ readonly targets: Targets; readonly proposal: Proposal; readonly refused?: ErrorWords }> {
  const read = await readTargets(context, scope, signal);
  const entered = context.drafts.get(proposals, keyOf(scope, source));
  if (entered === undefined)
    return {
      targets: read,
      proposal: await propose(context.connections.get(scope.instance).client, scope, read, source, signal),
    };
  const { targets, aim, lost } = aimedAgain(read, entered);
  const message =
    lost &&
    l10n.t(
      "The target project {0} was deleted, or your account cannot see it. The target is now {1}.",
      plainText(String(lost.project), 100),
      plainText(String(aim.into.project), 100),
    );
  return { targets, proposal: { ...entered, ...aim }, ...(message !== undefined && { refused: { message } }) };
}

/** The route is the source project's, whatever the target. */
async function sendProposal(
  context: Context,
  scope: ProjectScope,
  targets: Targets,
  { source, into, target, title, description, reviewers, removeSource, squash }: Proposal,
): Promise<MergeRequest> {
  const there = scopeOfTarget(scope, targets, into);
  const request = {
    source_branch: source,
    target_branch: target,
    ...(there !== scope && { target_project_id: into.id }),
    title,
    ...(description !== "" && { description }),
    ...(reviewers.length > 0 && { reviewer_ids: reviewers.flatMap(({ id }) => id ?? []) }),
    remove_source_branch: removeSource,
    squash,
  };
  // The account may have changed while the menu was open.
  const { client } = context.connections.get(scope.instance);
  try {
    return await runWrite(
      context,
      l10n.t("Creating the merge request…"),
      { ...scope, subject: "mergeRequest" },
      (signal) => client.extras.createMergeRequest(scope.project, request, { signal }),
      {
        what: request,
        hostTime: client.hostTime,
        find: async (signal, since) => {
          const query = { source_branch: source, target_branch: target, state: "opened", scope: "all" } as const;
          const { items } = await client.mergeRequests.listForProject(there.project, query, { signal }).page();
          return foundFirst(items, (one) => one.title === title && madeSince(one.created_at, since));
        },
      },
    );
  } finally {
    if (there !== scope) announce(context, { ...there, subject: "mergeRequest" });
  }
}

/** Returns a proposal from the commits of the branch on the host. */
async function propose(
  client: Client,
  { project }: ProjectScope,
  { own, usual: into }: Targets,
  source: string,
  signal: AbortSignal,
): Promise<Proposal> {
  const target = into.defaultBranch;
  const ask = async <T>(question: Promise<T>): Promise<T | undefined> =>
    question.catch((error: unknown) => {
      if (isCancelled(error)) throw error;
      return undefined;
    });
  // A fork may lack the target branch or its newest commits; its own branch is close enough.
  const head = isSameTarget(into, own)
    ? undefined
    : (await ask(client.commits.get(into.project, target, { stats: false }, { signal })))?.id;
  for (const from of head === undefined ? [target] : [head, target, own.defaultBranch]) {
    const page = await ask(
      client.commits.list(project, { ref_name: `${from}..${source}` }, { perPage: 50, signal }).page(),
    );
    const commits = page?.items.filter((commit) => !isMerge(commit)) ?? [];
    if (commits.length > 0)
      return {
        source,
        into,
        target,
        ...proposedWords(commits, source),
        reviewers: [],
        removeSource: true,
        squash: false,
      };
  }
  return { source, into, target, ...proposedWords([], source), reviewers: [], removeSource: true, squash: false };
}

const person = recordOf({ id: asNumber, username: asText, name: asText });
const project = recordOf({ project: asId, defaultBranch: asText }, { id: asNumber });

/** What was entered for a branch and did not become a merge request. */
const proposals: DraftKind<Proposal> = {
  name: "newMergeRequest",
  parse: recordOf({
    source: asText,
    into: project,
    target: asText,
    title: asText,
    description: asText,
    reviewers: listOf(person),
    removeSource: asFlag,
    squash: asFlag,
  }),
};
const keyOf = ({ instance, project: name }: ProjectScope, source: string): string => `${instance} ${name} ${source}`;
