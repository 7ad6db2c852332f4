import { type Diagnostic, type DiagnosticCollection, languages, type Range, type Uri, workspace } from "vscode";
import type { Job } from "../../../api/resources/jobs.ts";
import { ArchiveListings } from "../../../core/artifacts/archiveListings.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { CancelledError, isCancelled, UserError } from "../../../core/base/errors.ts";
import { Emitter } from "../../../core/base/events.ts";
import { type NamedProject, type ProjectScope, sameProject } from "../../../core/base/refs.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import {
  type Baseline,
  type BaselineSource,
  findBaseline,
  findDefaultBranch,
} from "../../../core/findings/baseline.ts";
import { pipelineFindings } from "../../../core/findings/pipelineFindings.ts";
import { type JobReport, ReportReader } from "../../../core/findings/reportReader.ts";
import { reportsOf, type ReportType } from "../../../core/findings/reportTypes.ts";
import { familyJobs } from "../../../core/pipelines/familyJobs.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { type OpenFiles, ProjectFiles } from "../../../core/problems/projectFiles.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import { isRunning } from "../../../core/ui/statusStyle.ts";
import { cloneOf } from "../../../git/clone.ts";
import { placeFindings, type PlacedFinding } from "./diagnostics.ts";
import { noReports } from "./messages.ts";
import { FindingPlaces } from "./places.ts";
import { findingQuickFixes } from "./quickFixes.ts";
import type { ShownFindings } from "./shown.ts";

/** What to read and to compare with. */
export interface FindingsRequest {
  /** The pipeline in its project. */
  readonly ref: PipelineRef;
  /** Project to show the findings for: that of the merge request, if the pipeline is a fork's. */
  readonly project: PipelineRef["project"];
  /** Branch to compare with; by default the project's default branch. */
  readonly target?: string | undefined;
  /** Whether an earlier pipeline of the branch is shown if this one has no reports, as where scanners run on a schedule. */
  readonly orEarlier?: boolean;
}

interface Entry {
  readonly shown: ShownFindings;
  readonly connection: Connection;
  readonly collection: DiagnosticCollection;
  readonly placed: readonly PlacedFinding[];
}

