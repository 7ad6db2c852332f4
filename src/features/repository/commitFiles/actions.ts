import { isUtf8 } from "node:buffer";
import type { CommitAction } from "../../../api/resources/commits.ts";
import { SUBMODULE_MODE } from "../../../git/fileChange.ts";
import type { FileState, TreeChange } from "./treeChanges.ts";

/** What the API has no action for. */
export type Unsuited = "link" | "submodule" | "kind";

/** One action of a commit, with what has to be so on the host for it to be what the person saw. */
export interface Planned {
  readonly action: CommitAction;
  /** The file as it was: another blob on the host means that somebody changed it. */
  readonly expects?: { readonly path: string; readonly blob: string };
  /** Sha of the file's content after it. */
  readonly blob?: string;
}

const LINK_MODE = "120000";
const PROGRAM_MODE = "100755";

/** Why a change cannot be sent: links and submodules cannot be written through the API, only deleted and moved (links), nor can one become a file. */
export function unsuited({ before, after }: Pick<TreeChange, "before" | "after">): Unsuited | undefined {
  if (before?.mode === SUBMODULE_MODE || after?.mode === SUBMODULE_MODE) return "submodule";
  const [was, is] = [before?.mode === LINK_MODE, after?.mode === LINK_MODE];
  if (before && after && was !== is) return "kind";
  return is && before?.blob !== after?.blob ? "link" : undefined;
}

/**
 * The actions that make the changed tree out of the tree before, in an order in which each finds what it needs: first what goes away,
 * then moves, new contents, new files and modes. Where a move would stand in the way of another one (a file becomes a folder and the
 * like), it is a deletion and a new file.
 * @param changes of which none is `unsuited`
 * @param contentOf the bytes behind a blob of `after`
 * @see Part 2, Actions
 */
export function plannedActions(changes: readonly TreeChange[], contentOf: (blob: string) => Uint8Array): Planned[] {
  const renames = changes.filter(({ status }) => status === "renamed");
  const split = changes.flatMap((change): TreeChange[] => {
    // A link can be moved, but not written anew.
    if (change.status !== "renamed" || change.after?.mode === LINK_MODE || !isInTheWay(change, renames))
      return [change];
    const { oldPath, path, before, after } = change;
    return [
      { status: "deleted", path: oldPath, oldPath, ...(before && { before }) },
      { status: "added", path, oldPath: path, ...(after && { after }) },
    ];
  });
  const of = (status: TreeChange["status"]): TreeChange[] => split.filter((change) => change.status === status);
  return [
    ...of("deleted").map((change) => ({
      action: { action: "delete", file_path: change.path } as const,
      ...expecting(change),
    })),
    ...of("renamed").map((change) => moved(change, contentOf)),
    ...of("modified").flatMap((change) => updated(change, contentOf)),
    ...of("added").flatMap(({ path, after }) =>
      after === undefined
        ? []
        : [
            {
              action: { action: "create", file_path: path, ...content(contentOf(after.blob)) } as const,
              blob: after.blob,
            },
          ],
    ),
    ...split.flatMap((change) => chmod(change)),
  ];
}

/** Bytes as an action carries them: text where they are, since that is a third shorter than base64. */
export function content(bytes: Uint8Array): { readonly content: string; readonly encoding: "text" | "base64" } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) && !buffer.includes(0)
    ? { content: buffer.toString("utf8"), encoding: "text" }
    : { content: buffer.toString("base64"), encoding: "base64" };
}

function moved(
  { oldPath, path, before, after, ...rest }: TreeChange,
  contentOf: (blob: string) => Uint8Array,
): Planned {
  const kept = after === undefined || before?.blob === after.blob;
  return {
    action: {
      action: "move",
      file_path: path,
      previous_path: oldPath,
      ...(kept ? {} : content(contentOf(after.blob))),
    },
    ...expecting({ ...rest, oldPath, path, ...(before && { before }) }),
    ...(after === undefined ? {} : { blob: after.blob }),
  };
}

function updated(change: TreeChange, contentOf: (blob: string) => Uint8Array): Planned[] {
  const { path, before, after } = change;
  if (after === undefined || before?.blob === after.blob) return [];
  return [
    {
      action: { action: "update", file_path: path, ...content(contentOf(after.blob)) },
      blob: after.blob,
      ...expecting(change),
    },
  ];
}

/** A new file comes without the right to run, a moved one keeps what it had. */
function chmod({ status, path, before, after }: TreeChange): Planned[] {
  const runs = (state: FileState | undefined): boolean => state?.mode === PROGRAM_MODE;
  if (after === undefined || status === "typeChanged" || runs(before) === runs(after)) return [];
  const alone = status === "modified" && before?.blob === after.blob;
  return [
    {
      action: { action: "chmod", file_path: path, execute_filemode: runs(after) },
      ...(alone ? { expects: { path, blob: after.blob } } : {}),
    },
  ];
}

const expecting = ({ oldPath, before }: TreeChange): Pick<Planned, "expects"> =>
  before === undefined ? {} : { expects: { path: oldPath, blob: before.blob } };

const within = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** Whether a move's new place lies in or above a place that some move leaves. */
function isInTheWay({ path }: TreeChange, renames: readonly TreeChange[]): boolean {
  return renames.some(({ oldPath }) => within(path, oldPath) || within(oldPath, path));
}
