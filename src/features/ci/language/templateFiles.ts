import { FileChangeType, type FileStat, FileSystemError, FileType, type Uri, workspace } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { CiTemplate } from "../../../api/resources/ciTemplates.ts";
import { TEMPLATE_SCHEME } from "../../../core/addresses/schemes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import type { Cached } from "../../../core/ciTemplates/templateStore.ts";
import type { Context } from "../../../core/context.ts";
import type { FilesChanged, FileWork } from "../../../core/lazy/lazyFiles.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { unavailable } from "../../../core/ui/unavailable.ts";
import { readTemplateUri } from "./templateAddress.ts";

/** CI templates as read-only documents, from the host or from the cache when it cannot be reached. */
export class TemplateFiles implements FileWork, Disposable {
  private readonly owned = new DisposableStore();
  private readonly templates: Context["templates"];

  constructor({ templates }: Pick<Context, "templates">, changed: FilesChanged) {
    this.templates = templates;
    this.owned.add(
      templates.onDidChange((instance) => {
        const open = workspace.textDocuments.filter(
          ({ uri }) => uri.scheme === TEMPLATE_SCHEME && uri.query === instance,
        );
        if (open.length > 0) changed(open.map(({ uri }) => ({ type: FileChangeType.Changed, uri })));
      }),
    );
  }

  async stat(uri: Uri, signal: AbortSignal): Promise<FileStat> {
    const { value, at } = await this.read(uri, signal);
    return { type: FileType.File, ctime: 0, mtime: at, size: Buffer.byteLength(value.content) };
  }

  async readFile(uri: Uri, signal: AbortSignal): Promise<Uint8Array> {
    return Buffer.from((await this.read(uri, signal)).value.content);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async read(uri: Uri, signal: AbortSignal): Promise<Cached<CiTemplate>> {
    const named = readTemplateUri(uri);
    if (!named) throw FileSystemError.FileNotFound(uri);
    try {
      return await (await this.templates.of(named.instance)).template(named.key, signal);
    } catch (error) {
      if (isCancelled(error)) throw error;
      if (error instanceof ApiError && error.kind === "notFound") throw FileSystemError.FileNotFound(uri);
      throw unavailable(describeError(error).message);
    }
  }
}
