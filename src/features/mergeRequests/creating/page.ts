import { l10n } from "vscode";
import type { UserSummary } from "../../../api/resources/userTypes.ts";
import type { FileChange } from "../../../core/comparisons/comparison.ts";
import { isDraftTitle } from "../../../core/mergeRequests/draftTitle.ts";
import { partialText } from "../../../core/ui/partialList.ts";
import { numberText, plural } from "../../../core/ui/plural.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { element, type PageElement, type PageNode, styled } from "../../../core/webview/element.ts";
import { icon, own, person, problemBar, section, spoken, textOf, type Writing } from "../../../core/webview/parts.ts";
import { textBox } from "../../../core/webview/textBox.ts";
import { button, type Creation, type CreatingAction, willPush } from "./model.ts";
import type { Proposal } from "./proposal.ts";
import { intoName } from "./targets.ts";

/** Number of files that are listed; all of them are in the multi-diff editor. */
export const mostFiles = 200;

/** Returns the whole page. */
export function creatingPage(creation: Creation, writing: Writing): PageElement[] {
  const { loaded, problem, proposal } = creation;
  const main = element(
    "main",
    { key: "main", attributes: { class: "form", "aria-busy": String(!loaded && problem === undefined) } },
    header(creation, writing),
    problemBar(problem, proposal !== undefined),
    proposal === undefined
      ? problem === undefined && styled("p", "quiet waiting", l10n.t("Loading…"))
      : element(
          "div",
          { key: "columns", attributes: { class: "columns" } },
          element(
            "div",
            { key: "reading", attributes: { class: "reading" } },
            titleSection(creation, proposal),
            descriptionSection(creation, proposal),
            commitsSection(creation, writing),
            filesSection(creation, writing),
          ),
          facts(creation, proposal),
        ),
  );
  return [main];
}

function header(creation: Creation, writing: Writing): PageElement {
  const { ref, proposal, targets } = creation;
  return element(
    "header",
    { key: "header" },
    styled("p", "reference", own(String(ref.project))),
    element("h1", { attributes: { tabindex: "-1" } }, l10n.t("New merge request")),
    element(
      "div",
      { key: "standing", attributes: { class: "standing" } },
      styled(
        "span",
        "branches",
        spoken(l10n.t("from")),
        " ",
        styled("code", "branch", own(ref.source)),
        ...(proposal && targets
          ? [
              " ",
              element("span", { attributes: { "aria-hidden": "true" } }, "→"),
              spoken(l10n.t("into")),
              " ",
              styled("code", "branch", own(intoName(targets, proposal))),
            ]
          : []),
      ),
      proposal && targets && button({ do: "target" }, l10n.t("Change Target Branch…"), { kind: "link" }),
      targets?.origin && proposal && button({ do: "project" }, l10n.t("Change Target Project…"), { kind: "link" }),
    ),
    pushNote(creation, writing),
    creation.refusal?.field === "target" &&
      element("p", { key: "refused", attributes: { class: "trouble" } }, creation.refusal.message),
  );
}

/** Says what is not on the host yet, and what becomes of it. */
function pushNote(creation: Creation, { language }: Writing): PageElement | undefined {
  const { source, difference, ref, proposal } = creation;
  if (source === undefined || !source.ahead || proposal === undefined) {
    return source && source.there === undefined
      ? styled(
          "p",
          "trouble push",
          icon("warning"),
          " ",
          l10n.t("“{0}” is not on the host, and no clone is open that has it. Push it first.", ref.source),
        )
      : undefined;
  }
  if (source.there === undefined) {
    const count = difference?.commits.length;
    const words =
      count === undefined || count === 0
        ? l10n.t("Not pushed yet. The branch is pushed when you create the merge request.")
        : plural(
            count,
            (shown) => ({
              one: l10n.t("Not pushed yet: {0} commit is pushed when you create the merge request.", shown),
              other: l10n.t("Not pushed yet: {0} commits are pushed when you create the merge request.", shown),
            }),
            language,
          );
    return element("p", { key: "push", attributes: { class: "quiet push" } }, icon("warning"), " ", words);
  }
  return element(
    "div",
    { key: "push", attributes: { class: "push" } },
    toggle("keepLocal", unpushedWords(source.unpushed, language), proposal.keepLocal !== true),
  );
}

const unpushedWords = (count: number | undefined, language: string): string =>
  count === undefined || count === 0
    ? l10n.t("Push the commits that are not on the host yet")
    : plural(
        count,
        (shown) => ({
          one: l10n.t("Push {0} commit that is not on the host yet", shown),
          other: l10n.t("Push {0} commits that are not on the host yet", shown),
        }),
        language,
      );

