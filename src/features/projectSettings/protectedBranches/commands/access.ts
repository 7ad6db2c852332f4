import { l10n, ThemeIcon } from "vscode";
import type {
  AccessChange,
  AccessLevelRecord,
  UpdateProtectedBranch,
} from "../../../../api/resources/protectedBranches.ts";
import { isCancelled, UserError } from "../../../../core/base/errors.ts";
import { instanceHost } from "../../../../core/base/instanceUrl.ts";
import { confirm } from "../../../../core/ui/confirm.ts";
import { describeError, type ErrorWords } from "../../../../core/ui/describeError.ts";
import { notice } from "../../../../core/ui/notice.ts";
import { pickOne } from "../../../../core/ui/pick.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { GoBack, onlyStep } from "../../../../core/ui/quickInput.ts";
import type { ProjectSettingsContext } from "../../context.ts";
import { entryIcon } from "../items.ts";
import { accessName, accessNames, entriesOf, kindName } from "../labels.ts";
import { accessKey, whomOf } from "../nodes.ts";
import { type AccessKind, accessKinds } from "../permissions.ts";
import { pickProtectedBranch, changeRule, readRule, ruleName, whereWords, type WholeRule } from "../pick.ts";
import { askedFor, pickAccess, noEntry, type NewAccess } from "../pickAccess.ts";
import type { ProtectedAccessRef } from "../refs.ts";

/** Returns changes of access entries as a request. */
const listOf = (access: AccessKind, changes: readonly AccessChange[]): UpdateProtectedBranch => ({
  [`allowed_to_${access}`]: changes,
});

/** Adds an access entry. @throws CancelledError */
export async function addAccess(context: ProjectSettingsContext, given?: ProtectedAccessRef): Promise<void> {
  const title = l10n.t("Add Access");
  const { ref, access } = await askList(context, given, title);
  await adding(context, ref, access, title);
}

/** Asks for an entry and adds it; asks again with the reason if the host refuses. @throws CancelledError, GoBack */
export async function adding(
  context: ProjectSettingsContext,
  ref: WholeRule,
  access: AccessKind,
  title: string,
  back = false,
): Promise<void> {
  await asking(context, { ref, access, title, back }, async (whom) => {
    await changeRule(context, ref, listOf(access, [whom.entry]), askedFor([whom]));
    notice(l10n.t("“{1}”, {0}: added {2}.", kindName(access), ruleName(ref), plainText(whom.name, 80)));
  });
}

/** Replaces an access entry. @throws CancelledError */
export async function changeAccess(context: ProjectSettingsContext, given?: ProtectedAccessRef): Promise<void> {
  const title = l10n.t("Change Access");
  const { ref, access, entry } = await askEntry(context, given, title);
  await changing(context, ref, access, entry, title);
}

/** Asks for an entry and replaces the given one by it. @throws CancelledError, GoBack */
export async function changing(
  context: ProjectSettingsContext,
  ref: WholeRule,
  access: AccessKind,
  entry: AccessLevelRecord,
  title: string,
  back = false,
): Promise<void> {
  const present = typeof entry.access_level === "number" ? entry.access_level : undefined;
  await asking(context, { ref, access, title, back, present }, async (whom) => {
    checkSame(await readRule(context, ref), access, entry);
    await changeRule(context, ref, listOf(access, [{ ...whom.entry, id: entryId(entry, ref) }]), askedFor([whom]));
    notice(
      l10n.t(
        "“{1}”, {0}: replaced {3} with {2}.",
        kindName(access),
        ruleName(ref),
        plainText(whom.name, 80),
        accessName(entry),
      ),
    );
  });
}

/** Removes an access entry after confirmation. @throws CancelledError */
export async function removeAccess(context: ProjectSettingsContext, given?: ProtectedAccessRef): Promise<void> {
  const { ref, access, entry } = await askEntry(context, given, l10n.t("Remove Access"));
  await removing(context, ref, access, entry);
}

export async function removing(
  context: ProjectSettingsContext,
  ref: WholeRule,
  access: AccessKind,
  entry: AccessLevelRecord,
): Promise<void> {
  const others = (entriesOf(ref.protectedBranch, access) ?? []).filter((one) => accessKey(one) !== accessKey(entry));
  await confirm(context, ref, {
    question: l10n.t("Remove “{0}” from “{1}” of “{2}”?", accessName(entry), kindName(access), ruleName(ref)),
    detail:
      others.length === 0
        ? l10n.t("This is the only entry.")
        : l10n.t("Remaining entries in this list of {1}: {0}.", accessNames(others), whereWords(ref)),
    buttons: [l10n.t("Remove")],
  });
  checkSame(await readRule(context, ref), access, entry);
  await changeRule(context, ref, listOf(access, [{ id: entryId(entry, ref), _destroy: true }]));
  notice(l10n.t("“{1}”, {0}: removed {2}.", kindName(access), ruleName(ref), accessName(entry)));
}

