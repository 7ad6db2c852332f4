import { env, l10n } from "vscode";
import { ApiError } from "../../api/errors.ts";
import type { Job } from "../../api/resources/jobs.ts";
import { isCancelled, UserError } from "../base/errors.ts";
import { instanceHost } from "../base/instanceUrl.ts";
import type { JobRef } from "../pipelines/refs.ts";
import { plainText } from "../ui/plainText.ts";
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
          "The artifacts of job “{0}” expired on {1}, and {2} does not have them any more. Retry the job to have new ones.",
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
          "Job “{0}” has no artifact {1}. It may have another path in this job, or the artifacts expired or were erased.",
          name,
          plainText(file, 200),
        ),
        { cause: error },
      );
    return new UserError(
      l10n.t(
        "The artifacts of job “{0}” are not there any more: they expired, were erased, or are hidden from your account.",
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
        "What {0} sent as the artifacts of job “{1}” is no zip archive, or a broken one. Download it to look for yourself.",
        host,
        name,
      );
    case "tooMany":
      return l10n.t(
        "The archive of job “{0}” holds more than {1} entries, which are not listed here. Download it, or open a file by its path.",
        name,
        maxEntries.toLocaleString(env.language),
      );
    case "changed":
      return l10n.t("The archive of job “{0}” changed while it was being read. Try again.", name);
  }
}

export const wholeDownloadText = ({ size }: { readonly size: number | undefined }, host: string): string =>
  size === undefined
    ? l10n.t("{0} sends this archive only whole", host)
    : l10n.t("{0} sends this archive only whole: {1}", host, sizeText(size));

/** Returns why an entry cannot be opened. */
export function refusalText(why: Refusal): string {
  switch (why) {
    case "absolute":
      return l10n.t("Its path starts at the root of a file system, so it is not opened.");
    case "escapes":
      return l10n.t("Its path leads out of the archive, so it is not opened.");
    case "backslash":
      return l10n.t("Its path has a backslash, which systems read differently, so it is not opened.");
    case "link":
      return l10n.t("It is a link or a device and no file, so it is not followed.");
    case "encoding":
      return l10n.t(
        "Its name is in another encoding than UTF-8, by which the host cannot be asked. Download the archive to have it.",
      );
    case "control":
      return l10n.t("Its name has control characters, so it is not opened.");
    case "encrypted":
      return l10n.t("It is encrypted. Download the archive to unpack it with its password.");
    case "long":
      return l10n.t("Its path is too long, or too deep.");
    case "clash":
      return l10n.t("A file and a folder of the archive have this name. Download the archive to have both.");
  }
}

/** Formats a time as a date. */
const dateText = (time: number): string => new Date(time).toLocaleDateString(env.language, { dateStyle: "medium" });
