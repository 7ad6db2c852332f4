import { env, l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Uri } from "vscode";
import { instanceHost } from "../base/instanceUrl.ts";
import { age } from "../ui/age.ts";
import { plainText } from "../ui/plainText.ts";
import { plural } from "../ui/plural.ts";
import { asCommand } from "../ui/runCommand.ts";
import { sizeText } from "../ui/size.ts";
import { expiryOf, refusalText, wholeDownloadText } from "./labels.ts";
import type {
  ArtifactFileNode,
  ArtifactFolderNode,
  ArtifactsNode,
  RefusedArtifactNode,
  RefusedArtifactsNode,
  WholeArchiveNode,
} from "./nodes.ts";

const present = (part: string | undefined): part is string => part !== undefined && part !== "";

/** Returns the row of an archive: size and expiry. */
export function artifactsItem({ job }: ArtifactsNode): TreeItem {
  const now = Date.now();
  const expiry = expiryOf(job);
  const when = age(job.artifacts_expire_at, now, env.language, "long") ?? "";
  const kept =
    expiry === undefined ? undefined : expiry < now ? l10n.t("expired {0}", when) : l10n.t("expires {0}", when);
  const size = job.artifacts_file?.size;
  const words = [typeof size === "number" && size > 0 ? sizeText(size) : undefined, kept].filter(present);
  const item = new TreeItem(l10n.t("Artifacts"), TreeItemCollapsibleState.Collapsed);
  item.iconPath =
    expiry !== undefined && expiry < now
      ? new ThemeIcon("archive", new ThemeColor("disabledForeground"))
      : new ThemeIcon("archive");
  item.description = words.join(" · ");
  item.contextValue = "artifacts";
  item.tooltip = plainText(job.artifacts_file?.filename, 300);
  item.accessibilityInformation = {
    label: [l10n.t("Artifacts of job {0}", plainText(job.name, 200)), ...words].join(", "),
  };
  return item;
}

export function artifactFolderItem({ name, path }: ArtifactFolderNode): TreeItem {
  const label = plainText(name, 200);
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  item.iconPath = ThemeIcon.Folder;
  item.contextValue = "artifactFolder";
  item.tooltip = plainText(path, 1_000);
  item.accessibilityInformation = { label: l10n.t("Folder {0}", label) };
  return item;
}

/** Returns the row of a file, which opens it. */
export function artifactFileItem(node: ArtifactFileNode, uri: Uri | undefined): TreeItem {
  const { instance, project, job, artifact } = node;
  const label = plainText(artifact.name, 200);
  const copies = artifact.copies > 1 ? l10n.t("{0} times in the archive", artifact.copies) : undefined;
  const words = [sizeText(artifact.size), copies].filter(present);
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  if (uri) item.resourceUri = uri;
  item.iconPath = ThemeIcon.File;
  item.description = words.join(" · ");
  item.contextValue = "artifactFile";
  item.tooltip = [
    plainText(artifact.path, 1_000),
    ...words,
    copies && l10n.t("The host serves only one of them. Download the archive to get all."),
  ]
    .filter(present)
    .join("\n");
  item.command = asCommand("forgeline.artifact.open", l10n.t("Open Artifact"), {
    instance,
    project,
    job,
    artifact: { path: artifact.path, size: artifact.size },
  });
  item.accessibilityInformation = { label: [label, ...words].join(", ") };
  return item;
}

export function refusedArtifactsItem({ count }: RefusedArtifactsNode): TreeItem {
  const label = plural(count, (shown) => ({
    one: l10n.t("{0} entry cannot be opened", shown),
    other: l10n.t("{0} entries cannot be opened", shown),
  }));
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  item.iconPath = new ThemeIcon("warning", new ThemeColor("problemsWarningIcon.foreground"));
  item.contextValue = "refusedArtifacts";
  item.accessibilityInformation = { label };
  return item;
}

export function refusedArtifactItem({ entry: { name, why } }: RefusedArtifactNode): TreeItem {
  const label = plainText(name, 200) || l10n.t("(no name)");
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon("circle-slash");
  item.description = refusalText(why);
  item.contextValue = "refusedArtifact";
  item.tooltip = `${plainText(name, 1_000)}\n${refusalText(why)}`;
  item.accessibilityInformation = { label: `${label}: ${refusalText(why)}` };
  return item;
}

/** Returns the row that downloads an archive to list it. */
export function wholeArchiveItem({ instance, project, job, size }: WholeArchiveNode): TreeItem {
  const label = l10n.t("Download to list the files…");
  const why = wholeDownloadText({ size }, instanceHost(instance));
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon("cloud-download");
  item.description = why;
  item.contextValue = "wholeArchive";
  item.tooltip = why;
  item.command = asCommand("forgeline.job.browseArtifacts", l10n.t("Browse Artifacts…"), { instance, project, job });
  item.accessibilityInformation = { label: `${label} ${why}`, role: "button" };
  return item;
}
