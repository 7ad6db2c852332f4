import { languages, type TextDocument } from "vscode";
import { LOG_SCHEME } from "../../../core/addresses/schemes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Logger } from "../../../core/base/log.ts";
import { onceLoaded } from "../../../core/base/onceLoaded.ts";
import type { Load } from "../../../core/feature.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import type { ProjectFiles } from "../../../core/problems/projectFiles.ts";
import type { ProjectTracker } from "../../../git/project.ts";
import type { LogListener } from "../log/logListener.ts";
import type { LogLinks } from "./logLinks.ts";
import type { ShownProblems, ShownProblemsOptions } from "./shownProblems.ts";

export interface ProblemsOptions extends ShownProblemsOptions {
  readonly projects: Pick<ProjectTracker, "state" | "candidates">;
  readonly log: Logger;
  /** Returns the job of an output channel's document. */
  readonly jobOfChannel: (document: TextDocument) => JobRef | undefined;
}

interface ProblemsCode {
  readonly LogLinks: typeof LogLinks;
  readonly ProjectFiles: typeof ProjectFiles;
  readonly ShownProblems: typeof ShownProblems;
}

interface Loaded {
  readonly shown: ShownProblems;
  readonly links: LogLinks;
}

/** Links in logs, and problems of logs in files. The code is loaded with the first log. */
export class JobProblems implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: ProblemsOptions;
  private readonly code: Load<ProblemsCode>;
  readonly load = onceLoaded(() => this.open());

  constructor(options: ProblemsOptions, code: Load<ProblemsCode>) {
    this.options = options;
    this.code = code;
    const provideDocumentLinks: Parameters<
      typeof languages.registerDocumentLinkProvider
    >[1]["provideDocumentLinks"] = async (document, token) => {
      const ref = this.options.jobOfChannel(document);
      return ref || document.uri.scheme === LOG_SCHEME ? (await this.load()).links.links(document, ref, token) : [];
    };
    this.owned.add(
      languages.registerDocumentLinkProvider([{ scheme: "output" }, { scheme: LOG_SCHEME }], { provideDocumentLinks }),
    );
  }

  async companion(ref: JobRef): Promise<LogListener> {
    return (await this.load()).shown.companion(ref);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async open(): Promise<Loaded> {
    const { LogLinks, ProjectFiles, ShownProblems } = await this.code();
    const files = new ProjectFiles(this.options);
    return { shown: this.owned.add(new ShownProblems(this.options, files)), links: new LogLinks(files) };
  }
}
