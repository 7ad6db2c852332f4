import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { plainText } from "../../core/ui/plainText.ts";
import { asCommand } from "../../core/ui/runCommand.ts";
import { isOpen, judgmentOf } from "./judgment.ts";
import { confidenceName, severityName, stateName, vulnerabilityName } from "./labels.ts";
import type { VulnerabilityFactNode, VulnerabilityNode, Withheld } from "./nodes.ts";

const present = (part: string | undefined): part is string => part !== undefined && part !== "";
const icon = (id: string, color?: string): ThemeIcon =>
  new ThemeIcon(id, color === undefined ? undefined : new ThemeColor(color));
const unknown = (): ThemeIcon => icon("question", "descriptionForeground");
const among = (icons: Readonly<Record<string, () => ThemeIcon>>, value: unknown): ThemeIcon => {
  const key = typeof value === "string" ? value.toLowerCase() : "";
  return ((Object.hasOwn(icons, key) ? icons[key] : undefined) ?? unknown)();
};

/** How grave it is, by shape and colour. */
export const severityIcon = (severity: unknown): ThemeIcon =>
  among(
    {
      critical: () => icon("flame", "charts.red"),
      high: () => icon("error", "charts.orange"),
      medium: () => icon("warning", "charts.yellow"),
      low: () => icon("arrow-down", "charts.blue"),
      info: () => icon("info", "charts.blue"),
    },
    severity,
  );

/** What was decided about it, by shape and colour, the same for both spellings of a state. */
export const stateIcon = (state: unknown): ThemeIcon =>
  among(
    {
      detected: () => icon("search"),
      confirmed: () => icon("verified", "charts.orange"),
      resolved: () => icon("pass", "charts.green"),
      dismissed: () => icon("circle-slash", "descriptionForeground"),
    },
    judgmentOf(state),
  );

/** How sure the scanner is, by shape. */
export const confidenceIcon = (confidence: unknown): ThemeIcon =>
  among(
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

/** Why there is nothing to see, in few words. */
export const withheldText = (withheld: Withheld): string =>
  withheld === "forbidden" ? l10n.t("not shown to your account") : l10n.t("not there, or hidden from your account");

/** A vulnerability's row: how grave it is while it is open, else what became of it. Enter shows the details. */
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
  ].filter(present);
  item.description = parts.join(" · ");
  item.contextValue = [
    "vulnerability",
    withheld !== undefined ? "withheld" : known ? (judgmentOf(state) ?? "other") : "unread",
    page === undefined ? "" : "hasPage",
  ]
    .filter(present)
    .join(" ");
  item.accessibilityInformation = { label: [l10n.t("Vulnerability {0}", name), ...parts].join(", ") };
  item.command = asCommand("forgeline.vulnerability.open", l10n.t("Show Vulnerability"), {
    instance,
    project,
    vulnerability,
  });
  return item;
}

/** The row of one thing that is known: state, severity and confidence with their icons; Enter on the place opens the file. */
export function factItem({ fact, value, at, instance, project, vulnerability }: VulnerabilityFactNode): TreeItem {
  const rows: Readonly<Record<typeof fact, () => readonly [name: string, text: string, icon: ThemeIcon]>> = {
    state: () => [l10n.t("State"), stateName(value), stateIcon(value)],
    severity: () => [l10n.t("Severity"), severityName(value), severityIcon(value)],
    confidence: () => [l10n.t("Confidence"), confidenceName(value), confidenceIcon(value)],
    report: () => [l10n.t("Found by"), value, icon("shield")],
    scanner: () => [l10n.t("Scanner"), plainText(value, 80), icon("radio-tower")],
    location: () => [l10n.t("Place"), plainText(value, 300), icon("go-to-file")],
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
