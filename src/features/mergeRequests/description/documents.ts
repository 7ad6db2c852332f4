import { FileSystemError, l10n, Uri } from "vscode";
import {
  type DescriptionAddress,
  descriptionParts,
  readDescriptionAddress,
} from "../../../core/addresses/descriptions.ts";
import { DESCRIPTION_SCHEME } from "../../../core/addresses/schemes.ts";
import type { Context } from "../../../core/context.ts";
import type { FilesChanged } from "../../../core/lazy/lazyFiles.ts";
import { readMergeRequest } from "../../../core/mergeRequests/read.ts";
import { RemoteTextFileSystem } from "../../../core/remoteText/fileSystem.ts";
import type { RemoteText } from "../../../core/remoteText/remoteText.ts";
import { refOf } from "../review/place.ts";
type Parts = Pick<Context, "connections" | "changes" | "drafts" | "report" | "texts">;

/** The file system of descriptions of merge requests, which are sent when saved. */
export class Descriptions extends RemoteTextFileSystem {
  constructor(context: Parts, changed: FilesChanged) {
    super({
      context,
      scheme: DESCRIPTION_SCHEME,
      textOf: (uri) => description(context, uri),
      changed,
    });
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
    key: `${instance} ${project}!${iid}`,
    name: l10n.t("the description of !{0}", iid),
    file: `!${iid}.md`,
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
