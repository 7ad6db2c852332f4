/** Starts the cached VS Code: its own server for tests, or code-server, which a user can use. */
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cleanEnvironment, runChild, startChild, type Child } from "./children.ts";
import { type EditorKind, editorPrograms, isEditorInstalled } from "./install/editor.mjs";
import { startPatience } from "./patience.ts";
import type { Scope } from "./scope.ts";

export interface EditorOptions {
  /** Server only; the newest by default. */
  readonly vscode?: EditorKind;
  /** Settings of user and machine. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Further environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it has few of the extensions that come with VS Code: a window opens a quarter faster. By default, whether `fewExtensionsVariable` is set. */
  readonly few?: boolean;
  /** Packed extensions to install first. */
  readonly extensions?: readonly string[];
  /** Front only; any free port by default. */
  readonly port?: number;
}

export interface Editor {
  /** Origin without a slash at the end: `http://127.0.0.1:4711`. */
  readonly url: string;
  /** Folder of its settings, logs and state, and of the extensions' files. */
  readonly home: string;
  readonly process: Child;
  /** Copies the editor's own logs (`remoteexthost.log` and the rest) to a folder. */
  copyLogs(to: string): Promise<void>;
}

/** Settings that keep a window calm and without network of its own. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  "security.workspace.trust.enabled": false,
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.autofetch": false,
  "git.openRepositoryInParentFolders": "never",
  "remote.autoForwardPorts": false,
  "remote.autoForwardPortsSource": "output",
  "telemetry.telemetryLevel": "off",
  "typescript.disableAutomaticTypeAcquisition": true,
  "update.mode": "none",
  "window.commandCenter": false,
  "window.restoreWindows": "none",
  "workbench.enableExperiments": false,
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  // A row that is drawn twice, once in its place and once at the top, is two rows to who looks for it.
  "workbench.tree.enableStickyScroll": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
};

/** Disables the extension gallery. */
const withoutGallery = { EXTENSIONS_GALLERY: "{}" };

async function writeSettings(userData: string, settings: EditorOptions["settings"]): Promise<void> {
  for (const level of ["User", "Machine"]) {
    await mkdir(join(userData, level), { recursive: true });
    await writeFile(
      join(userData, level, "settings.json"),
      JSON.stringify({ ...quietSettings, ...settings }, undefined, 2),
    );
  }
}

/** Environment variable that has the editor come with few extensions. */
export const fewExtensionsVariable = "FORGELINE_FEW_EXTENSIONS";

/** What the extension, its demo and its tests rely on, of what comes with VS Code. */
const reliedOn =
  "configuration-editing diff docker git git-base html ini javascript json json-language-features log make markdown-basics markdown-language-features media-preview merge-conflict node_modules package.json python references-view search-result shellscript theme-defaults theme-modern-icons theme-seti typescript-basics xml yaml";

/** Returns arguments that say which extensions come with the editor. */
async function builtIn(
  home: string,
  { vscode, few = process.env[fewExtensionsVariable] === "1" }: EditorOptions,
): Promise<string[]> {
  if (!few) return [];
  const from = join(editorPrograms(vscode).server, "../../extensions");
  const folder = join(home, "built-in");
  await mkdir(folder, { recursive: true });
  for (const name of reliedOn.split(" ")) await symlink(join(from, name), join(folder, name));
  return ["--builtin-extensions-dir", folder];
}

/** VS Code's own server, with the driver that lets a window's address name the extension and its tests. */
export async function startEditorServer(scope: Scope, options: EditorOptions): Promise<Editor> {
  if (!isEditorInstalled(options.vscode))
    throw new Error("This VS Code is missing; node tools/install.mjs installs it.");
  const { node, server } = editorPrograms(options.vscode);
  const home = await scope.folder("forgeline-editor-");
  await writeSettings(join(home, "data"), options.settings);
  const common = [
    server,
    "--accept-server-license-terms",
    "--server-data-dir",
    home,
    "--extensions-dir",
    join(home, "extensions"),
    ...(await builtIn(home, options)),
    "--disable-telemetry",
  ];
  const environment = { ...cleanEnvironment(), ...withoutGallery, ...options.env };
  for (const extension of options.extensions ?? [])
    await runChild(node, [...common, "--install-extension", extension], { env: environment });
  const child = await scope.use(
    startChild(
      node,
      [
        ...common,
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--without-connection-token",
        "--enable-smoke-test-driver",
        "--enable-remote-auto-shutdown",
      ],
      { env: environment },
    ),
  );
  const [, port = ""] = await child.waitForOutput(/Extension host agent listening on (\d+)/, startPatience);
  return {
    url: `http://127.0.0.1:${port}`,
    home,
    process: child,
    copyLogs: (to) => cp(join(home, "data/logs"), to, { recursive: true }),
  };
}

/** Starts code-server, which keeps secrets over a reload and forwards ports. */
export async function startEditorFront(scope: Scope, options: EditorOptions): Promise<Editor> {
  const { node, front } = editorPrograms();
  const home = await scope.folder("forgeline-editor-");
  const config = join(home, "config.yaml");
  await writeFile(config, "auth: none\n");
  await writeSettings(home, options.settings);
  const common = [
    ...[front, "--config", config, "--user-data-dir", home, "--extensions-dir", join(home, "extensions")],
    ...(await builtIn(home, options)),
  ];
  const environment = { ...cleanEnvironment(), ...withoutGallery, XDG_DATA_HOME: join(home, "share"), ...options.env };
  for (const extension of options.extensions ?? [])
    await runChild(node, [...common, "--install-extension", extension], { env: environment });
  const child = await scope.use(
    startChild(
      node,
      [
        ...common,
        "--auth",
        "none",
        "--bind-addr",
        `127.0.0.1:${options.port ?? 0}`,
        "--disable-telemetry",
        "--disable-update-check",
        "--disable-getting-started-override",
      ],
      { env: environment },
    ),
  );
  const [, url = ""] = await child.waitForOutput(/HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/, startPatience);
  return { url, home, process: child, copyLogs: (to) => cp(join(home, "logs"), to, { recursive: true }) };
}
