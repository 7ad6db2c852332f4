import { type DataTransfer, FileType, Uri, workspace } from "vscode";
import { type Upload, uploadBytes, uploadFile } from "../../api/upload.ts";

/** A file to upload. */
export interface FileToAttach {
  readonly name: string;
  /** Opens the file. @throws ApiError when it cannot be read */
  readonly open: () => Promise<Upload>;
}

/** The files in pasted or dropped data. */
export interface TransferredFiles {
  readonly files: readonly FileToAttach[];
  /** Whether the data also has text other than the file names. */
  readonly hasText: boolean;
}

/** Returns the files in pasted or dropped data; in-memory files are read at once, since VS Code releases them. */
export async function filesIn(data: DataTransfer): Promise<TransferredFiles> {
  const items = [...data];
  const inMemory = items.flatMap(([type, item]) => {
    const file = item.asFile();
    return file ? [{ type, file }] : [];
  });
  if (inMemory.length > 0) {
    const files = await Promise.all(
      inMemory.map(async ({ type, file }) => {
        const bytes = await file.data();
        const name = file.name || `${type.split("/")[0] || "file"}.${extensions[type] ?? "bin"}`;
        return {
          name,
          open: () => Promise.resolve(uploadBytes(name, bytes, /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : undefined)),
        };
      }),
    );
    return { files, hasText: await hasOtherText(data, files) };
  }
  const list = (await data.get("text/uri-list")?.asString()) ?? "";
  const uris = list.split(/[\r\n]+/).filter((line) => line !== "" && !line.startsWith("#"));
  const files = (await Promise.all(uris.map(fileOf))).filter((file) => file !== undefined);
  // A mix of files with links or folders is left to VS Code.
  return { files: files.length === uris.length ? files : [], hasText: false };
}

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "image/bmp": "bmp",
};
/** Schemes whose files are on the host already, or are not files. */
const excludedSchemes = /^(?:https?|mailto|data|command|untitled|forgeline-[a-z]+)$/;

async function fileOf(line: string): Promise<FileToAttach | undefined> {
  try {
    const uri = Uri.parse(line.trim(), true);
    if (excludedSchemes.test(uri.scheme)) return undefined;
    const { type } = await workspace.fs.stat(uri);
    if ((type & FileType.File) === 0) return undefined;
    const name = uri.path.split("/").at(-1) ?? "file";
    // Files on disk are streamed.
    return {
      name,
      open: async () =>
        uri.scheme === "file" ? uploadFile(uri.fsPath) : uploadBytes(name, await workspace.fs.readFile(uri)),
    };
  } catch {
    return undefined;
  }
}

async function hasOtherText(data: DataTransfer, files: readonly FileToAttach[]): Promise<boolean> {
  const words = ((await data.get("text/plain")?.asString()) ?? "").trim();
  return words !== "" && !words.split(/[\r\n]+/).every((line) => files.some(({ name }) => line.trim().endsWith(name)));
}
