import { EventEmitter, Uri } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Logger } from "../../../core/base/log.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { CurrentProject } from "../../../core/currentProject.ts";
import {
  type BranchProtection,
  type BranchProtectionProvider,
  type GitApi,
  type GitExports,
  gitExtension,
} from "../../../git/gitExtension.ts";
import type { ProjectTracker } from "../../../git/project.ts";
import { openRepository } from "./branch.ts";
import { mayPush } from "./permissions.ts";
import type { Protections } from "./protections.ts";

export interface GitProviderOptions {
  readonly protections: Protections;
  readonly current: CurrentProject;
  readonly projects: Pick<ProjectTracker, "branches" | "candidates">;
  readonly log: Pick<Logger, "debug">;
}

/**
 * Provides VS Code's git with the branches that the account may not push to, so that it prompts before a commit to one
 * (`git.branchProtectionPrompt`). Passes names, not wildcards: `*` ends at a slash in its globs, but not on hosts.
 */
export function provideBranchProtection({ protections, current, projects, log }: GitProviderOptions): Disposable {
  const owned = new DisposableStore();
  const changed = owned.add(new EventEmitter<Uri>());
  let registered: { readonly root: string; readonly with: Disposable } | undefined;
  let provided: BranchProtection[] = [];
  let reading = new AbortController();
  let git: GitExports | undefined;
  /** Names of branches, until the repository or the rules change: the project also changes when its ID becomes known. */
  let listed: { readonly at: string; readonly names: readonly string[] } | undefined;
  owned.add({ dispose: () => reading.abort() });
  owned.add({ dispose: () => registered?.with.dispose() });

  const follow = (found: GitExports): void => {
    git = found;
    owned.add(
      found.onDidChangeEnablement(() => {
        // VS Code's git forgets the provider while it is disabled.
        registered?.with.dispose();
        registered = undefined;
        updateQuietly();
      }),
    );
  };

  const register = async (root: string): Promise<GitApi | undefined> => {
    const found = git ?? (await gitExtension()?.activate());
    if (found && !git) follow(found);
    if (git?.enabled !== true) return undefined;
    const api = git.getAPI(1);
    if (registered?.root === root || reading.signal.aborted) return api;
    registered?.with.dispose();
    registered = undefined;
    const provider: BranchProtectionProvider = {
      onDidChangeBranchProtection: changed.event,
      provideBranchProtection: () => provided,
    };
    const registration = api.registerBranchProtectionProvider?.(Uri.file(root), provider);
    if (registration) registered = { root, with: registration };
    return api;
  };

  const update = async (): Promise<void> => {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    const open = openRepository(current.value);
    const known = open && protections.known(open.connection, open.project);
    const rules = known?.kind === "rules" ? known.rules : [];
    const root = open?.project.root;
    if (root === undefined || open === undefined || (rules.length === 0 && registered === undefined)) return;
    const api = await register(root);
    // Other rules name their branches, and this runs after every change of the repository; commits bring no new branch.
    const hasPatterns = rules.some(({ name }) => name.includes("*"));
    const at = JSON.stringify([root, open.project.branch, open.project.pushed]);
    const names = !hasPatterns ? [] : listed?.at === at ? listed.names : await projects.branches(signal);
    if (signal.aborted) return;
    if (hasPatterns) listed = { at, names };
    const person = protections.person(open.connection, open.project);
    const refused = (name: string): boolean => mayPush(rules, name, person) !== "yes";
    // A local branch may have another name than its upstream.
    const head = api?.getRepository(Uri.file(root))?.state.HEAD;
    const here =
      head?.name !== undefined && head.upstream !== undefined && refused(head.upstream.name) ? [head.name] : [];
    const include = [
      ...new Set([
        ...names.filter(refused),
        ...rules.map(({ name }) => name).filter((name) => !name.includes("*") && refused(name)),
        ...here,
      ]),
    ].sort();
    const remotes = projects.candidates
      .filter((candidate) => candidate.root === root && sameProject(candidate, open.project))
      .flatMap(({ remote }) => remote ?? []);
    const next =
      include.length === 0
        ? []
        : (remotes.length === 0 ? ["origin"] : remotes).map((remote) => ({
            remote,
            rules: [{ include: include.map(escapeGlob) }],
          }));
    if (JSON.stringify(next) === JSON.stringify(provided)) return;
    provided = next;
    changed.fire(Uri.file(root));
  };
  const updateQuietly = (): void =>
    void update().catch((error: unknown) => log.debug("Providing protected branches to VS Code's git failed", error));
  owned.add(current.onDidChange(updateQuietly));
  owned.add(protections.onDidChange(updateQuietly));
  updateQuietly();
  return owned;
}

/** Escapes a name as a glob that matches only it. */
const escapeGlob = (name: string): string => name.replace(/[\\*?[\]{}()!+@|]/g, "\\$&");
