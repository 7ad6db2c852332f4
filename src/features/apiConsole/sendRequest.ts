import { l10n } from "vscode";
import type { DraftKind } from "../../core/base/drafts.ts";
import { CancelledError, UserError } from "../../core/base/errors.ts";
import { asNumber, asText, dictionaryOf, listOf, recordOf } from "../../core/base/stored.ts";
import type { ChangeSubject } from "../../core/changes.ts";
import { announce } from "../../core/commands/runWrite.ts";
import type { Connection } from "../../core/connections.ts";
import type { Context } from "../../core/context.ts";
import { pickInstance, instanceOfProject } from "../../core/ui/pickInstance.ts";
import { GoBack, onlyStep } from "../../core/ui/quickInput.ts";
import type { OpenProject } from "../../git/project.ts";
import { operations } from "./contractTable.ts";
import { inputOf, askRequest, type RequestDraft } from "./form.ts";
import { hasPlaceholders, maskedInput } from "./masked.ts";
import { isReadOnly, type Operation } from "./operation.ts";
import { pickOperation } from "./pick.ts";
import { confirmWrite, type ReadyRequest, readyRequest, reviewRequest } from "./review.ts";
import { sendAndShow } from "./showResponse.ts";

/**
 * Asks for an operation and its parameters, sends the request and shows the response.
 * @param given ID of an operation in the contract, such as from a key binding
 */
export async function sendRequest(context: Context, given?: string): Promise<void> {
  const named = given === undefined ? undefined : operations.find(({ id }) => id === given);
  if (given !== undefined && !named)
    throw new UserError(
      l10n.t("There is no operation {0}. Run “Send API Request” without a name to see all operations.", given),
    );
  const title = l10n.t("Send API Request");
  const url =
    instanceOfProject(context) ??
    (await pickInstance(context, { title, placeholder: l10n.t("Select a host"), single: true })).url;
  const connection = context.connections.get(url);
  const place = onlyStep(title, false);
  let operation = named;
  for (;;) {
    operation ??= await pickOperation(place, operations);
    try {
      await askAndSend(context, connection, operation);
      return;
    } catch (error) {
      if (!(error instanceof GoBack)) throw error;
      operation = undefined;
    }
  }
}

/** Asks for the parameters of an operation and sends it. @throws CancelledError; GoBack from the first step */
async function askAndSend(context: Context, connection: Connection, operation: Operation): Promise<void> {
  const project = openProject(context, connection);
  const reviewed: { ready?: ReadyRequest } = {};
  await askRequest({
    operation,
    // The last request of the operation is offered again, even if it was not sent.
    draft: context.drafts.get(requests, operation.id) ?? { route: 0, texts: {}, chosen: [] },
    project,
    keep: (draft) => void context.drafts.keepQuietly(requests, operation.id, withoutSecrets(operation, draft)),
    review: async (place, draft) => {
      const ready = await readyRequest(connection, operation, inputOf(operation, draft));
      await reviewRequest(context, connection, operation, ready, place);
      reviewed.ready = ready;
      return draft;
    },
  });
  if (!reviewed.ready) throw new CancelledError();
  if (!isReadOnly(operation)) await confirmWrite(context, connection, operation, reviewed.ready);
  try {
    await sendAndShow(context, connection, operation, reviewed.ready);
  } finally {
    const subject = subjectOf(operation);
    if (subject && project && !isReadOnly(operation))
      announce(context, { instance: project.instance, project: project.project, subject });
  }
}

function openProject(context: Context, { instance }: Connection): OpenProject | undefined {
  const { value } = context.current;
  return "project" in value && value.project.instance === instance.url ? value.project : undefined;
}

const subjects: Readonly<Record<string, ChangeSubject>> = {
  pipelines: "pipeline",
  jobs: "job",
  mergeRequests: "mergeRequest",
  packages: "package",
  commits: "commit",
  repositoryFiles: "commit",
  submodules: "commit",
  wikis: "wiki",
  milestones: "milestone",
  snippets: "snippet",
  vulnerabilities: "vulnerability",
  systemHooks: "systemHook",
  users: "user",
  customAttributes: "customAttribute",
  protectedBranches: "protectedBranch",
  jobTokenScope: "jobTokenScope",
};

/** Returns what the views refresh after a write; undefined for what no view shows. */
const subjectOf = ({ id }: Operation): ChangeSubject | undefined => subjects[id.slice(0, id.indexOf("."))];

const requests: DraftKind<RequestDraft> = {
  name: "apiRequest",
  parse: recordOf({ route: asNumber, texts: dictionaryOf(asText), chosen: listOf(asText) }),
  limit: 20,
};

function withoutSecrets(operation: Operation, draft: RequestDraft): RequestDraft {
  const shown = maskedInput(operation, draft).texts;
  const texts = Object.entries(draft.texts).filter(([key]) => !hasPlaceholders(shown[key] ?? ""));
  return { ...draft, texts: Object.fromEntries(texts) };
}
