import { type DataTransfer, FileType, Uri, workspace } from "vscode";
import { type Upload, uploadBytes, uploadFile } from "../../../api/upload.ts";

/** A file that is on its way into a page. */
export interface FileToAttach {
  readonly name: string;
  /** Opens it. @throws ApiError when it cannot be read */
  readonly open: () => Promise<Upload>;
}

/** What was pasted or dropped, as far as it is files. */
export interface FilesIn {
  readonly files: readonly FileToAttach[];
  /** Words are beside them that say something else than their names. */
  readonly hasWords: boolean;
}

/** Files and pictures in what is pasted or dropped. What the editor holds for that moment only is read at once. */
export async function filesIn(data: DataTransfer): Promise<FilesIn> {
  const items = [...data];
  const held = items.flatMap(([type, item]) => {
    const file = item.asFile();
    return file ? [{ type, file }] : [];
  });
  if (held.length > 0) {
    const files = await Promise.all(
      held.map(async ({ type, file }) => {
        const bytes = await file.data();
        const name = file.name || `${type.split("/")[0] || "file"}.${endings[type] ?? "bin"}`;
        return {
          name,
          open: () => Promise.resolve(uploadBytes(name, bytes, /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : undefined)),
        };
      }),
    );
    return { files, hasWords: await hasOtherWords(data, files) };
  }
  const list = (await data.get("text/uri-list")?.asString()) ?? "";
  const uris = list.split(/[\r\n]+/).filter((line) => line !== "" && !line.startsWith("#"));
  const files = (await Promise.all(uris.map(fileOf))).filter((file) => file !== undefined);
  // Among links and folders, files alone would not be what was meant.
  return { files: files.length === uris.length ? files : [], hasWords: false };
}

const endings: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "image/bmp": "bmp",
};
/** Schemes whose files are on the host already, or nowhere. */
const elsewhere = /^(?:https?|mailto|data|command|untitled|forgeline-[a-z]+)$/;

async function fileOf(line: string): Promise<FileToAttach | undefined> {
  try {
    const uri = Uri.parse(line.trim(), true);
    if (elsewhere.test(uri.scheme)) return undefined;
    const { type } = await workspace.fs.stat(uri);
    if ((type & FileType.File) === 0) return undefined;
    const name = uri.path.split("/").at(-1) ?? "file";
    // Large files on disk are never whole in memory.
    return {
      name,
      open: async () =>
        uri.scheme === "file" ? uploadFile(uri.fsPath) : uploadBytes(name, await workspace.fs.readFile(uri)),
    };
  } catch {
    return undefined;
  }
}

async function hasOtherWords(data: DataTransfer, files: readonly FileToAttach[]): Promise<boolean> {
  const words = ((await data.get("text/plain")?.asString()) ?? "").trim();
  return words !== "" && !words.split(/[\r\n]+/).every((line) => files.some(({ name }) => line.trim().endsWith(name)));
}