function refusalBar({ refusal }: Creation): PageElement | undefined {
  // The title gets the keyboard, and says why itself.
  if (refusal === undefined || refusal.field === "title") return undefined;
  const { message, remedy } = refusal;
  return element(
    "div",
    { key: "refusal", attributes: { class: "problem", role: "alert" } },
    icon("error"),
    element("p", undefined, message),
    remedy !== undefined && button({ do: "help" }, remedy),
  );
}

function titleSection({ box, sending }: Creation, { title }: Proposal): PageElement {
  return section(
    "title",
    l10n.t("Title"),
    textBox(box("title"), { label: l10n.t("Title"), rows: 1, line: true, readonly: sending, buttons: () => [] }),
    element("div", { key: "draft" }, toggle("draft", l10n.t("Draft"), isDraftTitle(title), { disabled: sending })),
  );
}

function descriptionSection(creation: Creation, { description }: Proposal): PageElement {
  const { box, sending, inEditor, difference } = creation;
  const tools = [
    button({ do: "openInEditor" }, inEditor ? l10n.t("Show Editor") : l10n.t("Open in Editor"), {
      kind: "tool",
      icon: "edit",
      disabled: sending,
    }),
    button({ do: "template" }, l10n.t("Insert Template…"), { kind: "tool", disabled: sending }),
    (difference?.commits.length ?? 0) > 0 &&
      button({ do: "commitMessages" }, l10n.t("Insert Commit Messages"), { kind: "tool", disabled: sending }),
  ].filter((tool) => tool !== false);
  const lines = description.split("\n").length;
  return section(
    "description",
    l10n.t("Description"),
    element(
      "div",
      {
        key: "tools",
        attributes: { class: "writing-tools", role: "group", "aria-label": l10n.t("Description tools") },
      },
      ...tools,
    ),
    textBox(box("description"), {
      label: l10n.t("Description"),
      placeholder: l10n.t("Describe the change (Markdown)"),
      rows: Math.min(Math.max(lines + 1, 8), 16),
      readonly: sending || inEditor,
      buttons: () => [],
    }),
    // Beside the button that was pressed, as the page may be scrolled.
    refusalBar(creation),
    element("div", { key: "sends", attributes: { class: "sends" } }, ...sendButtons(creation)),
  );
}

function sendButtons(creation: Creation): PageElement[] {
  const { sending, loaded, source } = creation;
  const words = sending
    ? l10n.t("Creating…")
    : willPush(creation)
      ? l10n.t("Push and Create")
      : l10n.t("Create Merge Request");
  const possible = loaded && !sending && (source?.there !== undefined || willPush(creation));
  return [
    button({ do: "create" }, words, { kind: "primary", icon: "request", disabled: !possible }),
    button({ do: "discard" }, l10n.t("Discard…"), { disabled: sending }),
    button({ do: "reload" }, l10n.t("Refresh"), { kind: "tool", icon: "refresh", disabled: sending }),
  ];
}

function commitsSection({ difference, ref, proposal, targets }: Creation, { language }: Writing): PageElement {
  const { commits = [], capped } = difference ?? {};
  const nothing =
    difference === undefined
      ? l10n.t("Loading…")
      : difference.unknown === true
        ? l10n.t("The commits cannot be determined here.")
        : l10n.t(
            "“{0}” has no commits that “{1}” lacks.",
            ref.source,
            proposal && targets ? intoName(targets, proposal) : "",
          );
  return section(
    "commits",
    difference === undefined || difference.unknown === true
      ? l10n.t("Commits")
      : l10n.t("Commits ({0})", numberText(commits.length, language)),
    commits.length === 0
      ? styled("p", "quiet", nothing)
      : element(
          "ul",
          { key: "list", attributes: { class: "rows" } },
          ...commits.map(({ id, title }) =>
            element("li", { key: id }, styled("code", "quiet", shortSha(id)), " ", own(textOf(title) ?? "")),
          ),
        ),
    capped !== undefined && styled("p", "quiet", partialText(capped)),
  );
}

