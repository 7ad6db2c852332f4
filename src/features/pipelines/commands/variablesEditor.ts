import { l10n, ThemeIcon, type Uri, window, workspace } from "vscode";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import type { RunVariable } from "../../../core/ciFile/runVariables.ts";
import {
  keyProblem,
  longestKey,
  type Variable,
  withoutVariable,
  withVariable,
} from "../../../core/pipelines/variableRules.ts";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { inputText, runForm } from "../../../core/ui/form.ts";
import { pickOne, type Row } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";
import { GoBack, type Place } from "../../../core/ui/quickInput.ts";
import type { Offer } from "./offeredVariables.ts";

export interface EditorOptions {
  readonly place: Place;
  readonly variables: readonly Variable[];
  /** Called after each change, so that nothing is lost when the user goes back. */
  readonly changed: (variables: readonly Variable[]) => void;
  /** Label of the row that ends the editor. */
  readonly confirm: string;
  /** Why the last attempt failed; shown as a row. */
  readonly refused: ErrorWords | undefined;
  /** The CI file's offered variables, if it was read. */
  readonly offer?: Offer | undefined;
}

type Answer =
  | { readonly do: "confirm" }
  | { readonly do: "explain" }
  | { readonly do: "note" }
  | { readonly do: "edit" | "remove"; readonly at: number };

/**
 * Lists variables to add, change and remove until the user confirms.
 * @returns "confirm", or "explain" if the row of the error was selected
 * @throws CancelledError, GoBack
 */
export async function editVariables({
  place,
  changed,
  confirm,
  refused,
  offer,
  ...given
}: EditorOptions): Promise<"confirm" | "explain"> {
  let { variables } = given;
  for (;;) {
    const answer = await pickOne<Answer>({
      title: place.title,
      // Text typed to find a row is not a draft.
      place: { ...place, draft: undefined },
      placeholder: l10n.t("Run the pipeline, or add variables"),
      choices: rows(variables, confirm, refused, offer),
      active: (value) => value.do === "confirm",
    });
    if (answer.do === "confirm" || answer.do === "explain") return answer.do;
    if (answer.do === "note") continue;
    if (answer.do === "remove") variables = withoutVariable(variables, answer.at);
    else variables = await edited(variables, answer.at, offer);
    changed(variables);
  }
}

function rows(
  variables: readonly Variable[],
  confirm: string,
  refused: ErrorWords | undefined,
  offer: Offer | undefined,
): Row<Answer>[] {
  const remove = (at: number) => ({
    iconPath: new ThemeIcon("trash"),
    tooltip: l10n.t("Remove"),
    value: { do: "remove", at } as const,
  });
  return [
    ...(refused
      ? [
          {
            label: refused.message,
            detail: refused.action?.title ?? "",
            iconPath: new ThemeIcon("error"),
            alwaysShow: true,
            value: { do: "explain" } as const,
          },
        ]
      : []),
    {
      label: confirm,
      description:
        variables.length === 0
          ? l10n.t("without variables")
          : plural(variables.length, (shown) => ({
              one: l10n.t("with {0} variable", shown),
              other: l10n.t("with {0} variables", shown),
            })),
      iconPath: new ThemeIcon("play"),
      value: { do: "confirm" },
    },
    { label: l10n.t("Add Variable…"), iconPath: new ThemeIcon("add"), value: { do: "edit", at: variables.length } },
    ...variables.map(({ key, value, variable_type }, at) => ({
      label: key,
      description: variable_type === "file" ? l10n.t("file") : plainText(offeredAs(key, offer)?.description ?? "", 200),
      detail: valueWords(value, offeredAs(key, offer)),
      iconPath: new ThemeIcon(variable_type === "file" ? "file" : "symbol-variable"),
      buttons: [remove(at)],
      value: { do: "edit", at } as const,
    })),
    ...(offer?.unread !== undefined
      ? [
          {
            label: l10n.t(
              "The CI file of “{0}” could not be read, so its variables are not filled in.",
              plainText(offer.ref, 100),
            ),
            detail: offer.unread,
            iconPath: new ThemeIcon("warning"),
            alwaysShow: true,
            value: { do: "note" } as const,
          },
        ]
      : []),
    ...(offer && offer.variables.length > 0 && offer.includes
      ? [
          {
            label: l10n.t(
              "Files included by {0} may define more variables, which are not listed.",
              plainText(offer.path ?? "", 100),
            ),
            iconPath: new ThemeIcon("info"),
            value: { do: "note" } as const,
          },
        ]
      : []),
  ];
}

const offeredAs = (key: string, offer: Offer | undefined): RunVariable | undefined =>
  offer?.variables.find((each) => each.key === key);

/** Returns a value, with the CI file's if it differs. */
function valueWords(value: string, offered: RunVariable | undefined): string {
  const shown = plainText(value, 120) || l10n.t("(empty)");
  return offered && offered.value !== value
    ? l10n.t("{0} (default in the CI file: {1})", shown, plainText(offered.value, 60) || l10n.t("(empty)"))
    : shown;
}

