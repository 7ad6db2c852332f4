import { l10n } from "vscode";
import type { LazyFiles } from "../lazy/lazyFiles.ts";
import type { NodeRenderers, Rows } from "../tree/node.ts";
import { WholeDownloadNeeded } from "./archiveListings.ts";
import { type ArtifactFiles, MAX_AUTO_DOWNLOAD } from "./artifactFiles.ts";
import {
  artifactFileItem,
  artifactFolderItem,
  artifactsItem,
  refusedArtifactItem,
  refusedArtifactsItem,
  wholeArchiveItem,
} from "./items.ts";
import { artifactError } from "./labels.ts";
import type { ArchiveListing } from "./listing.ts";
import {
  type ArtifactFolderNode,
  artifactId,
  type ArtifactNode,
  type ArtifactsNode,
  type RefusedArtifactNode,
} from "./nodes.ts";

/** Number of rows shown per folder at once. */
const page = 500;

export interface ArtifactRendererOptions {
  readonly artifacts: Pick<LazyFiles<ArtifactFiles>, "load">;
  /** Called when an archive was listed, to refresh the rows. */
  readonly read: () => void;
  /** Aborts when the view shows something else. */
  readonly signal: AbortSignal;
}

/** Returns the renderers of artifact rows below jobs. */
export function artifactRenderers({
  artifacts,
  read,
  signal: over,
}: ArtifactRendererOptions): NodeRenderers<ArtifactNode> {
  let files: ArtifactFiles | undefined;
  /** Number of shown rows by folder row ID. */
  const shown = new Map<string, number>();
  const archiveOf = ({ instance, project, job }: ArtifactNode) => ({
    instance,
    project,
    job: job.id,
    size: job.artifacts_file?.size ?? undefined,
  });
  const loaded = async (): Promise<ArtifactFiles> => {
    const all = await artifacts.load();
    if (!files && !over.aborted) {
      files = all;
      const listening = all.listings.onDidList(() => read());
      over.addEventListener("abort", () => listening.dispose(), { once: true });
    }
    return all;
  };
  const listingOf = (node: ArtifactNode): ArchiveListing | undefined => files?.listings.known(archiveOf(node));

  const rowsOf = (node: ArtifactsNode | ArtifactFolderNode): Rows<ArtifactNode> | undefined => {
    const listing = listingOf(node);
    const rows = listing?.rows(node.kind === "artifacts" ? "" : node.path);
    if (!listing || !rows) return undefined;
    const { instance, project, job, base } = node;
    const below = { instance, project, job, base };
    const id = artifactId(node);
    const limit = shown.get(id) ?? page;
    const nodes: ArtifactNode[] = rows
      .slice(0, limit)
      .map((row) =>
        row.kind === "folder"
          ? { kind: "artifactFolder", ...below, name: row.name, path: row.path }
          : { kind: "artifactFile", ...below, artifact: row },
      );
    if (node.kind === "artifacts" && listing.refusedCount > 0)
      nodes.push({ kind: "refusedArtifacts", ...below, count: listing.refusedCount });
    const more = (): Promise<Rows<ArtifactNode>> => {
      shown.set(id, limit + page);
      return Promise.resolve({ nodes: [] }); // What is known has grown; the rows are made from it.
    };
    return {
      nodes,
      note: node.kind === "artifacts" ? l10n.t("The archive is empty") : l10n.t("The folder is empty"),
      more: rows.length > limit ? more : undefined,
    };
  };

  return {
    artifacts: {
      id: artifactId,
      item: artifactsItem,
      known: rowsOf,
      children: async (node, signal) => {
        const { listings } = await loaded();
        try {
          await listings.list(archiveOf(node), { signal, whole: MAX_AUTO_DOWNLOAD });
        } catch (error) {
          if (!(error instanceof WholeDownloadNeeded)) throw artifactError(error, node);
          const { instance, project, job, base } = node;
          return {
            nodes: [
              {
                kind: "wholeArchive",
                instance,
                project,
                job,
                base,
                ...(error.size !== undefined && { size: error.size }),
              },
            ],
          };
        }
        return rowsOf(node) ?? { nodes: [] };
      },
    },
    artifactFolder: { id: artifactId, item: artifactFolderItem, known: (node) => rowsOf(node) ?? { nodes: [] } },
    artifactFile: {
      id: artifactId,
      item: (node) =>
        artifactFileItem(
          node,
          files?.uriOf({ instance: node.instance, project: node.project, job: node.job.id, path: node.artifact.path }),
        ),
    },
    refusedArtifacts: {
      id: artifactId,
      item: refusedArtifactsItem,
      known: (node) => {
        const { instance, project, job, base } = node;
        return {
          nodes: (listingOf(node)?.refused ?? []).map((entry, at): RefusedArtifactNode => ({
            kind: "refusedArtifact",
            instance,
            project,
            job,
            base,
            entry,
            at,
          })),
        };
      },
    },
    refusedArtifact: { id: artifactId, item: refusedArtifactItem },
    wholeArchive: { id: artifactId, item: wholeArchiveItem },
  };
}
