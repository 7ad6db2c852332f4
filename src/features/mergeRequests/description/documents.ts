import { type FileStat, FileSystemError, l10n, Uri } from "vscode";
import {
  type DescriptionAddress,
  descriptionParts,
  readDescriptionAddress,
} from "../../../core/addresses/descriptions.ts";
import { DESCRIPTION_SCHEME } from "../../../core/addresses/schemes.ts";
import type { Context } from "../../../core/context.ts";
import type { FilesChanged } from "../../../core/lazy/lazyFiles.ts";
import { readMergeRequest } from "../../../core/mergeRequests/read.ts";
import { refOf } from "../../../core/mergeRequests/review/place.ts";
import { RemoteTextFileSystem } from "../../../core/remoteText/fileSystem.ts";
import type { RemoteText } from "../../../core/remoteText/remoteText.ts";
import { NewDescriptions, readNewDescription } from "../creating/descriptionFile.ts";
import { Proposals } from "../creating/proposals.ts";

type Parts = Pick<Context, "connections" | "changes" | "drafts" | "report" | "texts">;

/** The file system of descriptions of merge requests, which are sent when saved, and of those that are being created. */
export class Descriptions extends RemoteTextFileSystem {
  /** The merge requests that are being created. */
  readonly proposals: Proposals;
  private readonly created: NewDescriptions;

  constructor(context: Parts, changed: FilesChanged) {
    super({
      context,
      scheme: DESCRIPTION_SCHEME,
      textOf: (uri) => description(context, uri),
      changed,
    });
    this.proposals = new Proposals(context.drafts);
    this.created = new NewDescriptions(this.proposals, changed);
  }

  override async stat(uri: Uri): Promise<FileStat> {
    const ref = readNewDescription(uri);
    return ref ? this.created.stat(ref) : super.stat(uri);
  }

  override async readFile(uri: Uri): Promise<Uint8Array> {
    const ref = readNewDescription(uri);
    return ref ? Buffer.from(this.created.read(ref)) : super.readFile(uri);
  }

  override async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const ref = readNewDescription(uri);
    return ref ? this.created.write(ref, new TextDecoder().decode(content)) : super.writeFile(uri, content);
  }

  override dispose(): void {
    this.created.dispose();
    this.proposals.dispose();
    super.dispose();
  }

  /** Returns the URI of a description. */
  uriOf(address: DescriptionAddress): Uri {
    return Uri.from({ scheme: DESCRIPTION_SCHEME, ...descriptionParts(address) });
  }
}

function description(context: Parts, uri: Uri): RemoteText {
  const address = readDescriptionAddress(uri.query);
  if (!address) throw FileSystemError.FileNotFound(uri);
  const { instance, project, iid } = address;
  return {
    instance,
    key: `${instance} ${project}!${iid}`,
    name: l10n.t("the description of !{0}", iid),
    file: `!${iid}.md`,
    resolveCommand: l10n.t("Open Merge Request Description"),
    read: async (signal) =>
      (await readMergeRequest(context, refOf({ instance, project, iid }), signal)).description ?? "",
    send: async (text, _there, signal) => {
      await context.connections
        .get(instance)
        .client.mergeRequests.update(project, iid, { description: text }, { signal });
    },
    announce: () => context.changes.fire({ instance, project, subject: "mergeRequest", iid }),
  };
}