type Kind = "env_var" | "file" | "fromDisk";
interface Draft {
  readonly key: string;
  readonly kind: Kind;
  readonly value: string;
}

/** Asks for a variable; canceling leaves the list unchanged. */
async function edited(
  variables: readonly Variable[],
  at: number,
  offer: Offer | undefined,
): Promise<readonly Variable[]> {
  const old = variables[at];
  const offered = old?.variable_type === "env_var" ? offeredAs(old.key, offer) : undefined;
  const title = old ? l10n.t("Change Variable “{0}”", old.key) : l10n.t("Add Variable");
  const taken = withoutVariable(variables, at).map(({ key }) => key);
  const initial: Draft = { key: old?.key ?? "", kind: old?.variable_type ?? "env_var", value: old?.value ?? "" };
  try {
    const draft = await runForm<Draft>(
      title,
      initial,
      offered
        ? [{ ask: async (place, values) => ({ ...values, value: await askOffered(place, values.value, offered) }) }]
        : [
            { ask: async (place, values) => ({ ...values, key: await askKey(place, values.key, taken) }) },
            { ask: async (place, values) => ({ ...values, kind: await askKind(place, values.kind) }) },
            { ask: async (place, values) => ({ ...values, value: await askValue(place, values) }) },
          ],
      { back: true },
    );
    return withVariable(variables, at, {
      key: draft.key,
      value: draft.value,
      variable_type: draft.kind === "env_var" ? "env_var" : "file",
    });
  } catch (error) {
    if (error instanceof GoBack || isCancelled(error)) return variables;
    throw error;
  }
}

function askKey(place: Place, value: string, taken: readonly string[]): Promise<string> {
  return inputText({
    title: place.title,
    place,
    prompt: l10n.t("Enter the name of the variable"),
    value,
    validate: (text) => {
      switch (keyProblem(text, taken)) {
        case "empty":
          return l10n.t("Enter a name.");
        case "characters":
          return l10n.t("Use only letters A–Z, digits and _.");
        case "tooLong":
          return l10n.t("At most {0} characters.", longestKey);
        case "taken":
          return l10n.t("A variable with this name already exists.");
        case undefined:
          return undefined;
      }
    },
  });
}

function askKind(place: Place, kind: Kind): Promise<Kind> {
  return pickOne<Kind>({
    title: place.title,
    place,
    placeholder: l10n.t("Select the type of the variable"),
    choices: [
      { label: l10n.t("Environment variable"), detail: l10n.t("The variable contains the value."), value: "env_var" },
      {
        label: l10n.t("File"),
        detail: l10n.t("The variable contains the path of a file with the entered value."),
        value: "file",
      },
      {
        label: l10n.t("File from disk…"),
        detail: l10n.t("The variable contains the path of a file with the content of a selected file."),
        value: "fromDisk",
      },
    ],
    active: (value) => value === kind,
  });
}

/** Asks for the value of an offered variable: one of its options, or any text. */
async function askOffered(
  place: Place,
  value: string,
  { key, value: usual, description, options }: RunVariable,
): Promise<string> {
  if (options.length === 0) return askValue(place, { key, kind: "env_var", value }, plainText(description, 300));
  return pickOne<string>({
    title: place.title,
    place,
    placeholder: plainText(description, 300) || l10n.t("Value of {0}", key),
    choices: options.map((option) => ({
      label: plainText(option, 200) || l10n.t("(empty)"),
      description: option === usual ? l10n.t("default of the CI file") : "",
      value: option,
    })),
    active: (option) => option === value,
  });
}

async function askValue(
  place: Place,
  { key, kind, value }: Draft,
  prompt = l10n.t("Value of {0}", key),
): Promise<string> {
  if (kind === "fromDisk") return readChosenFile();
  // An input box has only one line, so a multi-line value can only be kept or replaced.
  if (value.includes("\n")) {
    const keep = await pickOne<boolean>({
      title: place.title,
      place,
      placeholder: l10n.t("The value has multiple lines"),
      choices: [
        { label: l10n.t("Keep the Value"), detail: plainText(value, 120), value: true },
        { label: l10n.t("Enter Another Value…"), value: false },
      ],
    });
    if (keep) return value;
  }
  return inputText({ title: place.title, place, prompt, value: value.includes("\n") ? "" : value });
}

/** Maximum size in bytes, far above what hosts accept for a variable. */
const largestFile = 256 * 1024;

async function readChosenFile(): Promise<string> {
  const chosen = await window.showOpenDialog({ canSelectMany: false, openLabel: l10n.t("Use as Value") });
  const uri: Uri | undefined = chosen?.[0];
  if (!uri) throw new GoBack();
  const { size } = await workspace.fs.stat(uri);
  if (size > largestFile) throw new UserError(l10n.t("{0} is too large for a variable.", plainText(uri.path, 200)));
  return new TextDecoder().decode(await workspace.fs.readFile(uri));
}
