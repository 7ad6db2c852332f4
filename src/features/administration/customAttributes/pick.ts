import { l10n, ThemeIcon } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { AttributedKind, CustomAttribute } from "../../../api/resources/customAttributes.ts";
import { UserError } from "../../../core/base/errors.ts";
import type { Change } from "../../../core/changes.ts";
import { inputText } from "../../../core/ui/form.ts";
import { partialRows, pickOne, type Row, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { GoBack, onlyStep } from "../../../core/ui/quickInput.ts";
import { sentence } from "../../../core/ui/sentence.ts";
import type { AdministrationContext } from "../context.ts";
import { pickUser } from "../users/pick.ts";
import { administrationError } from "./errors.ts";
import { ownerKindName, ownerName } from "./labels.ts";
import { type FoundOwner, findOwner, goneOwner, namedOwner } from "./owner.ts";
import type { AttributesRef } from "./refs.ts";

/** An owner with its ID. */
export interface FoundRef extends AttributesRef {
  readonly owner: FoundOwner;
}

/** Returns the change that a write to attributes announces; they belong to no project. */
export const attributeChange = ({ instance }: Pick<AttributesRef, "instance">): Change => ({
  instance,
  project: "",
  subject: "customAttribute",
});

/**
 * Returns the given owner, or one that the user picks from the view or enters: a user by username, a group or project
 * by path or ID.
 * @throws CancelledError, UserError when its ID is not found
 */
export async function pickOwner(
  context: AdministrationContext,
  given: AttributesRef | undefined,
  title: string,
): Promise<FoundRef> {
  const ref = given ?? (await chooseOwner(context, title));
  return { ...ref, owner: await withId(context, ref.instance, ref.owner, findOwner) };
}

async function withId(
  context: AdministrationContext,
  instance: string,
  owner: AttributesRef["owner"],
  lookUp: typeof findOwner,
): Promise<FoundOwner> {
  const connection = context.connections.get(instance);
  try {
    return owner.id === undefined
      ? await withProgress(l10n.t("Looking for {0}…", ownerName(owner)), (signal) => lookUp(connection, owner, signal))
      : { ...owner, id: owner.id };
  } catch (error) {
    throw administrationError(error, connection, context.log);
  }
}

async function chooseOwner(context: AdministrationContext, title: string): Promise<AttributesRef> {
  const { project } = context.current.require();
  const shown = (await context.view.load())?.attributes.owners ?? [];
  for (;;) {
    const rows: Row<AttributesRef | AttributedKind>[] = [
      ...shown.map(({ instance, owner, open }) => ({
        label: plainText(owner.name, 150),
        description: open ? l10n.t("{0} (current)", ownerKindName(owner.kind)) : ownerKindName(owner.kind),
        iconPath: new ThemeIcon({ users: "account", groups: "organization", projects: "repo" }[owner.kind]),
        value: { instance, owner },
      })),
      ...otherRows(),
    ];
    const chosen = await pickOne<AttributesRef | AttributedKind>({
      title,
      placeholder: l10n.t("Select a user, group or project to show its custom attributes"),
      choices: rows,
    });
    if (typeof chosen === "object") return chosen;
    try {
      return { instance: project.instance, owner: await askOther(context, chosen, title) };
    } catch (error) {
      if (!(error instanceof GoBack)) throw error;
    }
  }
}

const otherRows = (): Row<AttributedKind>[] => [
  separator(l10n.t("Others")),
  { label: l10n.t("A User…"), iconPath: new ThemeIcon("account"), value: "users" },
  { label: l10n.t("A Group…"), iconPath: new ThemeIcon("organization"), value: "groups" },
  { label: l10n.t("A Project…"), iconPath: new ThemeIcon("repo"), value: "projects" },
];

/** Asks for the kind of owner, then for the owner. @throws CancelledError, UserError */
export async function pickAnyOwner(context: AdministrationContext, title: string): Promise<FoundRef> {
  const { project } = context.current.require();
  for (;;) {
    const kind = await pickOne<AttributedKind>({
      title,
      placeholder: l10n.t("Select a user, group or project to show its custom attributes"),
      choices: otherRows().slice(1),
    });
    try {
      return { instance: project.instance, owner: await askOther(context, kind, title) };
    } catch (error) {
      if (!(error instanceof GoBack)) throw error;
    }
  }
}

async function askOther(context: AdministrationContext, kind: AttributedKind, title: string): Promise<FoundOwner> {
  const { project } = context.current.require();
  if (kind === "users") {
    const { user } = await pickUser(context, undefined, {
      title,
      placeholder: l10n.t("Select a user"),
    });
    return { kind, name: user.username, id: user.id };
  }
  const name = await inputText({
    title,
    place: onlyStep(title),
    prompt:
      kind === "groups"
        ? l10n.t("Enter the path (demo/team) or ID of a group")
        : l10n.t("Enter the path (demo/weather-station) or ID of a project"),
    validate: (text) => (text.trim() === "" ? l10n.t("Enter a path or an ID.") : undefined),
  });
  return withId(context, project.instance, { kind, name: name.trim().replace(/^\/+|\/+$/g, "") }, namedOwner);
}

/** Returns the given attribute, or one that the user picks. @throws CancelledError, UserError when there is none */
export async function pickAttribute(
  context: AdministrationContext,
  given: AttributesRef | undefined,
  title: string,
): Promise<FoundRef & { readonly attribute: CustomAttribute }> {
  const ref = await pickOwner(context, given, title);
  if (ref.attribute) return { ...ref, attribute: ref.attribute };
  const { client } = context.connections.get(ref.instance);
  const { kind, id } = ref.owner;
  const attributes = await withAttributes(context, ref, () =>
    withProgress(l10n.t("Loading custom attributes of {0}…", ownerName(ref.owner)), (signal) =>
      client.customAttributes.list(kind, id, { signal }).all(),
    ),
  );
  if (attributes.items.length === 0 && !attributes.capped)
    throw new UserError(l10n.t("{0} has no custom attributes.", sentence(ownerName(ref.owner))));
  const attribute = await pickOne<CustomAttribute>({
    title,
    placeholder: l10n.t("Select a custom attribute of {0}", ownerName(ref.owner)),
    choices: [
      ...attributes.items.map((one) => ({
        label: plainText(one.key, 150),
        description: plainText(one.value, 200),
        iconPath: new ThemeIcon("symbol-string"),
        value: one,
      })),
      ...partialRows(attributes),
    ],
  });
  return { ...ref, attribute };
}

/** Runs a request about attributes. @throws UserError when the owner is gone or the account lacks the rights */
export async function withAttributes<T>(
  context: AdministrationContext,
  { instance, owner }: AttributesRef,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.kind === "notFound") throw goneOwner(owner, instance, error);
    throw administrationError(error, context.connections.get(instance), context.log);
  }
}
