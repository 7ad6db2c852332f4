import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { UserError } from "../../../core/base/errors.ts";
import { asText, recordOf } from "../../../core/base/stored.ts";
import { foundIf } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import { inputText, submitText } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { onlyStep } from "../../../core/ui/quickInput.ts";
import type { AdministrationContext } from "../context.ts";
import { ownerName } from "./labels.ts";
import { pickOwner, attributeChange, type FoundRef, withAttributes } from "./pick.ts";
import type { AttributesRef } from "./refs.ts";

/** Values that were not sent, with what the host had when they were begun. */
const unsentValues: DraftKind<{ readonly text: string; readonly base?: string }> = {
  name: "customAttribute",
  parse: recordOf({ text: asText }, { base: asText }),
};

/**
 * Adds a custom attribute, or changes the given one; asks again if another administrator changed it meanwhile. The value is kept until it is
 * sent.
 */
export async function set(context: AdministrationContext, given?: AttributesRef): Promise<void> {
  const ref = await pickOwner(context, given, l10n.t("Set Custom Attribute"));
  const of = ownerName(ref.owner);
  const title = l10n.t("Set Custom Attribute of {0}", of);
  const key =
    ref.attribute?.key ??
    (
      await inputText({
        title,
        place: onlyStep(title, false),
        prompt: l10n.t("Enter a key. An existing attribute is changed, a new one is added"),
        validate: (text) => (text.trim() === "" ? l10n.t("Enter a key.") : undefined),
      })
    ).trim();
  const shown = plainText(key, 80);
  const now = await withAttributes(context, ref, () =>
    withProgress(l10n.t("Loading “{0}”…", shown), (signal) => read(context, ref, key, signal)),
  );
  const draftKey = `${ref.instance} ${ref.owner.kind}/${ref.owner.id} ${key}`;
  const kept = context.drafts.get(unsentValues, draftKey);
  const before = kept ? kept.base : now;
  let seen = before;
  const keep = (text: string | undefined): Promise<void> =>
    context.drafts.keepQuietly(
      unsentValues,
      draftKey,
      text === undefined || text === before ? undefined : { text, ...(before !== undefined && { base: before }) },
    );
  await submitText(
    {
      title,
      place: onlyStep(title, false),
      prompt:
        before === undefined
          ? l10n.t("Value of the new attribute “{0}”. The pencil button opens an editor for several lines.", shown)
          : l10n.t("New value of “{0}”. The pencil button opens an editor for several lines.", shown),
      value: kept?.text ?? before,
      onType: (text) => void keep(text),
      lines: {
        language: "plaintext",
        placeholder: l10n.t("Write the value in the editor below, then use it"),
        take: l10n.t("Use This Value"),
      },
      sending: l10n.t("Setting “{0}”…", shown),
      writes: true,
      failed: (error) => context.report.background(error, "Set Custom Attribute"),
    },
    async (value, signal) => {
      const theirs = await withAttributes(context, ref, () => read(context, ref, key, signal));
      if (theirs === value) return;
      if (theirs !== seen) {
        seen = theirs;
        throw new UserError(
          theirs === undefined
            ? l10n.t("Someone deleted “{0}” in the meantime. Press Enter again to set it anyway.", shown)
            : l10n.t(
                "Someone set “{0}” to “{1}” in the meantime. Press Enter again to overwrite it.",
                shown,
                plainText(theirs, 200),
              ),
        );
      }
      const { client } = context.connections.get(ref.instance);
      await withAttributes(context, ref, () =>
        runWrite(
          context,
          title,
          attributeChange(ref),
          () => client.customAttributes.set(ref.owner.kind, ref.owner.id, key, { value }, { signal }),
          {
            within: signal,
            what: value,
            find: async (until) =>
              foundIf(
                await client.customAttributes.get(ref.owner.kind, ref.owner.id, key, { signal: until }),
                (now) => now.value === value,
              ),
          },
        ),
      );
    },
  );
  await keep(undefined);
  notice(l10n.t("Set “{0}” of {1}.", shown, of));
}

/** Reads the value of an attribute; undefined without one. @throws ApiError, also `notFound` when the owner is gone */
async function read(
  context: AdministrationContext,
  { instance, owner: { kind, id } }: FoundRef,
  key: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { customAttributes } = context.connections.get(instance).client;
  try {
    return (await customAttributes.get(kind, id, key, { signal })).value;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
    // A missing owner gives the same answer, except for the list.
    await customAttributes.list(kind, id, { perPage: 1, signal }).page();
    return undefined;
  }
}
