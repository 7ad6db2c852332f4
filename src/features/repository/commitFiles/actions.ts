import { isUtf8 } from "node:buffer";
import type { CommitAction } from "../../../api/resources/commits.ts";
import { base64Content } from "../../../api/resources/repositoryFiles.ts";
import { SUBMODULE_MODE } from "../../../git/fileChange.ts";
import type { FileState, TreeChange } from "./treeChanges.ts";

/** Changes that the API has no action for. */
export type Unsupported = "link" | "submodule" | "kind";

/** An action of a commit, with what the host must have for it to apply to what the user saw. */
export interface PlannedAction {
  readonly action: CommitAction;
  /** The former file: another blob on the host means that someone else changed it. */
  readonly expects?: { readonly path: string; readonly blob: string };
  /** SHA of the file's new content. */
  readonly blob?: string;
}

const LINK_MODE = "120000";
const EXECUTABLE_MODE = "100755";

/**
 * Returns why a change cannot be sent: the API can delete and move links, but not write them, change submodules, or
 * turn a link into a file.
 */
export function unsupported({ before, after }: Pick<TreeChange, "before" | "after">): Unsupported | undefined {
  if (before?.mode === SUBMODULE_MODE || after?.mode === SUBMODULE_MODE) return "submodule";
  const [was, is] = [before?.mode === LINK_MODE, after?.mode === LINK_MODE];
  if (before && after && was !== is) return "kind";
  return is && before?.blob !== after?.blob ? "link" : undefined;
}

/**
 * Returns the actions that turn the old tree into the new one, in an order in which none blocks another: deletions,
 * moves, updates, new files, modes. A move that conflicts with another one, such as when a file becomes a folder, is a
 * deletion and a new file.
 * @param changes without any for which `unsupported` returns a reason
 * @param contentOf returns the bytes of a blob of `after`
 * @see Part 2, Actions
 */
export function plannedActions(
  changes: readonly TreeChange[],
  contentOf: (blob: string) => Uint8Array,
): PlannedAction[] {
  const renames = changes.filter(({ status }) => status === "renamed");
  const split = changes.flatMap((change): TreeChange[] => {
    // A link can be moved, but not created.
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

/** Encodes the content of an action: as text where possible, which is a quarter smaller than base64. */
export function content(bytes: Uint8Array): { readonly content: string; readonly encoding: "text" | "base64" } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) && !buffer.includes(0)
    ? { content: buffer.toString("utf8"), encoding: "text" }
    : base64Content(bytes);
}

function moved(
  { oldPath, path, before, after, ...rest }: TreeChange,
  contentOf: (blob: string) => Uint8Array,
): PlannedAction {
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

function updated(change: TreeChange, contentOf: (blob: string) => Uint8Array): PlannedAction[] {
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

/** Returns the action that sets the executable mode; a new file is created without it, a moved one keeps it. */
function chmod({ status, path, before, after }: TreeChange): PlannedAction[] {
  const isExecutable = (state: FileState | undefined): boolean => state?.mode === EXECUTABLE_MODE;
  if (after === undefined || status === "typeChanged" || isExecutable(before) === isExecutable(after)) return [];
  const alone = status === "modified" && before?.blob === after.blob;
  return [
    {
      action: { action: "chmod", file_path: path, execute_filemode: isExecutable(after) },
      ...(alone ? { expects: { path, blob: after.blob } } : {}),
    },
  ];
}

const expecting = ({ oldPath, before }: TreeChange): Pick<PlannedAction, "expects"> =>
  before === undefined ? {} : { expects: { path: oldPath, blob: before.blob } };

const within = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** Whether the new path of a move is inside or above the old path of any move. */
function isInTheWay({ path }: TreeChange, renames: readonly TreeChange[]): boolean {
  return renames.some(({ oldPath }) => within(path, oldPath) || within(oldPath, path));
}
