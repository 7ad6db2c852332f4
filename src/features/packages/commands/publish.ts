import { commands, l10n, type Uri } from "vscode";
import { ApiError, isOutcomeUnknown } from "../../../api/errors.ts";
import type { CallOptions } from "../../../api/request.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { announce } from "../../../core/commands/runWrite.ts";
import type { Connection } from "../../../core/connections.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { notice, offer } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { sizeText } from "../../../core/ui/size.ts";
import type { OpenProject } from "../../../git/project.ts";
import type { PackagesContext } from "../context.ts";
import { feedError, feedOf } from "../feed.ts";
import { ensureSignedIn } from "./feed.ts";
import { choosePackage, type ChosenPackage, openChosen, packageDetail } from "./pickFiles.ts";

/** An upload in progress. */
interface Publishing {
  readonly context: PackagesContext;
  readonly connection: Connection;
  readonly project: OpenProject;
  readonly feed: { readonly project: number };
  readonly chosen: ChosenPackage;
  /** Name and version from the package's manifest. */
  readonly name: string;
}

/** Publishes a .nupkg file to the open project's feed after confirmation, by the protocol of `packages.feedVersion`. */
export async function publish(context: PackagesContext, given?: Uri): Promise<void> {
  const { project, connection } = context.current.require();
  const { client } = connection;
  const chosen = await choosePackage(context, given, "package", l10n.t("Publish Package"));
  await ensureSignedIn(context, project.instance);
  const { feed, before } = await findFeed(connection, project, chosen);
  const feedVersion = context.config.get("forgeline.packages.feedVersion");
  const publishing = { context, connection, project, feed, chosen, name: nameOf(chosen) };
  await ask(publishing, [
    ...packageDetail(chosen),
    feedVersion === "v2" ? l10n.t("Feed: v2 (a version must be specified on install)") : l10n.t("Feed: v3"),
    ...(before ? ["", l10n.t("This version already exists. The host will reject or overwrite it.")] : []),
  ]);
  const upload = await openChosen(chosen);
  await transfer(
    publishing,
    async (options) => client.packages[feedVersion].publish(feed.project, { package: upload }, options),
    async (signal) => (before ? undefined : isPublished(connection, feed, chosen, signal)),
  );
  const { id, version } = chosen.nuspec;
  const text =
    feedVersion === "v2"
      ? l10n.t(
          "Published {0} to {1}. Always specify the version when you install from the v2 feed, which cannot resolve the latest version.",
          publishing.name,
          plainText(project.name, 100),
        )
      : l10n.t("Published {0} to {1}.", publishing.name, plainText(project.name, 100));
  context.log.info(`Published ${id} ${version}`);
  offer(text, l10n.t("Show Package"), () => show(context, id));
}

/** Publishes a .snupkg file with debugging symbols to the open project's feed. */
export async function publishSymbols(context: PackagesContext, given?: Uri): Promise<void> {
  const { project, connection } = context.current.require();
  const chosen = await choosePackage(context, given, "symbols", l10n.t("Publish Symbol Package"));
  await ensureSignedIn(context, project.instance);
  const { feed } = await findFeed(connection, project, chosen);
  const publishing = { context, connection, project, feed, chosen, name: l10n.t("symbols of {0}", nameOf(chosen)) };
  await ask(publishing, packageDetail(chosen));
  const upload = await openChosen(chosen);
  await transfer(
    publishing,
    async (options) => connection.client.packages.symbols.publish(feed.project, { package: upload }, options),
    () => Promise.resolve(undefined),
  );
  notice(l10n.t("Published the symbols of {0} to {1}.", nameOf(chosen), plainText(project.name, 100)));
}

const nameOf = ({ nuspec }: ChosenPackage): string => `${nuspec.id} ${nuspec.version}`;

/** Returns the project's feed and whether the version is already published. */
async function findFeed(
  connection: Connection,
  project: OpenProject,
  chosen: ChosenPackage,
): Promise<{ feed: { readonly project: number }; before: boolean }> {
  try {
    return await withProgress(
      l10n.t("Checking the package registry of {0}…", instanceHost(project.instance)),
      async (signal) => {
        const feed = await feedOf(connection, project, signal);
        return { feed, before: await isPublished(connection, feed, chosen, signal) };
      },
    );
  } catch (error) {
    throw feedError(error, project.instance, "api");
  }
}

