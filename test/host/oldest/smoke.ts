/**
 * What `npm test` runs in the oldest VS Code of `engines.vscode`: of each area one or two tests of test/host that have most of VS Code to
 * do with, by suite and title. A title that no test has fails the run.
 */
const tests: Readonly<Record<string, readonly string[]>> = {
  "The oldest VS Code": ["is the one of engines.vscode", "knows every section of contributes", "knows every menu"],
  "the extension in a real VS Code": ["activates under its ID", "opens the sample project of the local service"],
  keys: ["are nine chords that nobody else has, behind one that begins chords already, for rows in views too"],
  "signing in": [
    "forgeline.signIn by the approval page in the person's browser, after the editor's own dialog",
    "goes by a personal token, which is masked and not revoked",
    "forgeline.signOut revokes the token on the host",
  ],
  "the way out": ["trusts the ca of a host, and shows it the client certificate, through a proxy"],
  "VS Code's network": ["carries all that the client sends and reads"],
  "the Pipelines view": [
    "shows the branch's latest pipeline first, then all others, newest first, by the titles of their commits",
    "shows stages by their lowest job, jobs and earlier attempts",
  ],
  "pipeline commands": [
    "forgeline.pipeline.delete says in a dialog what is lost, and keeps it all on Cancel",
    "and the Pipelines view forgeline.pipeline.run starts one on a branch with variables of both types",
  ],
  "the Jobs view": ["lists the project's jobs, newest first, each with where it belongs"],
  "job commands": ["forgeline.job.retry retries a job and offers its log", "runs from the command palette by title"],
  "a job's log in the output panel": [
    "draws the log's colours on the lines in sight",
    "comes out as written: sections with durations, time stamps taken off, progress in one line",
  ],
  "artifact commands": [
    "forgeline.artifact.open opens text, a picture and HTML each in its editor, and asks for nothing but the file",
  ],
  "coverage of pipelines in VS Code's coverage view": [
    "forgeline.coverage.show adds up reports and follows edited lines",
  ],
  "CI findings": ["forgeline.findings.show shows new and known findings at the current lines"],
  "the graph of a pipeline": [
    "forgeline.pipeline.showGraph draws stages, jobs and needs, and marks the critical path and the slowest job",
  ],
  "the Merge Requests view": ["has a folder for each query, of which the branch's and all that are open stand open"],
  "what becomes of merge requests": ["forgeline.mergeRequest.close closes the picked one"],
  "the page of a merge request": ["runs commands by its buttons, and shows what came of them"],
  "opening changes": ["forgeline.changes.openAll shows every file of a merge request side by side, from the host"],
  "tools for language models": [
    "answer Why is my branch red?",
    "write, after a question, a comment: declined it is not sent, accepted once",
  ],
  "the Commits view": ["shows below a commit its files, refs, comments and statuses, and opens each where it belongs"],
  "commit commands": ["forgeline.commit.cherryPick adds a commit to the picked branch"],
  "comments on the lines of a commit": ["are shown where they stand, those of a line together, on the new side alone"],
  "files at any ref": ["forgeline.file.openAtRef opens the file at the branch"],
  "committing files through the API": [
    "forgeline.commitThisFile commits the file of a menu by its own route; Show Pipeline selects what it started",
  ],
  "blame annotations": ["shows details on hover, with links to the commit"],
  "the Packages view": ["lists packages, below each its versions, newest first, and below those what they depend on"],
  "package commands": ["forgeline.packages.search shows a package in the view"],
  "the Wiki view": ["shows pages in their folders, home first, by one request without their content"],
  "wiki commands": ["forgeline.wiki.open opens the page of a row, at a line, or a picked one"],
  "wiki commands that show": [
    "forgeline.wiki.preview shows VS Code's preview beside a Markdown page, and the host's of another",
  ],
  "the Snippets view": ["opens a file with Enter, as the host has it then: one's own to be edited"],
  "creating and inserting snippets": ["forgeline.snippet.insert inserts at every cursor with one Undo"],
  "the Milestones view": ["shows the project's and the group's, active and closed, with those of the groups around"],
  "milestone commands": ["forgeline.milestone.close closes the picked one by the group's route"],
  "the Vulnerabilities view": ["shows those on the project's list, the most urgent first, and what is told of each"],
  "vulnerability commands": ["forgeline.vulnerability.confirm changes the picked one, once"],
  "protected branches in the Project Settings view": [
    "are listed with the local branches that each covers, who may do what by name, and what is on or off",
  ],
  "protected branch commands": [
    "forgeline.protectedBranch.removeAccess names the entry and its branch, and sends its id",
  ],
  "the folder Job Token Scope": ["says who could use a token, and lists them"],
  "job token scope commands": ["forgeline.jobTokenScope.addProject adds one by path or ID"],
  "the users of the People view": [
    "are found by part of the name, by user name in any case, and by state, which stays with the host",
  ],
  "the folder Me of the People view": [
    "has the status, what waits, and the keys; the merge requests that wait are the view's badge",
  ],
  "commands about oneself": ["forgeline.status.clear clears the status without a question"],
  "the Administration view": ["lists system hooks with their triggers, on demand"],
  "administration commands": ["forgeline.systemHook.show shows all fields but the secret"],
  "CI files in the editor": [
    "complete the names of the host's templates in an include, with what each says of itself",
    "know what included files and templates have, and see them change",
  ],
  "inserting a CI template, without an account": [
    "forgeline.template.insert previews beside, puts it at the cursor in the line's indentation, and one Undo takes it back",
  ],
  "agents outside of VS Code": ["registers for VS Code's own agents without a setting"],
  "Send API Request": [
    "forgeline.api.sendRequest finds an operation by its path, asks for what it takes, and shows the answer as JSON",
  ],
};

/** Their full titles. */
export const smokeTests: readonly string[] = Object.entries(tests).flatMap(([suite, titles]) =>
  titles.map((title) => `${suite} ${title}`),
);
