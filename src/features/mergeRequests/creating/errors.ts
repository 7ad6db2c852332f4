import { l10n } from "vscode";
import { ApiError, isOutcomeUnknown } from "../../../api/errors.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { unsureWords } from "../../../core/ui/unknownOutcome.ts";
import { newRequestPage, type Proposal } from "./proposal.ts";
import { intoName, isSameTarget, scopeOfTarget, type Targets } from "./targets.ts";

export interface AskedToCreate {
  readonly scope: ProjectScope;
  readonly targets: Targets;
  readonly proposal: Proposal;
}

/** Explains why a merge request was not created, with an action; looks up the open one that is in the way. */
export async function whyNotCreated(context: Context, error: unknown, asked: AskedToCreate): Promise<ErrorWords> {
  const mayBe = l10n.t("It may have been created anyway. Check the list before you try again.");
  const words = unsureWords(error, mayBe);
  if (!(error instanceof ApiError) || isCancelled(error) || isOutcomeUnknown(error)) return words;
  const { scope, targets, proposal } = asked;
  const [host, own, into] = [
    instanceHost(scope.instance),
    plainText(String(targets.own.project), 100),
    plainText(String(proposal.into.project), 100),
  ];
  const stays = isSameTarget(proposal.into, targets.own);
  switch (error.kind) {
    case "conflict":
      return openAlready(context, asked);
    case "forbidden":
      if (stays) return words;
      return {
        ...words,
        message: l10n.t(
          "Your account on {0} does not have permission to open merge requests from {1} into {2}. You need push access to the first project and access to the code of the second.",
          host,
          own,
          into,
        ),
      };
    case "notFound":
      if (stays) return words;
      return {
        message: l10n.t(
          "{0} was deleted from {1}, or your account cannot see it. Choose another target project.",
          into,
          host,
        ),
      };
    default:
      return words;
  }
}

async function openAlready(
  context: Context,
  { scope, targets, proposal: { source, into, target } }: AskedToCreate,
): Promise<ErrorWords> {
  const { client } = context.connections.get(scope.instance);
  const there = scopeOfTarget(scope, targets, into);
  const message = l10n.t(
    "An open merge request from “{0}” into “{1}” already exists.",
    plainText(source, 80),
    plainText(intoName(targets, { into, target }), 160),
  );
  const query = { source_branch: source, target_branch: target, state: "opened", scope: "all" } as const;
  const { items } = await client.mergeRequests
    .listForProject(there.project, query, { perPage: 20 })
    .page()
    .catch(() => ({ items: [] }));
  // Other forks may have a branch of the same name.
  const mergeRequest = items.find(
    ({ source_project_id: from }) => from === undefined || targets.own.id === undefined || from === targets.own.id,
  );
  if (mergeRequest === undefined) return { message };
  return {
    message,
    action: {
      title: l10n.t("Show !{0}", mergeRequest.iid),
      command: "forgeline.mergeRequest.open",
      args: [{ ...there, mergeRequest }],
    },
  };
}

/** Returns the refusal of a host without the route, with a link to its own page, filled in. */
export function cannotCreate(
  { scope: { instance }, targets: { own, origin }, proposal }: AskedToCreate,
  cause?: unknown,
): UserError {
  const message = l10n.t(
    "{0} does not support creating merge requests through its API. Create it on its web page.",
    instanceHost(instance),
  );
  // Web pages need the path, not the id.
  if (/^\d+$/.test(String(own.project))) return new UserError(message, { cause });
  const webUrl = newRequestPage(instance, String(own.project), {
    ...proposal,
    ...(origin && { targetProject: proposal.into.id }),
  });
  return new UserError(message, {
    cause,
    action: { title: l10n.t("Open in Browser"), command: "forgeline.openInBrowser", args: [{ webUrl }] },
  });
}