async function isPublished(
  { client }: Connection,
  feed: { readonly project: number },
  { nuspec }: ChosenPackage,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { versions } = await client.packages.v3.versions(feed.project, nuspec.id, { signal });
    return versions.some((version) => sameVersion(version, nuspec.version));
  } catch (error) {
    if (error instanceof ApiError && error.kind === "notFound") return false;
    throw error;
  }
}

/** Feeds ignore case, build metadata after `+`, and a fourth number of 0. */
const sameVersion = (a: string, b: string): boolean => plainVersion(a) === plainVersion(b);
const plainVersion = (version: string): string =>
  (version.toLowerCase().split("+")[0] ?? "").replace(/^(\d+\.\d+\.\d+)\.0(?=$|-)/, "$1");

async function ask({ context, name, project }: Publishing, detail: readonly string[]): Promise<void> {
  const [feed, host] = [plainText(project.name, 100), instanceHost(project.instance)];
  const question = l10n.t("Publish {0} to {1} on {2}?", name, feed, host);
  await confirm(context, project, { question, detail: detail.join("\n"), buttons: [l10n.t("Publish")] });
}

/**
 * Uploads the file. If no response arrives, checks whether it was published, which is all or nothing.
 * @param verify returns whether it was published; undefined if that cannot be found out
 */
async function transfer(
  publishing: Publishing,
  send: (options: CallOptions) => Promise<void>,
  verify: (signal: AbortSignal) => Promise<boolean | undefined>,
): Promise<void> {
  const { context, project, chosen, name } = publishing;
  let sent = 0;
  let all: number | undefined;
  try {
    await withProgress(l10n.t("Publishing {0}…", name), (signal, step) =>
      send({
        signal,
        onProgress: (done, total) => {
          [sent, all] = [done, total];
          step(
            done === total
              ? l10n.t("{0} sent, waiting for the host", sizeText(chosen.size))
              : l10n.t("{0} of {1}", sizeText(done), sizeText(total ?? chosen.size)),
          );
        },
      }),
    );
  } catch (error) {
    if (!isCancelled(error) && !isOutcomeUnknown(error)) throw feedError(error, project.instance, "api");
    const whole = all !== undefined && sent >= all;
    throw await unansweredError(publishing, error, whole, verify);
  } finally {
    announce(context, {
      instance: project.instance,
      project: project.project,
      subject: "package",
      name: chosen.nuspec.id,
    });
  }
}

/** Returns the error to throw after an upload without a response; cancellation stays one, with a notice of the result. */
async function unansweredError(
  { context, name, project }: Publishing,
  error: unknown,
  whole: boolean,
  verify: (signal: AbortSignal) => Promise<boolean | undefined>,
): Promise<unknown> {
  const there = await withProgress(l10n.t("Checking whether {0} was published…", name), verify).catch(() => undefined);
  // A partial upload cannot be published any more; a complete one may still be in processing.
  const outcome = there === true ? "published" : whole ? "unknown" : "notPublished";
  context.report.background(error, `Publishing ${name}`);
  if (isCancelled(error)) {
    notice(
      outcome === "published"
        ? l10n.t("Canceled too late: {0} was published.", name)
        : outcome === "notPublished"
          ? l10n.t("Canceled. {0} was not published.", name)
          : l10n.t("Canceled. {0} was uploaded completely and may still be published.", name),
    );
    return error;
  }
  const host = instanceHost(project.instance);
  if (outcome === "published")
    return new UserError(l10n.t("{0} was published, although the response from {1} was lost.", name, host), {
      cause: error,
    });
  const answered = error instanceof ApiError && error.status !== undefined;
  const why = answered
    ? describeError(error).message
    : whole
      ? l10n.t("The response from {0} was lost after the upload.", host)
      : l10n.t("The connection to {0} was lost.", host);
  if (outcome === "notPublished")
    return new UserError(l10n.t("{0} {1} was not published. Try again.", why, name), { cause: error });
  return new UserError(
    l10n.t("{0} {1} was not found but may still be published. Check before you try again.", why, name),
    {
      cause: error,
    },
  );
}

async function show(context: PackagesContext, name: string): Promise<void> {
  const view = await context.view.load();
  await view?.filter.set({ search: name });
  await commands.executeCommand("forgeline.packages.focus");
}
