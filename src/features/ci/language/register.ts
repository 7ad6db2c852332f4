import { languages, type TextDocument } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { CiDocument } from "../../../core/ciFile/document.ts";
import type { Context } from "../../../core/context.ts";
import type { PollScheduler } from "../../../core/tree/poll.ts";
import { BranchResults } from "../lens/branchResults.ts";
import { JobHovers } from "../lens/jobHovers.ts";
import { JobLenses } from "../lens/jobLenses.ts";
import { HostLint } from "../lint/hostLint.ts";
import { Analyzer } from "./analysis.ts";
import { CiFiles } from "./ciFiles.ts";
import { ConfiguredPath } from "./configuredPath.ts";
import { CiDiagnostics } from "./diagnostics.ts";
import { CiFixes } from "./fixes.ts";
import { maxText, RepositoryFiles } from "./repositoryFiles.ts";
import { CiFeatures } from "./templateFeatures.ts";
import { TemplateSource } from "./templateSource.ts";

/**
 * Registers the editor support for CI files: completion, hovers, definitions, problems, quick fixes and job results.
 */
export function registerCiLanguage(
  context: Pick<Context, "templates" | "connections" | "current" | "log" | "config" | "changes" | "polling">,
  polling: PollScheduler,
): Disposable {
  const owned = new DisposableStore();
  const configured = owned.add(new ConfiguredPath(context));
  const [files, templates] = [
    new RepositoryFiles((root) => configured.of(root)),
    owned.add(new TemplateSource(context)),
  ];
  const ciFiles = owned.add(new CiFiles(files, configured, context.log));
  const analyzer = new Analyzer(files, templates);
  const diagnostics = owned.add(new CiDiagnostics(analyzer, templates, ciFiles, context.log));
  const features = new CiFeatures({ files, templates, analyzer, log: context.log });
  owned.add(new HostLint(context, { polling, files, ciFiles, found: diagnostics }));
  const read = (document: TextDocument): CiDocument | undefined => {
    const text = document.getText();
    return text.length > maxText ? undefined : files.parse(document.uri.toString(), text);
  };
  const results = owned.add(
    new BranchResults(
      context,
      polling,
      ciFiles,
      (document) => read(document)?.entries.flatMap(({ name, isJob }) => (isJob ? [name] : [])) ?? [],
    ),
  );
  const [fixes, lenses, hovers] = [
    new CiFixes(diagnostics),
    new JobLenses(results, read),
    new JobHovers(results, read),
  ];
  let provided = owned.add(new DisposableStore());
  const provide = (): void => {
    owned.delete(provided);
    provided = owned.add(new DisposableStore());
    const selector = ciFiles.selector();
    provided.add(languages.registerCompletionItemProvider(selector, features, ":", " ", '"', "'", "-", "/", "."));
    provided.add(languages.registerHoverProvider(selector, features));
    provided.add(languages.registerDefinitionProvider(selector, features));
    provided.add(languages.registerCodeActionsProvider(selector, fixes, CiFixes.metadata));
    provided.add(languages.registerCodeLensProvider(selector, lenses));
    provided.add(languages.registerHoverProvider(selector, hovers));
  };
  owned.add(ciFiles.onDidChange(provide));
  provide();
  return owned;
}
