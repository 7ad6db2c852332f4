/** The local service as a host that has no routes beyond the documents, for the suite around it. */
import type { ExtraName } from "../../src/api/extraAvailability.ts";
import { localService } from "./localService.ts";
import { forgeline } from "./signedIn.ts";

const names: Readonly<Record<ExtraName, true>> = {
  project: true,
  projects: true,
  group: true,
  branches: true,
  playJob: true,
  bridges: true,
  ciLint: true,
  mergeRequest: true,
  createMergeRequest: true,
  approve: true,
  tracePart: true,
  versions: true,
  mergeRequestDiffs: true,
  discussions: true,
  mergeRequestNotes: true,
  suggestions: true,
  members: true,
  draftNotes: true,
  unapprove: true,
  rebase: true,
  approvals: true,
  mergeRequestTemplates: true,
  mergeRequestTemplate: true,
  reviewers: true,
  upload: true,
  readUpload: true,
};

/** Lets the extension find out anew which routes beyond the documents the local service has. */
export async function forgetExtras(): Promise<void> {
  const { capabilities: kept } = await forgeline();
  const facts = kept.of(localService().url);
  // What says neither yes nor since when not is as unknown as at the beginning.
  for (const name of Object.keys(names)) facts.set(`extra.${name}`, "");
}

/**
 * Takes the extra routes away from the local service for the suite around it. Each test begins as the first one does: the extension
 * knows nothing of the routes. Afterwards they are back, and what was found out is forgotten.
 */
export function withoutExtras(): void {
  const { control } = localService();
  before(() => control.extras(false));
  beforeEach(forgetExtras);
  afterEach(forgetExtras);
  after(async () => {
    await control.extras(true);
    await forgetExtras();
  });
}
