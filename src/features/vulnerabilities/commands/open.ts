import { l10n, window } from "vscode";
import type { Vulnerability } from "../../../api/resources/vulnerabilities.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { announce } from "../../../core/commands/runWrite.ts";
import type { App } from "../../../core/context.ts";
import type { VulnerabilityRef } from "../../../core/refs.ts";
import { submitText } from "../../../core/ui/form.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { typedVulnerability } from "../address.ts";
import { vulnerabilityName } from "../labels.ts";
import { vulnerabilityPage } from "../page.ts";
import { readVulnerability, vulnerabilityChange, watchedIn } from "../pick.ts";
import { detailsPath, detailsText } from "./details.ts";

/** Shows a vulnerability as a document: the given one, or one by its number or address, which is put on the project's list. */
export async function open(app: App, given?: VulnerabilityRef): Promise<void> {
  const { ref, vulnerability } = given
    ? {
        ref: given,
        vulnerability: await withProgress(l10n.t("Reading {0}…", vulnerabilityName(given.vulnerability)), (signal) =>
          readVulnerability(app, given, signal),
        ),
      }
    : await askAndRead(app);
  await app.texts.show(detailsPath(ref.instance, vulnerability.id), details(app, ref, vulnerability));
  tellDeprecation(app, ref.instance);
}

/** The document about it as it is now, if it is open. */
export function renewDetails(app: App, ref: VulnerabilityRef, vulnerability: Vulnerability): void {
  app.texts.update(detailsPath(ref.instance, vulnerability.id), details(app, ref, vulnerability));
}

/** Address of its page, where one is known. */
export function pageOfVulnerability(
  app: App,
  { instance, project }: VulnerabilityRef,
  vulnerability: Partial<Vulnerability>,
): string | undefined {
  const watched = watchedIn(app)
    .list({ instance, project })
    .find(({ id }) => id === vulnerability.id);
  return vulnerabilityPage(instance, vulnerability, watched, app.facts.of(instance));
}

const details = (app: App, ref: VulnerabilityRef, vulnerability: Vulnerability): string =>
  detailsText(vulnerability, pageOfVulnerability(app, ref, vulnerability));

/** Asks for a number or address until the host shows what it names. */
async function askAndRead(
  app: App,
): Promise<{ readonly ref: VulnerabilityRef; readonly vulnerability: Vulnerability }> {
  const { project } = app.current.require();
  const { instance } = project;
  const instances = app.connections.instances.map(({ url }) => url);
  const wrong = (text: string): string | undefined => {
    const typed = typedVulnerability(text, instances);
    if (typed === "empty") return l10n.t("A number or an address is needed.");
    if (typed === "unknownHost") return l10n.t("Nobody is signed in to the host of this address.");
    if (typed === "noVulnerability")
      return l10n.t("This is neither the number of a vulnerability nor the address of one's page.");
    if (typed.instance === undefined || typed.instance === instance) return undefined;
    return l10n.t("This one is on {0}. Select a project of that host first.", instanceHost(typed.instance));
  };
  return submitText(
    {
      title: l10n.t("Open Vulnerability"),
      prompt: l10n.t(
        "Number or address of a vulnerability on {0}. It is put on the list of {1}.",
        instanceHost(instance),
        project.name,
      ),
      placeholder: `42  ·  ${instance}/group/project/-/security/vulnerabilities/42`,
      validate: wrong,
      sending: l10n.t("Looking for the vulnerability…"),
      failed: (error) => app.report.background(error, "Open a vulnerability"),
    },
    async (text, signal) => {
      const typed = typedVulnerability(text, instances);
      if (typeof typed === "string") throw new TypeError(`Not validated: ${typed}`);
      const ref: VulnerabilityRef = { instance, project: project.project, vulnerability: { id: typed.id } };
      const vulnerability = await readVulnerability(app, ref, signal);
      await watchedIn(app).keep(ref, {
        id: vulnerability.id,
        title: vulnerability.title,
        ...(typed.page !== undefined && { page: typed.page }),
      });
      announce(app, vulnerabilityChange(ref));
      return { ref: { ...ref, vulnerability }, vulnerability };
    },
  );
}

const toldFact = "vulnerabilitiesDeprecated";

/** Says once for each instance what the documents say of this interface (Part 3, Vulnerabilities). */
function tellDeprecation(app: App, instance: string): void {
  const facts = app.facts.of(instance);
  if (facts.get(toldFact) === "told") return;
  facts.set(toldFact, "told");
  const words = l10n.t(
    "The API documents call the interface for vulnerabilities unstable and deprecated in favor of GraphQL. A later version of {0} may drop it; until then everything here works.",
    instanceHost(instance),
  );
  void window.showInformationMessage(words);
}
