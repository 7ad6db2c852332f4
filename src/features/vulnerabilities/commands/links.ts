import { env, l10n, Range, Uri, window, workspace } from "vscode";
import type { Vulnerability } from "../../../api/resources/vulnerabilities.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { projectNumber } from "../../../core/base/refs.ts";
import { pageOf } from "../../../core/commands/links.ts";
import { namedFile } from "../../../core/files/namedFile.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { VulnerabilitiesContext } from "../context.ts";
import { foundAt } from "../finding.ts";
import { vulnerabilityName } from "../labels.ts";
import { projectElsewhere } from "../nodes.ts";
import { pickVulnerability, readVulnerability } from "../pick.ts";
import type { VulnerabilityRef } from "../refs.ts";
import { pageOfVulnerability } from "./open.ts";

/** Opens the web page of a vulnerability. */
export async function openInBrowser(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const ref = await pickVulnerability(context, given, {
    title: l10n.t("Open Vulnerability in Browser"),
    placeholder: l10n.t("Select a vulnerability to open"),
  });
  await env.openExternal(Uri.parse(await page(context, ref), true));
}

/** Copies the URL of a vulnerability's web page. */
export async function copyLink(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const ref = await pickVulnerability(context, given, {
    title: l10n.t("Copy Vulnerability Link"),
    placeholder: l10n.t("Select a vulnerability to open"),
  });
  await env.clipboard.writeText(await page(context, ref));
  notice(l10n.t("Copied link."));
}

/** Opens the file and line that the scanner reported. */
export async function openLocation(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const ref = await pickVulnerability(context, given, {
    title: l10n.t("Open Vulnerability File"),
    placeholder: l10n.t("Select a vulnerability to open its file"),
    applies: ({ vulnerability: { finding, state } }) => state === undefined || foundAt(finding) !== undefined,
  });
  const full = await readFull(context, ref);
  const at = foundAt(full.finding);
  if (at === undefined)
    throw new UserError(l10n.t("{0} returned no file for {1}.", instanceHost(ref.instance), vulnerabilityName(full)));
  const { project } = context.current.require();
  const elsewhere = projectElsewhere(full.project, String(project.project), projectNumber(project));
  if (elsewhere !== undefined)
    throw new UserError(
      l10n.t("{0} belongs to project {1}, which is not open.", plainText(at.path, 200), plainText(elsewhere, 120)),
    );
  if (project.root === undefined)
    throw new UserError(l10n.t("Open the folder of {0} to show {1}.", project.name, plainText(at.path, 200)));
  const file = await namedFile(project.root, at.path);
  const line = (at.line ?? 1) - 1;
  const exists = await workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  if (!exists)
    throw new UserError(
      l10n.t("{0} does not exist in the folder. It may be on another branch, or was deleted.", plainText(at.path, 200)),
    );
  await window.showTextDocument(file, { preview: true, selection: new Range(line, 0, line, 0) });
}

async function page(context: VulnerabilitiesContext, ref: VulnerabilityRef): Promise<string> {
  // A pasted URL works without asking the host.
  const found =
    pageOfVulnerability(context, ref, ref.vulnerability) ??
    pageOfVulnerability(context, ref, await readFull(context, ref));
  if (found === undefined)
    throw new UserError(
      l10n.t("{0} returned no web address for {1}.", instanceHost(ref.instance), vulnerabilityName(ref.vulnerability)),
    );
  return pageOf({ webUrl: found });
}

/** Returns the full vulnerability; a typed number or an unread row has only some of its fields. */
async function readFull(context: VulnerabilitiesContext, ref: VulnerabilityRef): Promise<Vulnerability> {
  const { vulnerability } = ref;
  if (vulnerability.state !== undefined && vulnerability.project !== undefined) return vulnerability as Vulnerability;
  return withProgress(l10n.t("Loading {0}…", vulnerabilityName(vulnerability)), (signal) =>
    readVulnerability(context, ref, signal),
  );
}
