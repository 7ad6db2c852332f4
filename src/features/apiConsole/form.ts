import { l10n } from "vscode";
import { type FormStep, runForm } from "../../core/ui/form.ts";
import { pickMany, pickOne } from "../../core/ui/pick.ts";
import { plainText } from "../../core/ui/plainText.ts";
import type { Place } from "../../core/ui/quickInput.ts";
import type { OpenProject } from "../../git/project.ts";
import { askValue } from "./askValue.ts";
import { aboutParameter, levelWords } from "./labels.ts";
import { keyOf, type Level, type Operation, type Parameter } from "./operation.ts";
import type { Answers } from "./values.ts";

/** A request while it is put together. */
export interface RequestDraft extends Answers {
  readonly route: number;
  /** Keys of the optional parameters that are sent; texts of others are only kept. */
  readonly chosen: readonly string[];
}

/** What is sent of it. */
export function answersOf({ parameters }: Operation, { route, texts, chosen }: RequestDraft): Answers {
  const given = parameters.filter((one) => (one.required ?? false) || chosen.includes(keyOf(one))).map(keyOf);
  return { route, texts: Object.fromEntries(Object.entries(texts).filter(([key]) => given.includes(key))) };
}

export interface RequestFormOptions {
  readonly operation: Operation;
  /** What earlier requests of the operation were. */
  readonly draft: RequestDraft;
  /** The project that is open. */
  readonly project: OpenProject | undefined;
  /** Hears of every answer, so that none is lost when the form is left. */
  readonly keep: (draft: RequestDraft) => void;
  /** The last step: what is done with the finished request. */
  readonly review: (place: Place, draft: RequestDraft) => Promise<RequestDraft>;
}

/** Asks for the route, what is required, which others and those. @throws CancelledError; GoBack from the first question */
export async function askRequest({ operation, draft, project, keep, review }: RequestFormOptions): Promise<void> {
  const title = l10n.t("Send API Request: {0}", operation.id);
  const { routes, parameters } = operation;
  const optional = parameters.filter((one) => !one.required);
  const kept =
    (ask: FormStep<RequestDraft>["ask"]): FormStep<RequestDraft>["ask"] =>
    async (place, values) => {
      const next = await ask(place, values);
      keep(next);
      return next;
    };
  const valueStep = (parameter: Parameter): FormStep<RequestDraft> => ({
    ...(!parameter.required && { when: ({ chosen }) => chosen.includes(keyOf(parameter)) }),
    ask: kept(async (place, values) => ({
      ...values,
      texts: {
        ...values.texts,
        [keyOf(parameter)]: await askValue({
          parameter,
          place,
          value: values.texts[keyOf(parameter)] ?? likely(parameter, operation, values.route, project),
        }),
      },
    })),
  });
  await runForm<RequestDraft>(
    title,
    draft,
    [
      {
        when: () => routes.length > 1,
        ask: kept(async (place, values) => ({ ...values, route: await askRoute(place, operation, values.route) })),
      },
      ...parameters.filter(({ required }) => required).map(valueStep),
      {
        when: () => optional.length > 0,
        ask: kept(async (place, values) => ({ ...values, chosen: await askOptional(place, optional, values.chosen) })),
      },
      ...optional.map(valueStep),
      { ask: review },
    ],
    { back: true },
  );
}

const askRoute = (place: Place, { routes }: Operation, now: number): Promise<number> =>
  pickOne<number>({
    title: place.title,
    place,
    placeholder: l10n.t("What is it about?"),
    choices: routes.map(({ level, path }, value) => ({ label: levelWords(level), description: path, value })),
    active: (route) => route === now,
  });

const askOptional = (place: Place, optional: readonly Parameter[], chosen: readonly string[]): Promise<string[]> =>
  pickMany<string>({
    title: place.title,
    place,
    placeholder: l10n.t("Which optional parameters are sent? Enter for those that are checked"),
    choices: optional.map((one) => ({
      label: one.name,
      description: plainText(aboutParameter(one), 200),
      picked: chosen.includes(keyOf(one)),
      value: keyOf(one),
    })),
  });

/** What the open project tells of a parameter that is asked for the first time. */
export function likely(
  { in: place, name, template, default: otherwise, required }: Parameter,
  { id, routes }: Operation,
  route: number,
  project: OpenProject | undefined,
): string | undefined {
  const level: Level | undefined = routes[route]?.level;
  const path = routes[route]?.path ?? "";
  if (place === "path" && name === "id" && project) {
    if (path.startsWith("/projects/"))
      return String(id.startsWith("packages.") ? (project.projectId ?? project.project) : project.project);
    if (level === "group" && typeof project.project === "string")
      return project.project.slice(0, Math.max(0, project.project.lastIndexOf("/"))) || undefined;
  }
  if (required && ["ref", "branch", "ref_name"].includes(name)) return project?.branch;
  if (required && name === "sha") return project?.head;
  return template ?? (otherwise === undefined ? undefined : String(otherwise));
}
