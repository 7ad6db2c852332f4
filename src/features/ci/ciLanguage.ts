import { type TextDocument, workspace } from "vscode";
import { TEMPLATE_SCHEME } from "../../core/addresses/schemes.ts";
import { type Disposable, DisposableStore } from "../../core/base/disposable.ts";
import { isCiFile } from "../../core/ciFile/isCiFile.ts";
import type { Context } from "../../core/context.ts";
import type { Load } from "../../core/feature.ts";
import { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { registerCiLanguage } from "./language/register.ts";
import type { TemplateFiles } from "./language/templateFiles.ts";

interface CiCode {
  readonly registerCiLanguage: typeof registerCiLanguage;
  readonly TemplateFiles: typeof TemplateFiles;
}

/** Editor support for CI files and templates; its code is loaded when the first one or another YAML file is opened. */
export class CiLanguage implements Disposable {
  private readonly owned = new DisposableStore();
  private loading: Promise<void> | undefined;

  constructor(context: Context, load: Load<CiCode>) {
    this.owned.add(
      new LazyFiles(TEMPLATE_SCHEME, async (changed) => new (await load()).TemplateFiles(context, changed), {
        readonly: true,
      }),
    );
    const opened = ({ uri, languageId }: TextDocument): void => {
      // Only the loaded code can find out which other YAML files the project's CI file includes.
      if (this.loading || !(isCiFile(uri.path) || (languageId === "yaml" && uri.scheme !== "git"))) return;
      this.loading = load().then(
        ({ registerCiLanguage }) => {
          this.owned.delete(listening);
          this.owned.add(registerCiLanguage(context, context.polling));
        },
        (error: unknown) => {
          // Opening another file tries again.
          this.loading = undefined;
          context.log.error("Could not load the CI file support", error);
        },
      );
    };
    const listening = this.owned.add(workspace.onDidOpenTextDocument(opened));
    workspace.textDocuments.forEach(opened);
  }

  dispose(): void {
    this.owned.dispose();
  }
}
