import { languages } from "vscode";
import type { App } from "../../app.ts";
import { type Disposable, DisposableStore } from "../../disposable.ts";
import { Analyzer } from "./analysis.ts";
import { ciFilePatterns } from "./ciFileNames.ts";
import { CiDiagnostics } from "./diagnostics.ts";
import { CiFixes } from "./fixes.ts";
import { RepositoryFiles } from "./repositoryFiles.ts";
import { CiFeatures } from "./templateFeatures.ts";
import { TemplateSource } from "./templateSource.ts";

/** What the editor knows about CI files: completion, hovers, definitions, problems and their fixes. */
export function registerCiLanguage(app: Pick<App, "templates" | "connections" | "current" | "log">): Disposable {
  const owned = new DisposableStore();
  const [files, templates] = [new RepositoryFiles(), owned.add(new TemplateSource(app))];
  const analyzer = new Analyzer(files, templates);
  const diagnostics = owned.add(new CiDiagnostics(analyzer, templates, app.log));
  const features = new CiFeatures({ files, templates, analyzer, log: app.log });
  const ciFiles = ciFilePatterns.map((pattern) => ({ pattern }));
  owned.add(languages.registerCompletionItemProvider(ciFiles, features, ":", " ", '"', "'", "-", "/", "."));
  owned.add(languages.registerHoverProvider(ciFiles, features));
  owned.add(languages.registerDefinitionProvider(ciFiles, features));
  owned.add(languages.registerCodeActionsProvider(ciFiles, new CiFixes(diagnostics), CiFixes.metadata));
  return owned;
}