interface Asking {
  readonly ref: WholeRule;
  readonly access: AccessKind;
  readonly title: string;
  readonly back: boolean;
  readonly present?: number | undefined;
}

async function asking(
  context: ProjectSettingsContext,
  { ref, access, title, back, present }: Asking,
  write: (whom: NewAccess) => Promise<void>,
): Promise<void> {
  const people = (await context.protections.load()).higherEdition(ref);
  let refused: ErrorWords | undefined;
  for (;;) {
    const whom = await pickAccess(context, {
      scope: ref,
      access,
      place: onlyStep(title, back),
      people,
      refused,
      present,
    });
    try {
      await write(whom);
      return;
    } catch (error) {
      if (isCancelled(error) || error instanceof GoBack || error instanceof Outdated) throw error;
      context.report.background(error, title);
      refused = describeError(error);
    }
  }
}

/** Returns the ID by which the host changes an entry. @throws UserError on older hosts, which send none */
function entryId({ id }: AccessLevelRecord, { instance }: WholeRule): number {
  if (typeof id === "number") return id;
  throw new UserError(
    l10n.t("{0} does not support changing single entries. Change the access on its web page.", instanceHost(instance)),
  );
}

/** The protection has changed since the user saw it. */
export class Outdated extends UserError {}

/** Ensures that the entry is still the one that the user saw. @throws Outdated */
function checkSame({ protectedBranch }: WholeRule, access: AccessKind, seen: AccessLevelRecord): void {
  const now = entriesOf(protectedBranch, access)?.find((one) => accessKey(one) === accessKey(seen));
  if (now !== undefined && whomOf(now) === whomOf(seen)) return;
  const action = { title: l10n.t("Refresh"), command: "forgeline.refresh" } as const;
  throw new Outdated(
    now === undefined
      ? l10n.t(
          "“{0}” was already removed from “{1}” by someone else. Nothing was changed.",
          accessName(seen),
          kindName(access),
        )
      : l10n.t(
          "Someone replaced “{1}” with “{0}” in the meantime. Nothing was changed. Review the current access.",
          accessName(now),
          accessName(seen),
        ),
    { action },
  );
}

/** Returns the given list of entries, or asks for one. */
async function askList(
  context: ProjectSettingsContext,
  given: ProtectedAccessRef | undefined,
  title: string,
): Promise<{ ref: WholeRule; access: AccessKind }> {
  const ref = await readRule(
    context,
    await pickProtectedBranch(context, given, { title, placeholder: l10n.t("Select a protected branch") }),
  );
  const lists = accessKinds.filter((kind) => entriesOf(ref.protectedBranch, kind) !== undefined);
  const access =
    given?.access ??
    (await pickOne<AccessKind>({
      title,
      placeholder: l10n.t("Select the kind of access to “{0}”", ruleName(ref)),
      choices: lists.map((kind) => ({
        label: kindName(kind),
        description: accessNames(entriesOf(ref.protectedBranch, kind) ?? []),
        value: kind,
      })),
    }));
  return { ref, access };
}

async function askEntry(
  context: ProjectSettingsContext,
  given: ProtectedAccessRef | undefined,
  title: string,
): Promise<{ ref: WholeRule; access: AccessKind; entry: AccessLevelRecord }> {
  if (given?.access !== undefined && given.entry !== undefined) {
    const ref = await readRule(context, given);
    checkSame(ref, given.access, given.entry);
    return { ref, access: given.access, entry: given.entry };
  }
  const { ref, access } = await askList(context, given, title);
  const entries = entriesOf(ref.protectedBranch, access) ?? [];
  if (entries.length === 0) noEntry();
  const entry = await pickOne<AccessLevelRecord>({
    title,
    placeholder: l10n.t("{0} of “{1}”", kindName(access), ruleName(ref)),
    choices: entries.map((each) => ({
      label: accessName(each),
      iconPath: new ThemeIcon(entryIcon(each)),
      value: each,
    })),
  });
  return { ref, access, entry };
}
