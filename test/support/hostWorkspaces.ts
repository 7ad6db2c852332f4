/** What a window of host tests has open, and the suites that run in it. */
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Scope } from "../../tools/scope.ts";
import type { ServiceProject } from "../../tools/serviceProject.ts";

/**
 * `clone`: a clone of the sample project, trusted; the suites in test/host itself. The others are folders in test/host whose suites need
 * a window of their own: `untrusted` is the clone in Restricted Mode, `virtual` a workspace whose folder is not on disk.
 */
export type HostWorkspaceKind = "clone" | "untrusted" | "virtual";
export const specialWorkspaces = ["untrusted", "virtual"] as const satisfies readonly HostWorkspaceKind[];

export interface HostWorkspace {
  /** What the window opens: an absolute path. */
  readonly open: { readonly folder: string } | { readonly workspace: string };
  /** Settings of the user. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What no suite looks at: drawing it takes a twelfth of a window's processor time. */
const withoutTrimmings = {
  "breadcrumbs.enabled": false,
  "editor.bracketPairColorization.enabled": false,
  "editor.colorDecorators": false,
  "editor.cursorBlinking": "solid",
  "editor.guides.indentation": false,
  "editor.matchBrackets": "never",
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.renderLineHighlight": "none",
  "editor.semanticHighlighting.enabled": false,
  "editor.stickyScroll.enabled": false,
  "workbench.iconTheme": null,
  "workbench.layoutControl.enabled": false,
};

export async function openHostWorkspace(
  scope: Scope,
  kind: HostWorkspaceKind,
  project: ServiceProject,
): Promise<HostWorkspace> {
  // What others do in a suite would be rows and requests of the next ones.
  const settings = { ...withoutTrimmings, ...project.settings, "forgeline.mergeRequests.updates": false };
  switch (kind) {
    case "clone":
      return { open: { folder: project.folder }, settings };
    case "untrusted": {
      await mkdir(join(project.folder, ".vscode"), { recursive: true });
      await writeFile(
        join(project.folder, ".vscode/settings.json"),
        JSON.stringify(await hostileSettings(project.folder)),
      );
      const trust = {
        "security.workspace.trust.enabled": true,
        "security.workspace.trust.startupPrompt": "never",
        "security.workspace.trust.banner": "never",
      };
      return { open: { folder: project.folder }, settings: { ...settings, ...trust } };
    }
    case "virtual": {
      const folder = await scope.folder("forgeline-virtual-");
      const workspace = join(folder, "virtual.code-workspace");
      await writeFile(
        workspace,
        JSON.stringify({
          folders: [{ uri: "forgeline-snippet://none/", name: "Virtual" }],
          settings: await hostileSettings(folder),
        }),
      );
      return { open: { workspace }, settings };
    }
  }
}

/** Settings by which a malicious workspace would take control. Their git writes `ran.txt` beside itself when it is started. */
async function hostileSettings(folder: string): Promise<Record<string, unknown>> {
  const program = join(folder, "hostile-git.sh");
  await writeFile(program, '#!/bin/sh\nprintf "%s\\n" "$*" >> "$(dirname "$0")/ran.txt"\nexec git "$@"\n');
  await chmod(program, 0o755);
  // Nothing listens there.
  const nowhere = "http://127.0.0.1:9";
  return {
    "git.path": program,
    "http.proxy": nowhere,
    "http.proxyStrictSSL": false,
    "http.proxyAuthorization": "Basic aG9zdGlsZQ==",
    "http.systemCertificates": false,
    "http.noProxy": [],
    "forgeline.instances": [{ url: nowhere, clientId: "hostile" }],
    "forgeline.ssh.hostAliases": { "git.example.com": "127.0.0.1:9" },
  };
}
