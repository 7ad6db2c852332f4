import { type TextDocument, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../../core/base/disposable.ts";
import { isCiFile } from "../../core/ciFile/isCiFile.ts";
import type { App } from "../../core/context.ts";
import { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import type { PollBudget } from "../../core/tree/poll.ts";

/** Scheme of CI templates as documents. */
export const TEMPLATE_SCHEME = "forgeline-template";

/** CI files and templates in the editor. What knows them is loaded with the first one that is opened. */
export class CiLanguage implements Disposable {
  private readonly owned = new DisposableStore();
  private loading: Promise<void> | undefined;

  constructor(
    app: Pick<App, "templates" | "connections" | "current" | "log" | "config" | "changes">,
    budget: PollBudget,
  ) {
    this.owned.add(
      new LazyFiles(
        TEMPLATE_SCHEME,
        async (changed) => new (await import("./language/templateFiles.ts")).TemplateFiles(app, changed),
        { readonly: true },
      ),
    );
    const opened = ({ uri }: TextDocument): void => {
      if (this.loading || !isCiFile(uri.path)) return;
      this.loading = import("./language/register.ts").then(({ registerCiLanguage }) => {
        this.owned.delete(listening);
        this.owned.add(registerCiLanguage(app, budget));
      });
      this.loading.catch((error: unknown) => app.log.error("What knows CI files could not be loaded", error));
    };
    const listening = this.owned.add(workspace.onDidOpenTextDocument(opened));
    workspace.textDocuments.forEach(opened);
  }

  dispose(): void {
    this.owned.dispose();
  }
}
