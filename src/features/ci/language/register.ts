import { languages, type TextDocument } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { CiDocument } from "../../../core/ciFile/document.ts";
import { ciFilePatterns } from "../../../core/ciFile/isCiFile.ts";
import type { Context } from "../../../core/context.ts";
import type { PollScheduler } from "../../../core/tree/poll.ts";
import { BranchResults } from "../lens/branchResults.ts";
import { JobHovers } from "../lens/jobHovers.ts";
import { JobLenses } from "../lens/jobLenses.ts";
import { HostLint } from "../lint/hostLint.ts";
import { Analyzer } from "./analysis.ts";
import { CiDiagnostics } from "./diagnostics.ts";
import { CiFixes } from "./fixes.ts";
import { maxText, RepositoryFiles } from "./repositoryFiles.ts";
import { CiFeatures } from "./templateFeatures.ts";
import { TemplateSource } from "./templateSource.ts";

/**
 * Registers the editor support for CI files: completion, hovers, definitions, problems, quick fixes and job results.
 */
export function registerCiLanguage(
  context: Pick<Context, "templates" | "connections" | "current" | "log" | "config" | "changes">,
  polling: PollScheduler,
): Disposable {
  const owned = new DisposableStore();
  const [files, templates] = [new RepositoryFiles(), owned.add(new TemplateSource(context))];
  const analyzer = new Analyzer(files, templates);
  const diagnostics = owned.add(new CiDiagnostics(analyzer, templates, context.log));
  const features = new CiFeatures({ files, templates, analyzer, log: context.log });
  const ciFiles = ciFilePatterns.map((pattern) => ({ pattern }));
  owned.add(languages.registerCompletionItemProvider(ciFiles, features, ":", " ", '"', "'", "-", "/", "."));
  owned.add(languages.registerHoverProvider(ciFiles, features));
  owned.add(languages.registerDefinitionProvider(ciFiles, features));
  owned.add(languages.registerCodeActionsProvider(ciFiles, new CiFixes(diagnostics), CiFixes.metadata));
  owned.add(new HostLint(context, { polling, files, found: diagnostics }));
  const read = (document: TextDocument): CiDocument | undefined => {
    const text = document.getText();
    return text.length > maxText ? undefined : files.parse(document.uri.toString(), text);
  };
  const results = owned.add(
    new BranchResults(
      context,
      polling,
      (document) => read(document)?.entries.flatMap(({ name, isJob }) => (isJob ? [name] : [])) ?? [],
    ),
  );
  owned.add(languages.registerCodeLensProvider(ciFiles, new JobLenses(results, read)));
  owned.add(languages.registerHoverProvider(ciFiles, new JobHovers(results, read)));
  return owned;
}
