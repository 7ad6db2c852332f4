import { l10n } from "vscode";
import type { Client } from "../api/client.ts";
import { ApiError, type ApiErrorKind } from "../api/errors.ts";
import type { MergeRequest } from "../api/resources/mergeRequests.ts";
import type { App } from "../app.ts";
import { isCancelled, UserError } from "../errors.ts";
import { instanceHost } from "../instanceUrl.ts";
import { newRequestPage, proposedWords } from "../mergeRequests/proposal.ts";
import type { ProjectScope } from "../refs.ts";
import { runCommand } from "../ui/command.ts";
import { describeError, type ErrorWords } from "../ui/describeError.ts";
import { offer } from "../ui/notice.ts";
import { plainText } from "../ui/plainText.ts";
import { withProgress } from "../ui/progress.ts";
import { askProposal, type Proposal } from "./mergeRequestCreateMenu.ts";
import { bringToHost } from "./mergeRequestSource.ts";
import { send } from "./send.ts";

/**
 * Opens a merge request of the branch that is checked out, where the host has a route for that: the documents have none. What was
 * entered stays until the merge request is there, whatever fails.
 */
export async function create(app: App): Promise<void> {
  const { project, connection } = app.current.require();
  const scope = { instance: project.instance, project: project.project };
  const source = project.branch;
  if (source === undefined) throw new UserError(l10n.t("No branch is checked out that could be merged. Check one out first."));
  const { client } = connection;
  if (client.extras.available("createMergeRequest") !== false) await bringToHost(app, scope, source);
  let proposal = kept(app, scope, source) ?? (await withProgress(l10n.t("Reading “{0}”…", plainText(source, 100)), (signal) => propose(client, scope, source, signal)));
  if (client.extras.available("createMergeRequest") === false) throw cannotCreate(scope, proposal);
  const keep = async (next: Proposal | undefined): Promise<void> => {
    proposal = next ?? proposal;
    await remember(app, scope, source, next);
  };
  let refused: ErrorWords | undefined;
  for (;;) {
    proposal = await askProposal({ app, scope, proposal, refused, keep });
    let mergeRequest: MergeRequest;
    try {
      // The account may have been renewed from the menu, so the connection is asked for anew.
      mergeRequest = await sendProposal(app, app.connections.get(scope.instance).client, scope, proposal);
    } catch (error) {
      await keep(proposal);
      app.report.background(error, "Create Merge Request");
      if (client.extras.available("createMergeRequest") === false) throw cannotCreate(scope, proposal, error);
      refused = await whyRefused(client, scope, proposal, error);
      continue;
    }
    await keep(undefined);
    offer(l10n.t("!{0} is open: {1}", mergeRequest.iid, plainText(mergeRequest.title, 100)), l10n.t("Show It"), () => runCommand("forgeline.mergeRequest.open", { ...scope, mergeRequest }));
    return;
  }
}

function sendProposal(app: App, client: Client, scope: ProjectScope, { source, target, title, description, reviewers, removeSource, squash }: Proposal): Promise<MergeRequest> {
  return send(app, l10n.t("Creating the merge request…"), { ...scope, subject: "mergeRequest" }, (signal) =>
    client.extras.createMergeRequest(
      scope.project,
      {
        source_branch: source,
        target_branch: target,
        title,
        ...(description !== "" && { description }),
        ...(reviewers.length > 0 && { reviewer_ids: reviewers.map(({ id }) => id) }),
        remove_source_branch: removeSource,
        squash,
      },
      { signal },
    ),
  );
}

/** Filled in from the commits that the host has of the branch. */
async function propose(client: Client, { project }: ProjectScope, source: string, signal: AbortSignal): Promise<Proposal> {
  const target = await defaultBranch(client, project, signal);
  const commits = await client.commits
    .list(project, { ref_name: `${target}..${source}` }, { perPage: 50, signal })
    .page()
    .then(
      ({ items }) => items.filter(({ parent_ids: parents }) => parents.length < 2),
      (error: unknown) => {
        if (isCancelled(error)) throw error;
        return [];
      },
    );
  return { source, target, ...proposedWords(commits, source), reviewers: [], removeSource: true, squash: false };
}

async function defaultBranch(client: Client, project: ProjectScope["project"], signal: AbortSignal): Promise<string> {
  const usual = "main";
  if (client.extras.available("project") === false) return usual;
  try {
    return (await client.extras.project(project, { signal })).default_branch ?? usual;
  } catch (error) {
    if (isCancelled(error)) throw error;
    return usual;
  }
}

const unsure: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>(["timeout", "network", "server", "invalidResponse"]);

async function whyRefused(client: Client, scope: ProjectScope, { source, target }: Proposal, error: unknown): Promise<ErrorWords> {
  const mayBe = l10n.t("It may be there all the same; look at the list before trying again.");
  if (isCancelled(error)) return { message: mayBe };
  const words = describeError(error);
  if (!(error instanceof ApiError)) return words;
  if (unsure.has(error.kind)) return { ...words, message: `${words.message} ${mayBe}` };
  if (error.kind !== "conflict") return words;
  const message = l10n.t("There is an open merge request of “{0}” into “{1}” already.", plainText(source, 80), plainText(target, 80));
  const query = { source_branch: source, target_branch: target, state: "opened", scope: "all" } as const;
  const { items } = await client.mergeRequests.listForProject(scope.project, query, { perPage: 1 }).page().catch(() => ({ items: [] }));
  const [mergeRequest] = items;
  return mergeRequest ? { message, action: { title: l10n.t("Show !{0}", mergeRequest.iid), command: "forgeline.mergeRequest.open", args: [{ ...scope, mergeRequest }] } } : { message };
}

function cannotCreate({ instance, project }: ProjectScope, proposal: Proposal, cause?: unknown): UserError {
  const message = l10n.t("{0} does not let other programs create merge requests. Create it on its web page.", instanceHost(instance));
  // Pages go by the path, not by the number.
  if (/^\d+$/.test(String(project))) return new UserError(message, { cause });
  return new UserError(message, { cause, action: { title: l10n.t("Open in Browser"), command: "forgeline.openInBrowser", args: [{ webUrl: newRequestPage(instance, String(project), proposal) }] } });
}

type Kept = Readonly<Record<string, Proposal>>;
const KEPT = "forgeline.newMergeRequests";
const keyOf = ({ instance, project }: ProjectScope, source: string): string => `${instance} ${project} ${source}`;

/** What was entered for a branch earlier and did not become a merge request. */
const kept = (app: App, scope: ProjectScope, source: string): Proposal | undefined => app.memory.get<Kept>(KEPT)?.[keyOf(scope, source)];

async function remember(app: App, scope: ProjectScope, source: string, proposal: Proposal | undefined): Promise<void> {
  const { [keyOf(scope, source)]: had, ...others } = app.memory.get<Kept>(KEPT) ?? {};
  if (proposal !== undefined || had !== undefined) await app.memory.update(KEPT, proposal === undefined ? others : { ...others, [keyOf(scope, source)]: proposal });
}
