import { l10n, window } from "vscode";
import type { Vulnerability } from "../../../api/resources/vulnerabilities.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { announce } from "../../../core/commands/runWrite.ts";
import { submitText } from "../../../core/ui/form.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { typedVulnerability } from "../address.ts";
import type { VulnerabilitiesContext } from "../context.ts";
import { vulnerabilityName } from "../labels.ts";
import { vulnerabilityPage } from "../page.ts";
import { readVulnerability, vulnerabilityChange, watchedIn } from "../pick.ts";
import type { VulnerabilityRef } from "../refs.ts";
import { detailsPath, detailsText } from "./details.ts";

/**
 * Shows a vulnerability as a document: the given one, or one entered by ID or URL, which is added to the project's
 * list.
 */
export async function open(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const { ref, vulnerability } = given
    ? {
        ref: given,
        vulnerability: await withProgress(l10n.t("Loading {0}…", vulnerabilityName(given.vulnerability)), (signal) =>
          readVulnerability(context, given, signal),
        ),
      }
    : await askAndRead(context);
  await context.texts.show(detailsPath(ref.instance, vulnerability.id), details(context, ref, vulnerability));
  showDeprecationNotice(context, ref.instance);
}

/** Updates the details document of a vulnerability if it is open. */
export function updateDetails(
  context: VulnerabilitiesContext,
  ref: VulnerabilityRef,
  vulnerability: Vulnerability,
): void {
  context.texts.update(detailsPath(ref.instance, vulnerability.id), details(context, ref, vulnerability));
}

/** Returns the URL of a vulnerability's page, if known. */
export function pageOfVulnerability(
  context: VulnerabilitiesContext,
  { instance, project }: VulnerabilityRef,
  vulnerability: Partial<Vulnerability>,
): string | undefined {
  const watched = watchedIn(context)
    .list({ instance, project })
    .find(({ id }) => id === vulnerability.id);
  return vulnerabilityPage(instance, vulnerability, watched, context.capabilities.of(instance));
}

const details = (context: VulnerabilitiesContext, ref: VulnerabilityRef, vulnerability: Vulnerability): string =>
  detailsText(vulnerability, pageOfVulnerability(context, ref, vulnerability));

/** Asks for an ID or URL until the host returns the vulnerability. */
async function askAndRead(
  context: VulnerabilitiesContext,
): Promise<{ readonly ref: VulnerabilityRef; readonly vulnerability: Vulnerability }> {
  const { project } = context.current.require();
  const { instance } = project;
  const instances = context.connections.instances.map(({ url }) => url);
  const problem = (text: string): string | undefined => {
    const typed = typedVulnerability(text, instances);
    if (typed === "empty") return l10n.t("Enter an ID or a URL.");
    if (typed === "unknownHost") return l10n.t("You are not signed in to the host of this URL.");
    if (typed === "noVulnerability") return l10n.t("Enter the ID or URL of a vulnerability.");
    if (typed.instance === undefined || typed.instance === instance) return undefined;
    return l10n.t("This vulnerability is on {0}. Select a project on that host first.", instanceHost(typed.instance));
  };
  return submitText(
    {
      title: l10n.t("Open Vulnerability"),
      prompt: l10n.t(
        "Enter the ID or URL of a vulnerability on {0} to add it to the list of {1}",
        instanceHost(instance),
        project.name,
      ),
      placeholder: `42  ·  ${instance}/group/project/-/security/vulnerabilities/42`,
      validate: problem,
      sending: l10n.t("Looking for the vulnerability…"),
      failed: (error) => context.report.background(error, "Open a vulnerability"),
    },
    async (text, signal) => {
      const typed = typedVulnerability(text, instances);
      if (typeof typed === "string") throw new TypeError(`Not validated: ${typed}`);
      const ref: VulnerabilityRef = { instance, project: project.project, vulnerability: { id: typed.id } };
      const vulnerability = await readVulnerability(context, ref, signal);
      await watchedIn(context).keep(ref, {
        id: vulnerability.id,
        title: vulnerability.title,
        ...(typed.page !== undefined && { page: typed.page }),
      });
      announce(context, vulnerabilityChange(ref));
      return { ref: { ...ref, vulnerability }, vulnerability };
    },
  );
}

const deprecationNotice = "vulnerabilitiesDeprecated";

/** Shows once per instance that the API documents deprecate these endpoints (Part 3, Vulnerabilities). */
function showDeprecationNotice(context: VulnerabilitiesContext, instance: string): void {
  const capabilities = context.capabilities.of(instance);
  if (capabilities.get(deprecationNotice) === "told") return;
  capabilities.set(deprecationNotice, "told");
  const words = l10n.t(
    "The vulnerability API is unstable and deprecated. A later version of {0} may remove it.",
    instanceHost(instance),
  );
  void window.showInformationMessage(words);
}