function filesSection({ difference }: Creation, { language }: Writing): PageElement | undefined {
  const changes = difference?.changes;
  if (difference !== undefined && changes === undefined && difference.commits.length === 0) return undefined;
  const files = changes?.files ?? [];
  const more = files.length - mostFiles;
  return section(
    "files",
    changes === undefined ? l10n.t("Changed files") : l10n.t("Changed files ({0})", numberText(files.length, language)),
    changes === undefined &&
      styled(
        "p",
        "quiet",
        difference === undefined ? l10n.t("Loading…") : l10n.t("The changes cannot be determined here."),
      ),
    files.length > 0 && button({ do: "openChanges" }, l10n.t("Open All Changes"), { icon: "diff" }),
    files.length > 0 &&
      element(
        "ul",
        { key: "list", attributes: { class: "rows" } },
        ...files.slice(0, mostFiles).map((file, at) => fileRow(file, at)),
      ),
    more > 0 &&
      styled(
        "p",
        "quiet",
        plural(
          more,
          (shown) => ({ one: l10n.t("{0} more file", shown), other: l10n.t("{0} more files", shown) }),
          language,
        ),
      ),
    changes?.missing !== undefined && styled("p", "quiet", changes.missing),
  );
}

function fileRow(file: FileChange, at: number): PageElement {
  const { path, oldPath, status, additions, deletions } = file;
  const words = { added: l10n.t("added"), deleted: l10n.t("deleted"), renamed: l10n.t("renamed") } as const;
  const word = Object.hasOwn(words, status) ? words[status as keyof typeof words] : undefined;
  const counts =
    additions === undefined || deletions === undefined || additions + deletions === 0
      ? undefined
      : `+${additions} −${deletions}`;
  const about = [word, counts].filter((part) => part !== undefined).join(" · ");
  return element(
    "li",
    { key: path },
    button({ do: "openFile", part: String(at) }, status === "renamed" ? `${oldPath} → ${path}` : path, {
      kind: "link",
    }),
    about !== "" && styled("span", "quiet", about),
  );
}

function facts(creation: Creation, proposal: Proposal): PageElement {
  const { ref, sending, user, targets } = creation;
  const { assignees = [], reviewers, labels = [], milestone, removeSource, squash } = proposal;
  const isMine = user === undefined || assignees.some(({ id }) => id === user.id);
  const people = (list: readonly UserSummary[]): PageNode[] => list.map((one) => person(one, ref.instance) ?? "");
  const fixed = targets?.defaults.squashFixed === true;
  return element(
    "aside",
    { key: "facts", attributes: { "aria-label": l10n.t("Details") } },
    element(
      "dl",
      undefined,
      fact(
        l10n.t("Assignees"),
        people(assignees),
        edit("assignees", l10n.t("Edit Assignees…"), sending),
        !isMine && edit("assignToMe", l10n.t("Assign to Me"), sending),
      ),
      fact(l10n.t("Reviewers"), people(reviewers), edit("reviewers", l10n.t("Edit Reviewers…"), sending)),
      fact(
        l10n.t("Labels"),
        labels.length === 0
          ? []
          : [
              element(
                "ul",
                { attributes: { class: "labels" } },
                ...labels.map((name) => element("li", { key: name, attributes: { class: "label" } }, own(name))),
              ),
            ],
        edit("labels", l10n.t("Edit Labels…"), sending),
      ),
      fact(
        l10n.t("Milestone"),
        milestone ? [own(milestone.title)] : [],
        edit("milestone", l10n.t("Edit Milestone…"), sending),
      ),
    ),
    element(
      "div",
      { key: "options", attributes: { class: "options", role: "group", "aria-label": l10n.t("Options") } },
      toggle("removeSource", l10n.t("Delete source branch when merged"), removeSource, { disabled: sending }),
      toggle("squash", l10n.t("Squash commits when merged"), squash, {
        disabled: sending || fixed,
        ...(fixed && { why: "squash-fixed" }),
      }),
      fixed &&
        element("p", { attributes: { id: "squash-fixed", class: "quiet" } }, l10n.t("Set by the project's settings.")),
    ),
  );
}

const edit = (action: CreatingAction, words: string, disabled: boolean): PageElement =>
  button({ do: action }, words, { kind: "link", disabled });

const fact = (name: string, value: readonly PageNode[], ...buttons: readonly (PageElement | false)[]): PageElement =>
  element(
    "div",
    { key: name },
    element("dt", undefined, name),
    ...(value.length > 0 ? value : [styled("span", "quiet", l10n.t("None"))]).map((part) =>
      element("dd", undefined, part),
    ),
    element("dd", { key: "edit", attributes: { class: "edit" } }, ...buttons),
  );

/** Returns a checkbox; as a button it sends its action like all others. */
function toggle(
  action: CreatingAction,
  words: string,
  on: boolean,
  { disabled = false, why }: { readonly disabled?: boolean; readonly why?: string } = {},
): PageElement {
  const one = button({ do: action }, words, {
    kind: "tool",
    icon: on ? "checked" : "unchecked",
    disabled,
    ...(why !== undefined && { why }),
  });
  return {
    ...one,
    attributes: { ...one.attributes, class: "tool check", role: "checkbox", "aria-checked": String(on) },
  };
}
