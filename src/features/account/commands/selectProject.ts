import { l10n, ThemeIcon } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { ProjectId } from "../../../api/path.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import { inputText, submitText } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { type Choice, pickOne, type Row, separator } from "../../../core/ui/pick.ts";
import { pickInstance } from "../../../core/ui/pickInstance.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { typedId, typedProject } from "../../../core/ui/typedId.ts";
import type { ProjectCandidate } from "../../../git/project.ts";

type Answer = ProjectCandidate | "type" | "automatic";

/** Selects the project of this window: one of the remotes, any other by path or ID, or automatic detection. */
export async function selectProject(context: Context): Promise<void> {
  const { candidates } = context.projects;
  const current = context.current.value;
  const open = "project" in current ? current.project : undefined;
  const title = l10n.t("Select Project");
  const type: Choice<Answer> = {
    label: l10n.t("Enter Path or ID…"),
    iconPath: new ThemeIcon("edit"),
    alwaysShow: true,
    value: "type",
  };
  const automatic: Choice<Answer> = {
    label: l10n.t("Use the Project of the Repository's Remotes"),
    iconPath: new ThemeIcon("git-branch"),
    value: "automatic",
  };
  const answer =
    candidates.length === 0 && open === undefined
      ? "type"
      : await pickOne<Answer>({
          title,
          placeholder: l10n.t("Select a project"),
          choices: [
            ...candidates.map((candidate) => row(candidate)),
            separator(""),
            type,
            ...(open ? [automatic] : []),
          ],
          active: (value) =>
            typeof value === "object" && open !== undefined && sameProject(value, open) && value.root === open.root,
        });
  if (answer === "automatic") {
    await context.projects.select(undefined);
    return;
  }
  const chosen = answer === "type" ? await enter(context, title) : answer;
  await context.projects.select(chosen);
  notice(l10n.t("Showing {0}.", chosen.label));
}

const row = (candidate: ProjectCandidate): Row<Answer> => ({
  label: plainText(String(candidate.project), 200),
  description: instanceHost(candidate.instance),
  detail: plainText([candidate.remote, candidate.root].filter(Boolean).join(" · "), 200),
  iconPath: new ThemeIcon("repo"),
  value: candidate,
});

/** Asks for a path, an ID or a URL until the host has such a project. */
async function enter(context: Context, title: string): Promise<ProjectCandidate> {
  const known = context.connections.instances.map(({ url }) => url);
  const { url: base } = await pickInstance(context, {
    title,
    placeholder: l10n.t("Select the host of the project"),
    single: true,
  });
  const read = (text: string) => typedProject(text, [...known, base]);
  return submitText<ProjectCandidate>(
    {
      title,
      prompt: l10n.t("Enter the path (group/project), ID or URL of a project on {0}", instanceHost(base)),
      placeholder: l10n.t("group/project"),
      validate: (text) => {
        const typed = read(text);
        if (typed === "empty") return l10n.t("Enter a path or an ID.");
        if (typed === "unknownHost") return l10n.t("This URL belongs to an unknown host. Sign in to that host first.");
        return typed === "notAPath" ? l10n.t("Enter a path (group/project) or an ID.") : undefined;
      },
      sending: l10n.t("Looking for the project…"),
      failed: (error) => context.report.background(error, "Select Project"),
    },
    async (text, signal) => {
      const typed = read(text);
      const { project, instance = base } = typeof typed === "object" ? typed : { project: text };
      const name = await verify(context.connections.get(instance).client, project, signal);
      return { instance, project, label: `${name} · ${instanceHost(instance)}` };
    },
  );
}

/** Asks for the ID of the open project, which the answers did not contain, and stores it. */
export async function setProjectId(context: Context): Promise<void> {
  const { project } = context.current.require();
  const text = await inputText({
    title: l10n.t("Set Project ID"),
    prompt: l10n.t(
      "Enter the ID of {0} on {1}, as shown on its page",
      plainText(project.name, 80),
      instanceHost(project.instance),
    ),
    value: project.projectId === undefined ? "" : String(project.projectId),
    validate: (typed) => (typedId(typed) === undefined ? l10n.t("Enter a whole number, for example 42.") : undefined),
  });
  const id = typedId(text);
  if (id !== undefined) await context.projects.setProjectId(project, id);
}

/** Verifies access by reading pipelines, as the views do. @returns the project's path, if the host shows it */
async function verify(client: Client, project: ProjectId, signal: AbortSignal): Promise<string> {
  const [name] = await Promise.all([
    client.extras.project(project, { signal }).then(
      ({ path_with_namespace }) => path_with_namespace,
      () => String(project),
    ),
    client.pipelines.list(project, {}, { perPage: 1, signal }).page(),
  ]);
  return name;
}
