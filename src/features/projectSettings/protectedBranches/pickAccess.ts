import { l10n, ThemeIcon } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { AccessEntry } from "../../../api/resources/protectedBranches.ts";
import type { User } from "../../../api/resources/userTypes.ts";
import { UserError } from "../../../core/base/errors.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { inputText } from "../../../core/ui/form.ts";
import { type Choice, pickOne, type Row, separator } from "../../../core/ui/pick.ts";
import { pickPaged } from "../../../core/ui/pickPaged.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { GoBack, onlyStep, type Place } from "../../../core/ui/quickInput.ts";
import { documentedLevels, kindName, levelName } from "./labels.ts";
import { type AccessKind, noAccess } from "./permissions.ts";

/** An access entry to add, with its name. */
export interface NewAccess {
  readonly entry: AccessEntry;
  readonly name: string;
}

export interface AccessQuestion {
  readonly scope: ProjectScope;
  readonly access: AccessKind;
  readonly place: Place;
  /** Whether the host supports entries for users and groups. */
  readonly people: boolean;
  readonly refused?: ErrorWords | undefined;
  /** The present access level. */
  readonly present?: number | undefined;
}

type Answer = NewAccess | "user" | "group";

/** Returns an entry for an access level. */
export const levelAccess = (level: number): NewAccess => ({ entry: { access_level: level }, name: levelName(level) });

/** Asks for a level, which may be an undocumented number, or for a user or group. @throws CancelledError, GoBack */
export async function pickAccess(
  context: Context,
  { scope, access, place, people, refused, present }: AccessQuestion,
): Promise<NewAccess> {
  const levels = documentedLevels.filter((level) => access !== "unprotect" || level !== noAccess);
  const rows: Row<Answer>[] = [
    ...(refused === undefined ? [] : [separator(refused.message)]),
    ...levels.map((level): Choice<Answer> => ({
      label: levelName(level),
      description: level === present ? l10n.t("current") : "",
      iconPath: new ThemeIcon(level === noAccess ? "circle-slash" : "shield"),
      value: levelAccess(level),
    })),
    ...(people
      ? [
          separator(l10n.t("Individual")),
          {
            label: l10n.t("A User…"),
            detail: l10n.t("A user with access to the project"),
            iconPath: new ThemeIcon("person"),
            value: "user" as const,
          },
          {
            label: l10n.t("A Group…"),
            detail: l10n.t("A group that contains the project or is shared with it"),
            iconPath: new ThemeIcon("organization"),
            value: "group" as const,
          },
        ]
      : []),
  ];
  for (;;) {
    const answer = await pickOne<Answer>({
      title: place.title,
      place,
      placeholder: refused?.message ?? kindName(access),
      choices: rows,
      active: (value) =>
        typeof value === "object" && "access_level" in value.entry && value.entry.access_level === present,
      typed: typedLevel,
    });
    try {
      if (answer === "user") return await askUser(context, scope, place.title);
      if (answer === "group") return await askGroup(context, scope, place.title);
      return answer;
    } catch (error) {
      if (!(error instanceof GoBack)) throw error;
    }
  }
}

/** Returns a typed access level; hosts may have undocumented ones. */
function typedLevel(text: string): Choice<Answer> | undefined {
  const level = /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : undefined;
  if (level === undefined || documentedLevels.includes(level)) return undefined;
  return {
    label: levelName(level),
    description: l10n.t("undocumented, may be rejected by the host"),
    iconPath: new ThemeIcon("question"),
    value: levelAccess(level),
  };
}

async function askUser(context: Context, { instance }: ProjectScope, title: string): Promise<NewAccess> {
  const { client } = context.connections.get(instance);
  const text = await inputText({
    title,
    place: onlyStep(title),
    prompt: l10n.t("Enter part of a name or username"),
    validate: (typed) => (typed.trim() === "" ? l10n.t("Enter part of a name.") : undefined),
  });
  return pickPaged<User, NewAccess>({
    title,
    place: onlyStep(title),
    placeholder: l10n.t("Select a user"),
    load: (signal) => client.users.list({ search: text.trim(), active: true }, { perPage: 50, signal }),
    toChoice: (user) => ({
      label: plainText(user.name || user.username, 80),
      description: l10n.t("@{0}", plainText(user.username, 60)),
      iconPath: new ThemeIcon("person"),
      value: { entry: { user_id: user.id }, name: user.name || user.username },
    }),
    empty: l10n.t("No users match “{0}”", plainText(text.trim(), 60)),
  });
}

/** Asks for a group; the API takes its ID, which hosts with that route return for a path. */
async function askGroup(context: Context, { instance }: ProjectScope, title: string): Promise<NewAccess> {
  const { client } = context.connections.get(instance);
  let value = "";
  let prompt = l10n.t("Enter the path (group/subgroup) or ID of a group");
  for (;;) {
    value = await inputText({
      title,
      place: onlyStep(title),
      prompt,
      value,
      validate: (typed) => (typed.trim() === "" ? l10n.t("Enter a path or an ID.") : undefined),
    });
    const text = value.trim();
    if (/^\d+$/.test(text)) return { entry: { group_id: Number(text) }, name: l10n.t("group {0}", text) };
    try {
      const group = await withProgress(l10n.t("Looking for “{0}”…", plainText(text, 80)), (signal) =>
        client.extras.group(text, { signal }),
      );
      return { entry: { group_id: group.id }, name: group.full_path };
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === "cancelled") throw error;
      context.report.background(error, "Look for a group");
      prompt =
        error.kind === "notFound"
          ? l10n.t("Group “{0}” not found. Enter its path or ID", plainText(text, 80))
          : error.kind === "invalidArgument"
            ? l10n.t("This host cannot find groups by path. Enter the ID of the group")
            : describeError(error).message;
    }
  }
}

/** Returns what a refusal of these entries may be about. */
export const askedFor = (
  whom: readonly NewAccess[],
): { readonly people: readonly string[]; readonly levels: readonly number[] } => ({
  people: whom.filter(({ entry }) => !("access_level" in entry)).map(({ name }) => name),
  levels: whom.flatMap(({ entry }) => ("access_level" in entry ? [entry.access_level] : [])),
});

/** @throws UserError that the list is empty */
export function noEntry(): never {
  throw new UserError(l10n.t("This list is empty."));
}