/** The findings of CI reports: read, compared, and shown in the Problems panel and in the Vulnerabilities view. */
export class CiFindings implements Disposable {
  private readonly context: Context;
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<undefined>());
  /** Fires when other findings are shown. */
  readonly onDidChange = this.changed.event;
  private readonly files: ProjectFiles;
  private readonly readers = new WeakMap<Connection, ReportReader>();
  private readonly closing = new AbortController();
  private entries: readonly Entry[] = [];
  private isOffering = false;

  constructor(context: Context) {
    this.context = context;
    this.files = new ProjectFiles(context);
    this.owned.add(context.connections.onDidChange(() => this.dropOthers()));
    this.owned.add(
      workspace.onDidSaveTextDocument(({ uri }) => {
        this.follow(uri).catch((error: unknown) => context.report.background(error, "Follow the lines of findings"));
      }),
    );
  }

  /** Returns the findings that are shown for a project. */
  of(project: NamedProject): ShownFindings | undefined {
    return this.entries.find(({ shown }) => sameProject(project, shown))?.shown;
  }

  /** Whether no findings are shown. */
  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  /** Returns the files of a project with an open clone. */
  filesOf(scope: ProjectScope): Promise<OpenFiles | undefined> {
    return this.files.of(scope);
  }

  /** Returns the findings in a range of a file. */
  private at(file: Uri, range: Range): readonly PlacedFinding[] {
    const key = file.toString();
    return this.entries
      .flatMap(({ placed }) => placed)
      .filter((one) => one.file.toString() === key && one.diagnostic.range.intersection(range) !== undefined);
  }

  /**
   * Reads the findings of a pipeline and shows them in place of those of another one.
   * @returns the findings, and how many are in files of the workspace; undefined without a clone
   * @throws ApiError, CancelledError, UserError when the pipeline has no reports
   */
  async show(
    request: FindingsRequest,
    signal: AbortSignal,
    step: (done: number, count: number) => void,
  ): Promise<{ readonly shown: ShownFindings; readonly placed: number | undefined }> {
    const { instance } = request.ref;
    const connection = this.context.connections.get(instance);
    const shown = await this.read(connection, request, signal, step);
    const files = await this.files.of(shown);
    const placed = files && (await placeFindings(shown, files, this.placesOf(shown, signal), signal));
    signal.throwIfAborted();
    // Data of one account is not shown for another.
    if (this.context.connections.get(instance) !== connection) throw new CancelledError();
    this.replace(shown, connection, placed ?? []);
    return { shown, placed: placed?.length };
  }

  /** Clears the findings of a project, or all. */
  clear(scope?: ProjectScope): void {
    this.drop(({ shown }) => scope === undefined || sameProject(scope, shown));
  }

  dispose(): void {
    this.closing.abort();
    for (const { collection } of this.entries) collection.dispose();
    this.entries = [];
    this.owned.dispose();
  }

  private placesOf(shown: ShownFindings, signal: AbortSignal): FindingPlaces {
    return new FindingPlaces({ clone: cloneOf(this.context, shown), sha: shown.pipeline.sha ?? undefined, signal });
  }

  /** Places the findings in a file again after it was saved. */
  private async follow(uri: Uri): Promise<void> {
    const key = uri.toString();
    for (const { shown, collection, placed } of this.entries) {
      const own = placed.filter(({ file }) => file.toString() === key);
      if (own.length === 0) continue;
      const places = this.placesOf(shown, this.closing.signal);
      for (const { ref, diagnostic } of own) diagnostic.range = await places.rangeOf(ref.finding, uri);
      if (this.of(shown) === shown)
        collection.set(
          uri,
          own.map(({ diagnostic }) => diagnostic),
        );
    }
  }

  private async read(
    connection: Connection,
    request: FindingsRequest,
    signal: AbortSignal,
    step: (done: number, count: number) => void,
  ): Promise<ShownFindings> {
    const { ref, project, target } = request;
    const { pipeline, reports: declared } = await this.findReports(connection, request, signal);
    step(0, declared.length);
    const scope = { instance: ref.instance, project: ref.project };
    const reports = await this.readerOf(connection).readAll(scope, declared, signal, (done) =>
      step(done, declared.length),
    );
    const types = new Set(declared.map(({ type }) => type));
    const compared = await this.readTarget(connection, { ref: { ...ref, pipeline }, project, target, types }, signal);
    return {
      instance: ref.instance,
      project,
      pipeline,
      pipelineProject: ref.project,
      ...(compared && { target: compared.target }),
      result: pipelineFindings(reports, compared?.reports),
    };
  }

  /** Returns what the jobs of a pipeline declare. @throws UserError without any */
  private async findReports(
    connection: Connection,
    { ref, orEarlier = false }: FindingsRequest,
    signal: AbortSignal,
  ): Promise<Pick<PipelineRef, "pipeline"> & Pick<Baseline, "reports">> {
    const { project, pipeline } = ref;
    const jobs = await this.jobsOf(connection, project, pipeline.id, signal);
    const reports = [...reportsOf(jobs), ...(await this.readerOf(connection).findSarif(ref, jobs, signal))];
    if (reports.length > 0) return { pipeline, reports };
    const earlier =
      orEarlier && pipeline.ref
        ? await findBaseline(
            this.sourceOf(connection, ref.instance),
            { project, ref: pipeline.ref, before: pipeline.id },
            signal,
          )
        : undefined;
    if (!earlier) throw noReports(pipeline.id, isRunning(pipeline.status));
    return earlier;
  }

  /** Reads the reports of the target branch. Without them the findings are shown all the same. */
  private async readTarget(
    connection: Connection,
    { ref, project, target, types }: FindingsRequest & { readonly types: ReadonlySet<ReportType> },
    signal: AbortSignal,
  ): Promise<{ readonly target: NonNullable<ShownFindings["target"]>; readonly reports: JobReport[] } | undefined> {
    const { client } = connection;
    const scope = { instance: ref.instance, project };
    try {
      const branch = target ?? (await findDefaultBranch(client, project, signal));
      if (branch === undefined || (branch === ref.pipeline.ref && ref.project === project)) return undefined;
      const baseline = await findBaseline(
        this.sourceOf(connection, ref.instance),
        { project, ref: branch, types, before: ref.pipeline.id },
        signal,
      );
      if (baseline === undefined) return { target: { ref: branch }, reports: [] };
      const reports = await this.readerOf(connection).readAll(scope, baseline.reports, signal);
      return { target: { ref: branch, pipeline: baseline.pipeline }, reports };
    } catch (error) {
      if (isCancelled(error) || signal.aborted || error instanceof UserError) throw error;
      this.context.report.background(error, "Compare findings with the target branch");
      return undefined;
    }
  }

  private sourceOf(connection: Connection, instance: string): BaselineSource {
    const { client } = connection;
    return {
      client,
      jobs: (project, { id }, signal) => this.jobsOf(connection, project, id, signal),
      sarif: (project, jobs, signal) => this.readerOf(connection).findSarif({ instance, project }, jobs, signal),
    };
  }

  private jobsOf(
    { client, pipelineJobs, records }: Connection,
    project: PipelineRef["project"],
    id: number,
    signal: AbortSignal,
  ): Promise<readonly Job[]> {
    const failed = (error: unknown): void =>
      this.context.report.background(error, "Read the child pipelines of a pipeline");
    return familyJobs({ client, pipelineJobs, records, failed }, project, id, signal);
  }

  private readerOf(connection: Connection): ReportReader {
    const known = this.readers.get(connection);
    if (known) return known;
    const listings = this.owned.add(
      new ArchiveListings({ clientFor: () => connection.client, accountFor: () => connection.session?.id }),
    );
    const made = new ReportReader({ jobs: connection.client.jobs, listings });
    this.readers.set(connection, made);
    return made;
  }

  private replace(shown: ShownFindings, connection: Connection, placed: readonly PlacedFinding[]): void {
    this.drop((entry) => sameProject(entry.shown, shown), false);
    const collection = languages.createDiagnosticCollection(`forgeline-findings-${shown.pipeline.id}`);
    collection.set(byFile(placed));
    this.entries = [...this.entries, { shown, connection, collection, placed }];
    if (!this.isOffering) {
      this.isOffering = true;
      this.owned.add(findingQuickFixes((file, range) => this.at(file, range)));
    }
    this.announce();
  }

  /** Drops findings that were read with another account. */
  private dropOthers(): void {
    this.drop(({ shown, connection }) => this.context.connections.get(shown.instance) !== connection);
  }

  private drop(matches: (entry: Entry) => boolean, announce = true): void {
    const dropped = this.entries.filter(matches);
    if (dropped.length === 0) return;
    this.entries = this.entries.filter((entry) => !dropped.includes(entry));
    for (const { collection } of dropped) collection.dispose();
    if (announce) this.announce();
  }

  private announce(): void {
    void setContextKey("forgeline.findingsShown", this.entries.length > 0);
    this.changed.fire(undefined);
  }
}

function byFile(placed: readonly PlacedFinding[]): [Uri, Diagnostic[]][] {
  const files = new Map<string, [Uri, Diagnostic[]]>();
  for (const { file, diagnostic } of placed) {
    const key = file.toString();
    const entry = files.get(key);
    if (entry) entry[1].push(diagnostic);
    else files.set(key, [file, [diagnostic]]);
  }
  return [...files.values()];
}
