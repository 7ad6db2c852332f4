import { l10n, ThemeIcon } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { AttributedKind, CustomAttribute } from "../../../api/resources/customAttributes.ts";
import { UserError } from "../../../core/base/errors.ts";
import type { Change } from "../../../core/changes.ts";
import { inputText } from "../../../core/ui/form.ts";
import { pickOne, type Row, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { GoBack, type Place } from "../../../core/ui/quickInput.ts";
import type { AdministrationContext } from "../context.ts";
import { pickUser } from "../users/pick.ts";
import { administrationError } from "./errors.ts";
import { ownerKindName, ownerName } from "./labels.ts";
import { type FoundOwner, findOwner, goneOwner, namedOwner } from "./owner.ts";
import type { AttributesRef } from "./refs.ts";

/** Something with attributes by its number. */
export interface FoundRef extends AttributesRef {
  readonly owner: FoundOwner;
}

/** What a write to attributes announces; they are of no project of their own. */
export const attributeChange = ({ instance }: Pick<AttributesRef, "instance">): Change => ({
  instance,
  project: "",
  subject: "customAttribute",
});

/**
 * What a command is about: what was given, or what the person picks of those shown, or names: a user by user name, a group or project by
 * path or number.
 * @throws CancelledError, UserError when the host does not tell its number
 */
export async function pickOwner(
  context: AdministrationContext,
  given: AttributesRef | undefined,
  title: string,
): Promise<FoundRef> {
  const ref = given ?? (await chooseOwner(context, title));
  return { ...ref, owner: await looked(context, ref.instance, ref.owner, findOwner) };
}

async function looked(
  context: AdministrationContext,
  instance: string,
  owner: AttributesRef["owner"],
  look: typeof findOwner,
): Promise<FoundOwner> {
  const connection = context.connections.get(instance);
  try {
    return owner.id === undefined
      ? await withProgress(l10n.t("Looking for {0}…", ownerName(owner)), (signal) => look(connection, owner, signal))
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
        description: open ? l10n.t("{0}, open here", ownerKindName(owner.kind)) : ownerKindName(owner.kind),
        iconPath: new ThemeIcon({ users: "account", groups: "organization", projects: "repo" }[owner.kind]),
        value: { instance, owner },
      })),
      ...otherRows(),
    ];
    const chosen = await pickOne<AttributesRef | AttributedKind>({
      title,
      placeholder: l10n.t("Whose custom attributes are meant"),
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

/** Asks which kind of thing, then which. @throws CancelledError, UserError */
export async function pickAnyOwner(context: AdministrationContext, title: string): Promise<FoundRef> {
  const { project } = context.current.require();
  for (;;) {
    const kind = await pickOne<AttributedKind>({
      title,
      placeholder: l10n.t("Whose custom attributes are meant"),
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
      placeholder: l10n.t("User whose custom attributes are meant"),
    });
    return { kind, name: user.username, id: user.id };
  }
  const place: Place = { title, step: 1, total: 1, back: true, draft: undefined };
  const name = await inputText({
    title,
    place,
    prompt:
      kind === "groups"
        ? l10n.t("Path of the group, such as demo/team, or its number")
        : l10n.t("Path of the project, such as demo/weather-station, or its number"),
    validate: (text) => (text.trim() === "" ? l10n.t("A path or a number is needed.") : undefined),
  });
  return looked(context, project.instance, { kind, name: name.trim().replace(/^\/+|\/+$/g, "") }, namedOwner);
}

/** The attribute a command is about: the given one, or one that the person picks. @throws CancelledError, UserError when there is none */
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
    withProgress(l10n.t("Reading the custom attributes of {0}…", ownerName(ref.owner)), (signal) =>
      client.customAttributes.list(kind, id, { signal }).all(),
    ),
  );
  if (attributes.items.length === 0)
    throw new UserError(l10n.t("There are no custom attributes of {0}.", ownerName(ref.owner)));
  const attribute = await pickOne<CustomAttribute>({
    title,
    placeholder: l10n.t("Custom attribute of {0}", ownerName(ref.owner)),
    choices: attributes.items.map((one) => ({
      label: plainText(one.key, 150),
      description: plainText(one.value, 200),
      iconPath: new ThemeIcon("symbol-string"),
      value: one,
    })),
  });
  return { ...ref, attribute };
}

/** Does something with attributes; refusals become words. @throws UserError when what has them is gone, or the account may not */
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
