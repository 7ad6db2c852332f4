import { FileSystemError, l10n, Uri } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { CustomAttribute } from "../../../api/resources/customAttributes.ts";
import { ATTRIBUTES_SCHEME } from "../../../core/addresses/schemes.ts";
import { UserError } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import { holdAccounts } from "../../../core/heldAccounts.ts";
import type { FilesChanged } from "../../../core/lazy/lazyFiles.ts";
import { RemoteTextFileSystem } from "../../../core/remoteText/fileSystem.ts";
import { type RemoteText, sameText } from "../../../core/remoteText/remoteText.ts";
import { notice } from "../../../core/ui/notice.ts";
import { wholeList } from "../../../core/ui/partialList.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { type AttributesAddress, attributesParts, readAttributesAddress } from "./address.ts";
import { administrationError } from "./errors.ts";
import { ownerName, problemWords } from "./labels.ts";
import { goneOwner } from "./owner.ts";
import { confirmDeletions, planWords } from "./questions.ts";
import {
  attributesText,
  hasSameAttributes,
  type AttributesPlan,
  isProblem,
  planAttributes,
  readAttributes,
} from "./text.ts";

type Parts = Pick<Context, "connections" | "changes" | "log" | "drafts" | "report" | "texts">;

/** A write that failed midway. */
interface PartialWrite {
  /** The text before the write. */
  readonly before: string;
  /** The text of what the host has since. */
  readonly after: string;
}

/** Custom attributes as documents; saving sends the changes one by one. */
export class AttributeDocuments extends RemoteTextFileSystem {
  private readonly partialWrites: Map<string, PartialWrite>;

  constructor(context: Parts, changed: FilesChanged) {
    const partialWrites = new Map<string, PartialWrite>();
    super({
      context,
      scheme: ATTRIBUTES_SCHEME,
      textOf: (uri) => attributesOf(context, uri, partialWrites),
      changed,
    });
    this.partialWrites = partialWrites;
  }

  override async discard(uri: Uri): Promise<void> {
    this.partialWrites.delete(uri.query);
    await super.discard(uri);
  }

  /** Returns the URI of an owner's attributes. */
  uriOf(address: AttributesAddress): Uri {
    return Uri.from({ scheme: ATTRIBUTES_SCHEME, ...attributesParts(address) });
  }
}

function attributesOf(context: Parts, uri: Uri, partialWrites: Map<string, PartialWrite>): RemoteText {
  const address = readAttributesAddress(uri.query);
  if (!address) throw FileSystemError.FileNotFound(uri);
  const { instance, owner } = address;
  const { kind, id } = owner;
  /** The host's attributes at the last read. */
  let current: readonly CustomAttribute[] = [];
  const withErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.kind === "notFound") throw goneOwner(owner, instance, error);
      throw administrationError(error, context.connections.get(instance), context.log);
    }
  };
  return {
    instance,
    key: `${instance} ${kind}/${id}`,
    name: l10n.t("the custom attributes of {0}", ownerName(owner)),
    file: `${plainText(owner.name, 80).replaceAll("/", " ")}.attributes.json`,
    resolveCommand: l10n.t("Edit Custom Attributes"),
    read: async (signal) => {
      // Saving compares with all of them.
      current = wholeList(
        await withErrors(() =>
          context.connections.get(instance).client.customAttributes.list(kind, id, { signal }).all(),
        ),
      );
      const text = attributesText(current);
      const partial = partialWrites.get(uri.query);
      // Unchanged since the failed write: no conflict, so that the rest can be sent.
      return partial !== undefined && sameText(text, partial.after) ? partial.before : text;
    },
    send: async (text, _current, signal) => {
      const { held } = holdAccounts(context);
      const wanted = readAttributes(text);
      if (isProblem(wanted)) throw new UserError(problemWords(wanted));
      const plan = planAttributes(current, wanted);
      await confirmDeletions({ context, uri, owner, instance, plan, before: attributesText(current) });
      const before = partialWrites.get(uri.query)?.before ?? attributesText(current);
      const now = new Map(current.map(({ key: one, value }) => [one, value]));
      try {
        await withErrors(() => write(held, address, plan, now, signal));
      } catch (error) {
        partialWrites.set(uri.query, {
          before,
          after: attributesText([...now].map(([one, value]) => ({ key: one, value }))),
        });
        throw error;
      }
      partialWrites.delete(uri.query);
      notice(planWords(plan));
    },
    isSame: hasSameAttributes,
    announce: () => context.changes.fire({ instance, project: "", subject: "customAttribute" }),
  };
}

/** Sends the changes. @param now the host's attributes, updated after each request */
async function write(
  context: Parts,
  { instance, owner: { kind, id } }: AttributesAddress,
  { added, changed, deleted }: AttributesPlan,
  now: Map<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const { customAttributes } = context.connections.get(instance).client;
  for (const { key, value } of [...added, ...changed]) {
    await customAttributes.set(kind, id, key, { value }, { signal });
    now.set(key, value);
  }
  for (const { key } of deleted) {
    try {
      await customAttributes.delete(kind, id, key, { signal });
    } catch (error) {
      // Already deleted by another administrator.
      if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
    }
    now.delete(key);
  }
}
