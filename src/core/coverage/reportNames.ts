/** File names of coverage reports by common tools, the most detailed format first. */
const names: readonly RegExp[] = [
  /^(?:.*[._-])?lcov(?:[._-][^/]*)?\.info$|\.lcov$|^coverage\.info$/i,
  /^(?:.*[._-])?cobertura[^/]*\.xml$|^coverage(?:[._-][^/]*)?\.xml$/i,
  /^(?:.*[._-])?jacoco[^/]*\.xml$/i,
  /^(?:.*[._-])?clover[^/]*\.xml$/i,
];

/** Limit of reports of one job. */
const maxReports = 50;

/**
 * Returns those files of a job's archive that have the name of a coverage report. Tools write the same coverage in several formats into a folder;
 * only the first format counts there.
 */
export function reportFiles<F extends { readonly path: string }>(files: Iterable<F>): F[] {
  const byFolder = new Map<string, { format: number; files: F[] }>();
  for (const file of files) {
    const slash = file.path.lastIndexOf("/");
    const format = names.findIndex((name) => name.test(file.path.slice(slash + 1)));
    if (format < 0) continue;
    const folder = file.path.slice(0, Math.max(0, slash));
    const known = byFolder.get(folder);
    if (known === undefined || format < known.format) byFolder.set(folder, { format, files: [file] });
    else if (format === known.format) known.files.push(file);
  }
  const all = [...byFolder.values()].flatMap((one) => one.files);
  return all.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)).slice(0, maxReports);
}

/** Types of reports that hosts take from jobs, but do not offer for download. */
const reportTypes: ReadonlySet<string> = new Set(["cobertura", "coverage_report", "jacoco", "clover", "lcov"]);

/** Returns whether a job uploads a coverage report for the host. */
export const uploadsCoverage = ({
  artifacts,
}: {
  readonly artifacts?: readonly { readonly file_type?: string | null | undefined }[] | null;
}): boolean => artifacts?.some(({ file_type: type }) => reportTypes.has(type ?? "")) === true;
