import { l10n } from "vscode";
import type { DraftKind } from "../../core/base/drafts.ts";
import { CancelledError, UserError } from "../../core/base/errors.ts";
import { asNumber, asText, dictionaryOf, listOf, recordOf } from "../../core/base/stored.ts";
import type { ChangeSubject } from "../../core/changes.ts";
import { announce } from "../../core/commands/runWrite.ts";
import type { Connection } from "../../core/connections.ts";
import type { Context } from "../../core/context.ts";
import { type Choice, pickOne, type Row, separator } from "../../core/ui/pick.ts";
import { pickInstance, instanceOfProject } from "../../core/ui/pickInstance.ts";
import { type Place, GoBack } from "../../core/ui/quickInput.ts";
import type { OpenProject } from "../../git/project.ts";
import { operations } from "./contractTable.ts";
import { answersOf, askRequest, type RequestDraft } from "./form.ts";
import { holdsMarks, maskedAnswers } from "./masked.ts";
import { onlyReads, type Operation } from "./operation.ts";
import { confirmWrite, type ReadyRequest, readyRequest, reviewRequest } from "./review.ts";
import { sendAndShow } from "./showAnswer.ts";

/**
 * Sends any operation of the documents: asks which, asks for its parameters, shows the request, and shows the answer.
 * @param given the contract's id of an operation, as a key binding may name it
 */
export async function sendRequest(context: Context, given?: string): Promise<void> {
  const named = given === undefined ? undefined : operations.find(({ id }) => id === given);
  if (given !== undefined && !named)
    throw new UserError(
      l10n.t("There is no operation {0}. Run Send API Request without a name to see them all.", given),
    );
  const title = l10n.t("Send API Request");
  const url =
    instanceOfProject(context) ??
    (await pickInstance(context, { title, placeholder: l10n.t("Host that the request goes to"), single: true })).url;
  const connection = context.connections.get(url);
  const place: Place = { title, step: 1, total: 1, back: false, draft: undefined };
  let operation = named;
  for (;;) {
    operation ??= await pickOperation(place, operations);
    try {
      await ask(context, connection, operation);
      return;
    } catch (error) {
      if (!(error instanceof GoBack)) throw error;
      operation = undefined;
    }
  }
}

const pickOperation = (place: Place, operations: readonly Operation[]): Promise<Operation> =>
  pickOne<Operation>({
    title: place.title,
    place,
    placeholder: l10n.t("Operation, by its name, method or path"),
    choices: rowsOf(operations),
  });

/** The operations under the headings of the documents. */
function rowsOf(operations: readonly Operation[]): readonly Row<Operation>[] {
  return [...new Set(operations.map(({ section }) => section))].flatMap((section) => [
    separator(section),
    ...operations
      .filter((one) => one.section === section)
      .map((one): Choice<Operation> => {
        const routes = one.routes.map(({ path }) => path).join(" | ");
        return {
          label: one.id,
          description: `${one.method} ${routes}${one.deprecated ? ` (${l10n.t("deprecated")})` : ""}`,
          value: one,
        };
      }),
  ]);
}

/** Asks for a request of an operation and sends it. @throws CancelledError; GoBack when another operation is wanted */
async function ask(context: Context, connection: Connection, operation: Operation): Promise<void> {
  const project = openProject(context, connection);
  const wanted: { ready?: ReadyRequest } = {};
  await askRequest({
    operation,
    // The latest requests are offered again, also those that were not sent.
    draft: context.drafts.get(requests, operation.id) ?? { route: 0, texts: {}, chosen: [] },
    project,
    keep: (draft) => void context.drafts.keepQuietly(requests, operation.id, withoutSecrets(operation, draft)),
    review: async (place, draft) => {
      const ready = await readyRequest(connection, operation, answersOf(operation, draft));
      await reviewRequest(context, connection, operation, ready, place);
      wanted.ready = ready;
      return draft;
    },
  });
  if (!wanted.ready) throw new CancelledError();
  if (!onlyReads(operation) && !(await confirmWrite(connection, operation, wanted.ready))) throw new CancelledError();
  try {
    await sendAndShow(context, connection, operation, wanted.ready);
  } finally {
    const subject = subjectOf(operation);
    if (subject && project && !onlyReads(operation))
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

/** Whose writes the views refresh for. */
const subjectOf = ({ id }: Operation): ChangeSubject | undefined => subjects[id.slice(0, id.indexOf("."))];

const requests: DraftKind<RequestDraft> = {
  name: "apiRequest",
  parse: recordOf({ route: asNumber, texts: dictionaryOf(asText), chosen: listOf(asText) }),
  limit: 20,
};

function withoutSecrets(operation: Operation, draft: RequestDraft): RequestDraft {
  const shown = maskedAnswers(operation, draft).texts;
  const texts = Object.entries(draft.texts).filter(([key]) => !holdsMarks(shown[key] ?? ""));
  return { ...draft, texts: Object.fromEntries(texts) };
}
