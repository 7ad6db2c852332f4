import { FileSystemError, l10n, Uri } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { CustomAttribute } from "../../../api/resources/customAttributes.ts";
import { ATTRIBUTES_SCHEME } from "../../../core/addresses/schemes.ts";
import { UserError } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import type { FilesChanged } from "../../../core/lazy/lazyFiles.ts";
import { RemoteTextFileSystem } from "../../../core/remoteText/fileSystem.ts";
import { type RemoteText, sameText } from "../../../core/remoteText/remoteText.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { type AttributesAddress, attributesParts, readAttributesAddress } from "./address.ts";
import { administrationError } from "./errors.ts";
import { ownerName, problemWords } from "./labels.ts";
import { goneOwner } from "./owner.ts";
import { confirmDeletions, planWords } from "./questions.ts";
import { attributesText, type AttributesPlan, isProblem, planAttributes, readAttributes } from "./text.ts";

type Parts = Pick<Context, "connections" | "changes" | "log" | "drafts" | "report" | "texts">;

/** A write that failed midway: what it was to become, from what the person saw to what the host has since. */
interface Halfway {
  readonly seen: string;
  readonly left: string;
}

/** Custom attributes as texts that are edited and sent, one attribute after the other. */
export class AttributeDocuments extends RemoteTextFileSystem {
  private readonly halfway: Map<string, Halfway>;

  constructor(context: Parts, changed: FilesChanged) {
    const halfway = new Map<string, Halfway>();
    super({
      context,
      scheme: ATTRIBUTES_SCHEME,
      textOf: (uri) => attributesOf(context, uri, halfway),
      changed,
    });
    this.halfway = halfway;
  }

  override async discard(uri: Uri): Promise<void> {
    this.halfway.delete(uri.query);
    await super.discard(uri);
  }

  /** The document of something's attributes. */
  uriOf(address: AttributesAddress): Uri {
    return Uri.from({ scheme: ATTRIBUTES_SCHEME, ...attributesParts(address) });
  }
}

function attributesOf(context: Parts, uri: Uri, halfway: Map<string, Halfway>): RemoteText {
  const address = readAttributesAddress(uri.query);
  if (!address) throw FileSystemError.FileNotFound(uri);
  const { instance, owner } = address;
  const { kind, id } = owner;
  /** What the host had when it was asked last. */
  let there: readonly CustomAttribute[] = [];
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.kind === "notFound") throw goneOwner(owner, instance, error);
      throw administrationError(error, context.connections.get(instance), context.log);
    }
  };
  return {
    key: `${instance} ${kind}/${id}`,
    name: l10n.t("the custom attributes of {0}", ownerName(owner)),
    file: `${plainText(owner.name, 80).replaceAll("/", " ")}.attributes.json`,
    read: async (signal) => {
      there = (
        await told(() => context.connections.get(instance).client.customAttributes.list(kind, id, { signal }).all())
      ).items;
      const text = attributesText(there);
      const half = halfway.get(uri.query);
      // Nobody else wrote since the person's own write broke off: the rest of it can go on.
      return half !== undefined && sameText(text, half.left) ? half.seen : text;
    },
    send: async (text, _there, signal) => {
      const wanted = readAttributes(text);
      if (isProblem(wanted)) throw new UserError(problemWords(wanted));
      const plan = planAttributes(there, wanted);
      await confirmDeletions({ context, uri, owner, instance, plan, before: attributesText(there) });
      const seen = halfway.get(uri.query)?.seen ?? attributesText(there);
      const now = new Map(there.map(({ key: one, value }) => [one, value]));
      try {
        await told(() => write(context, address, plan, now, signal));
      } catch (error) {
        halfway.set(uri.query, { seen, left: attributesText([...now].map(([one, value]) => ({ key: one, value }))) });
        throw error;
      }
      halfway.delete(uri.query);
      notice(planWords(plan));
    },
    announce: () => context.changes.fire({ instance, project: "", subject: "customAttribute" }),
  };
}

/** Sends what differs. @param now what the host has, kept up with what is sent */
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
      // Somebody else deleted it a moment before: it is as it was to be.
      if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
    }
    now.delete(key);
  }
}
