import { l10n } from "vscode";
import { type FormStep, runForm } from "../../core/ui/form.ts";
import { pickMany, pickOne } from "../../core/ui/pick.ts";
import { plainText } from "../../core/ui/plainText.ts";
import type { Place } from "../../core/ui/quickInput.ts";
import type { OpenProject } from "../../git/project.ts";
import { askValue } from "./askValue.ts";
import { describeParameter, levelLabel } from "./labels.ts";
import { keyOf, type Level, type Operation, type Parameter } from "./operation.ts";
import type { RequestInput } from "./values.ts";

/** A request that is being entered. */
export interface RequestDraft extends RequestInput {
  readonly route: number;
  /** Keys of the optional parameters to send; values of others are only kept. */
  readonly chosen: readonly string[];
}

/** Returns what a draft sends: its required and its chosen optional parameters. */
export function inputOf({ parameters }: Operation, { route, texts, chosen }: RequestDraft): RequestInput {
  const given = parameters.filter((one) => (one.required ?? false) || chosen.includes(keyOf(one))).map(keyOf);
  return { route, texts: Object.fromEntries(Object.entries(texts).filter(([key]) => given.includes(key))) };
}

export interface RequestFormOptions {
  readonly operation: Operation;
  /** The last draft for the operation. */
  readonly draft: RequestDraft;
  readonly project: OpenProject | undefined;
  /** Called after every step, so that nothing is lost when the form is closed. */
  readonly keep: (draft: RequestDraft) => void;
  /** The last step, with the finished request. */
  readonly review: (place: Place, draft: RequestDraft) => Promise<RequestDraft>;
}

/** Asks for the route, the required parameters, which optional ones to send, and those. @throws CancelledError; GoBack from the first question */
export async function askRequest({ operation, draft, project, keep, review }: RequestFormOptions): Promise<void> {
  const title = l10n.t("Send API Request: {0}", operation.id);
  const { routes, parameters } = operation;
  const optional = parameters.filter((one) => !one.required);
  let ticks: readonly string[] | undefined;
  const kept =
    (ask: FormStep<RequestDraft>["ask"]): FormStep<RequestDraft>["ask"] =>
    async (place, values) => {
      const next = await ask(place, values);
      keep(next);
      return next;
    };
  const valueStep = (parameter: Parameter): FormStep<RequestDraft> => ({
    ...(!parameter.required && { when: ({ chosen }) => chosen.includes(keyOf(parameter)) }),
    ask: kept(async (place, values) => {
      const withText = (text: string): RequestDraft => ({
        ...values,
        texts: { ...values.texts, [keyOf(parameter)]: text },
      });
      const value = values.texts[keyOf(parameter)] ?? defaultValue(parameter, operation, values.route, project);
      return withText(await askValue({ parameter, place, value, ticked: (text) => keep(withText(text)) }));
    }),
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
        ask: kept(async (place, values) => ({
          ...values,
          chosen: await askOptional(place, optional, ticks ?? values.chosen, (chosen) => {
            ticks = chosen;
            keep({ ...values, chosen });
          }),
        })),
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
    placeholder: l10n.t("Select the scope of the operation"),
    choices: routes.map(({ level, path }, value) => ({ label: levelLabel(level), description: path, value })),
    active: (route) => route === now,
  });

const askOptional = (
  place: Place,
  optional: readonly Parameter[],
  chosen: readonly string[],
  ticked: (chosen: string[]) => void,
): Promise<string[]> =>
  pickMany<string>({
    ticked,
    title: place.title,
    place,
    placeholder: l10n.t("Select optional parameters to send"),
    choices: optional.map((one) => ({
      label: one.name,
      description: plainText(describeParameter(one), 200),
      picked: chosen.includes(keyOf(one)),
      value: keyOf(one),
    })),
  });

/** Returns the default value of a parameter, from the open project or the documents. */
export function defaultValue(
  { in: place, name, template, default: documented, required }: Parameter,
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
  return template ?? (documented === undefined ? undefined : String(documented));
}
