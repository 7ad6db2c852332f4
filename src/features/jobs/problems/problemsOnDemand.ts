import { languages, type TextDocument } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Logger } from "../../../core/base/log.ts";
import { LOG_SCHEME } from "../../../core/logText/scheme.ts";
import type { JobRef } from "../../../core/refs.ts";
import type { ProjectTracker } from "../../../git/project.ts";
import type { LogCompanion } from "../log/companion.ts";
import type { LogLinks } from "./logLinks.ts";
import type { ShownProblems, ShownProblemsOptions } from "./shownProblems.ts";

export interface ProblemsOptions extends ShownProblemsOptions {
  readonly projects: Pick<ProjectTracker, "state" | "candidates">;
  readonly log: Logger;
  /** The job that an output channel's document shows. */
  readonly jobOfChannel: (document: TextDocument) => JobRef | undefined;
}

interface Loaded {
  readonly shown: ShownProblems;
  readonly links: LogLinks;
}

/** From logs to lines: links in logs, and problems at files. Loads the rest with the first log. */
export class ProblemsOnDemand implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: ProblemsOptions;
  private loading: Promise<Loaded> | undefined;

  constructor(options: ProblemsOptions) {
    this.options = options;
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

  load(): Promise<Loaded> {
    return (this.loading ??= this.open());
  }

  async companion(ref: JobRef): Promise<LogCompanion> {
    return (await this.load()).shown.companion(ref);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async open(): Promise<Loaded> {
    const [{ ShownProblems }, { ProjectFiles }, { LogLinks }] = await Promise.all([
      import("./shownProblems.ts"),
      import("../../../core/problems/projectFiles.ts"),
      import("./logLinks.ts"),
    ]);
    const files = new ProjectFiles(this.options);
    return { shown: this.owned.add(new ShownProblems(this.options, files)), links: new LogLinks(files) };
  }
}
