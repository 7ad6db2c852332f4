import { env, l10n } from "vscode";
import { ApiError } from "../../api/errors.ts";
import type { Job } from "../../api/resources/jobs.ts";
import { isCancelled, UserError } from "../base/errors.ts";
import { instanceHost } from "../base/instanceUrl.ts";
import type { JobRef } from "../pipelines/refs.ts";
import { plainText } from "../ui/plainText.ts";
import { numberText } from "../ui/plural.ts";
import { sizeText } from "../ui/size.ts";
import { WholeDownloadNeeded } from "./archiveListings.ts";
import type { Refusal } from "./entry.ts";
import { ArchiveError, maxEntries } from "./zipDirectory.ts";

/** Returns when the artifacts of a job expire, in milliseconds since the epoch; undefined if never. */
export function expiryOf({ artifacts_expire_at: at }: Partial<Job>): number | undefined {
  const time = Date.parse(at ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/** Returns an error of an archive or its file with a helpful message; other errors are unchanged. */
export function artifactError(error: unknown, ref: JobRef, file?: string): unknown {
  const { instance, job } = ref;
  if (isCancelled(error)) return error;
  const name = plainText(job.name, 100);
  if (error instanceof ApiError && error.kind === "notFound") {
    const expired = expiryOf(job);
    if (expired !== undefined && expired < Date.now()) {
      return new UserError(
        l10n.t(
          "The artifacts of job “{0}” expired on {1} and were removed from {2}. Retry the job to create them again.",
          name,
          dateText(expired),
          instanceHost(instance),
        ),
        { cause: error },
      );
    }
    if (file !== undefined)
      return new UserError(
        l10n.t(
          "Job “{0}” does not have the artifact {1}. It may have a different path in this job, or the artifacts have expired or were erased.",
          name,
          plainText(file, 200),
        ),
        { cause: error },
      );
    return new UserError(
      l10n.t(
        "The artifacts of job “{0}” are no longer available. They have expired, were erased, or are hidden from your account.",
        name,
      ),
      { cause: error },
    );
  }
  if (error instanceof ArchiveError)
    return new UserError(archiveText(error, name, instanceHost(instance)), {
      cause: error,
      action: { title: l10n.t("Download Archive…"), command: "forgeline.artifacts.download", args: [ref] },
    });
  if (error instanceof WholeDownloadNeeded)
    return new UserError(wholeDownloadText(error, instanceHost(instance)), { cause: error });
  return error;
}

function archiveText({ why }: ArchiveError, name: string, host: string): string {
  switch (why) {
    case "notZip":
      return l10n.t(
        "The artifacts of job “{1}” on {0} are not a valid ZIP archive. Download the archive to inspect it.",
        host,
        name,
      );
    case "tooMany":
      return l10n.t(
        "The archive of job “{0}” contains more than {1} entries and cannot be listed. Download it, or open a file by its path.",
        name,
        numberText(maxEntries),
      );
    case "changed":
      return l10n.t("The archive of job “{0}” changed while it was read. Try again.", name);
  }
}

export const wholeDownloadText = ({ size }: { readonly size: number | undefined }, host: string): string =>
  size === undefined
    ? l10n.t("{0} can send this archive only as a whole", host)
    : l10n.t("{0} can send this archive only as a whole: {1}", host, sizeText(size));

/** Returns why an entry cannot be opened. */
export function refusalText(why: Refusal): string {
  switch (why) {
    case "absolute":
      return l10n.t("It cannot be opened because its path is absolute.");
    case "escapes":
      return l10n.t("It cannot be opened because its path leads outside of the archive.");
    case "backslash":
      return l10n.t("It cannot be opened because its path contains a backslash.");
    case "link":
      return l10n.t("It cannot be opened because it is a link or a device, not a file.");
    case "encoding":
      return l10n.t("It cannot be opened because its name is not encoded as UTF-8. Download the archive to get it.");
    case "control":
      return l10n.t("It cannot be opened because its name contains control characters.");
    case "encrypted":
      return l10n.t("It is encrypted. Download the archive to extract it with its password.");
    case "long":
      return l10n.t("It cannot be opened because its path is too long or too deep.");
    case "clash":
      return l10n.t("A file and a folder in the archive have this name. Download the archive to get both.");
  }
}

/** Formats a time as a date. */
const dateText = (time: number): string => new Date(time).toLocaleDateString(env.language, { dateStyle: "medium" });
