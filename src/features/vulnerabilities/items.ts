import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { plainText } from "../../core/ui/plainText.ts";
import { asCommand } from "../../core/ui/runCommand.ts";
import { confidenceName, severityName, stateName, vulnerabilityName } from "./labels.ts";
import type { VulnerabilityFactNode, VulnerabilityNode, Withheld } from "./nodes.ts";
import { isOpen, knownState } from "./states.ts";

const isFilled = (part: string | undefined): part is string => part !== undefined && part !== "";
const icon = (id: string, color?: string): ThemeIcon =>
  new ThemeIcon(id, color === undefined ? undefined : new ThemeColor(color));
const unknown = (): ThemeIcon => icon("question", "descriptionForeground");
const iconOf = (icons: Readonly<Record<string, () => ThemeIcon>>, value: unknown): ThemeIcon => {
  const key = typeof value === "string" ? value.toLowerCase() : "";
  return ((Object.hasOwn(icons, key) ? icons[key] : undefined) ?? unknown)();
};

/** Returns the icon of a severity, distinct in shape and color. */
export const severityIcon = (severity: unknown): ThemeIcon =>
  iconOf(
    {
      critical: () => icon("flame", "charts.red"),
      high: () => icon("error", "charts.orange"),
      medium: () => icon("warning", "charts.yellow"),
      low: () => icon("arrow-down", "charts.blue"),
      info: () => icon("info", "charts.blue"),
    },
    severity,
  );

/** Returns the icon of a state, distinct in shape and color; the same for both spellings of a state. */
export const stateIcon = (state: unknown): ThemeIcon =>
  iconOf(
    {
      detected: () => icon("search"),
      confirmed: () => icon("verified", "charts.orange"),
      resolved: () => icon("pass", "charts.green"),
      dismissed: () => icon("circle-slash", "descriptionForeground"),
    },
    knownState(state),
  );

/** Returns the icon of a scanner's confidence. */
export const confidenceIcon = (confidence: unknown): ThemeIcon =>
  iconOf(
    {
      confirmed: () => icon("verified-filled"),
      high: () => icon("circle-filled"),
      medium: () => icon("color-mode"),
      low: () => icon("circle-outline"),
      experimental: () => icon("beaker"),
      ignore: () => icon("circle-slash"),
    },
    confidence,
  );

/** Returns a short text for a vulnerability that the host does not return. */
export const withheldText = (withheld: Withheld): string =>
  withheld === "forbidden" ? l10n.t("not shown to your account") : l10n.t("deleted, or hidden from your account");

/**
 * Returns the row of a vulnerability; its icon is the severity while it is open, then the state. Enter shows the
 * details.
 */
export function vulnerabilityItem({
  vulnerability,
  instance,
  project,
  withheld,
  elsewhere,
  page,
}: VulnerabilityNode): TreeItem {
  const { id, title, state, severity } = vulnerability;
  const known = withheld === undefined && state !== undefined;
  const name = plainText(title, 200) || l10n.t("Vulnerability {0}", id);
  const item = new TreeItem(name, known ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None);
  item.iconPath =
    withheld !== undefined
      ? icon("eye-closed", "descriptionForeground")
      : !known
        ? unknown()
        : isOpen(state)
          ? severityIcon(severity)
          : stateIcon(state);
  const parts = [
    `#${id}`,
    ...(withheld !== undefined ? [withheldText(withheld)] : known ? [severityName(severity), stateName(state)] : []),
    elsewhere && plainText(elsewhere, 120),
  ].filter(isFilled);
  item.description = parts.join(" · ");
  item.contextValue = [
    "vulnerability",
    withheld !== undefined ? "withheld" : known ? (knownState(state) ?? "other") : "unread",
    page === undefined ? "" : "hasPage",
  ]
    .filter(isFilled)
    .join(" ");
  item.accessibilityInformation = { label: [l10n.t("Vulnerability {0}", name), ...parts].join(", ") };
  item.command = asCommand("forgeline.vulnerability.open", l10n.t("Show Vulnerability"), {
    instance,
    project,
    vulnerability,
  });
  return item;
}

/** Returns the row of one property; Enter on the location opens the file. */
export function factItem({ fact, value, at, instance, project, vulnerability }: VulnerabilityFactNode): TreeItem {
  const rows: Readonly<Record<typeof fact, () => readonly [name: string, text: string, icon: ThemeIcon]>> = {
    state: () => [l10n.t("State"), stateName(value), stateIcon(value)],
    severity: () => [l10n.t("Severity"), severityName(value), severityIcon(value)],
    confidence: () => [l10n.t("Confidence"), confidenceName(value), confidenceIcon(value)],
    report: () => [l10n.t("Report type"), value, icon("shield")],
    scanner: () => [l10n.t("Scanner"), plainText(value, 80), icon("radio-tower")],
    location: () => [l10n.t("Location"), plainText(value, 300), icon("go-to-file")],
  };
  const [name, text, iconPath] = rows[fact]();
  const item = new TreeItem(name, TreeItemCollapsibleState.None);
  item.description = text;
  item.iconPath = iconPath;
  item.tooltip = `${name}: ${text}`;
  item.contextValue = `vulnerabilityFact ${fact}`;
  item.accessibilityInformation = { label: `${name}: ${text}` };
  if (at !== undefined)
    item.command = asCommand(
      "forgeline.vulnerability.openLocation",
      l10n.t("Open File of {0}", vulnerabilityName(vulnerability)),
      { instance, project, vulnerability },
    );
  return item;
}
