import * as vscode from "vscode";
import { type CommandManifest, registerCommands } from "./core/commands/register.ts";
import type { Context } from "./core/context.ts";
import { openContext } from "./core/openContext.ts";
import { type Features, registerFeatures } from "./features.ts";

/** Opens the context, registers every feature, and returns. No logic, no network await. */
export function activate(vscodeContext: vscode.ExtensionContext): {
  readonly app?: Context & Features;
  readonly extendMarkdownIt: Features["wiki"]["extendMarkdownIt"];
} {
  const { context, services } = openContext(vscodeContext);
  const { features, registry } = registerFeatures(context, services);
  const manifest = vscodeContext.extension.packageJSON as CommandManifest & { readonly version: string };
  context.owned.add(registerCommands(registry.owners, manifest, context.report));
  context.projects.start();
  features.repository.blame.follow();
  context.log.info(`Forgeline ${manifest.version} is active`);
  // VS Code's Markdown preview asks for the one; tests look inside.
  return {
    extendMarkdownIt: features.wiki.extendMarkdownIt,
    ...(vscodeContext.extensionMode === vscode.ExtensionMode.Test && { app: { ...context, ...features } }),
  };
}
