/** Arguments that break a documented rule. */
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { RuleCode } from "../../../src/api/errors.ts";
import { uploadBytes } from "../../../src/api/upload.ts";
import { testServer } from "./sentRequests.ts";

/** An operation, arguments that it refuses, the rule that they break, and the fields to correct. */
type Refused = readonly [operation: string, given: readonly unknown[], code: RuleCode, ...fields: string[]];

const sha = "0123456789abcdef0123456789ABCDEF01234567";
const tooLong = "ä".repeat(1_048_577);
const noDay = "2024-02-30T00:00:00Z";
const names = { email: "n@example.com", username: "new", name: "New" };
const head = { branch: "main", commit_message: "M" };
const text = { file_path: "a.md", content: "" };
const several = { known: { files: ["a.md", "b.md"].map((path) => ({ path, raw_url: "" })) } };
const symbols = { file_name: "My Lib.pdb", signature: "ab12FFFFFFFF" };
const request = { source_branch: "a", target_branch: "b", title: "T" };
const add = { action: "create", file_path: "a.md", content: "" };
const refresh = { grant_type: "refresh_token", client_id: "c", refresh_token: "r", redirect_uri: "x" };
/** Access for maintainers, and another entry. */
const allow = (name: string, entry: object) => ({ [name]: [{ access_level: 40 }, entry] });

const actions: readonly (readonly [action: object, code: RuleCode, field: string])[] = [
  [{ ...add, file_path: "" }, "required", "file_path"],
  [{ action: "create", file_path: "a" }, "content", "content"],
  [{ action: "update", file_path: "a" }, "content", "content"],
  [{ action: "move", file_path: "a" }, "previousPath", "previous_path"],
  [{ ...add, previous_path: "b" }, "previousPath", "previous_path"],
  [{ ...add, last_commit_id: "a1" }, "value", "last_commit_id"],
  [{ action: "chmod", file_path: "a", execute_filemode: true, last_commit_id: "a1" }, "value", "last_commit_id"],
  [{ ...add, execute_filemode: false }, "value", "execute_filemode"],
];

const rows: readonly Refused[] = [
  ["pipelines.create", [1, { ref: " " }], "required", "ref"],
  ["pipelines.create", [1, { ref: "main", variables: [{ key: "", value: "x" }] }], "required", "variables"],
  ["pipelines.updateMetadata", [1, 7, { name: "" }], "required", "name"],
  ["pipelines.get", ["", 7], "invalidAddress"],
  ["pipelines.list", [1, { updated_after: noDay }], "date", "updated_after"],

  ["jobs.retry", [1, NaN], "invalidAddress"],
  ["jobs.artifactFile", [1, 9, "../secret"], "invalidAddress"],
  ["jobs.artifactsByRef", [1, "main", { job: "" }], "required", "job"],
  ["jobs.artifactFileByRef", [1, "main", "a.txt", { job: " " }], "required", "job"],

  ["oauth.token", [{ ...refresh, code_verifier: "v".repeat(42) }], "length", "code_verifier"],
  ["ciTemplates.get", [".."], "invalidAddress"],

  ["repositoryFiles.get", [1, "a", { ref: "" }], "required", "ref"],
  ["repositoryFiles.head", [1, "a", { ref: "" }], "required", "ref"],
  ["repositoryFiles.blame", [1, "a", { ref: " " }], "required", "ref"],
  ["repositoryFiles.blame", [1, "a", { ref: "main", range: { start: 0, end: 2 } }], "value", "range[start]"],
  ["repositoryFiles.blame", [1, "a", { ref: "main", range: { start: 1 } }], "value", "range[end]"],
  [
    "repositoryFiles.blame",
    [1, "a", { ref: "main", range: { start: 3, end: 2 } }],
    "value",
    "range[start]",
    "range[end]",
  ],
  ["repositoryFiles.create", [1, "a", { ...head, branch: "", content: "x" }], "required", "branch"],
  ["repositoryFiles.update", [1, "a", { ...head, commit_message: "", content: "x" }], "required", "commit_message"],
  ["repositoryFiles.create", [1, "a", head], "content", "content"],
  ["repositoryFiles.update", [1, "a", head], "content", "content"],
  ["repositoryFiles.delete", [1, "a", { ...head, branch: "" }], "required", "branch"],
  ["repositoryFiles.raw", [1, "a/../../b"], "invalidAddress"],
  ["repositoryFiles.raw", [1, ""], "invalidAddress"],

  ["commits.create", [1, { ...head, actions: [add], branch: " " }], "required", "branch"],
  ["commits.create", [1, { ...head, actions: [add], commit_message: "" }], "required", "commit_message"],
  ["commits.create", [1, { ...head, actions: [] }], "required", "actions"],
  [
    "commits.create",
    [1, { ...head, actions: [add], start_branch: "main", start_sha: "a1" }],
    "exclusive",
    "start_branch",
    "start_sha",
  ],
  ...actions.map(([action, code, field]): Refused => {
    return ["commits.create", [1, { ...head, actions: [add, action] }], code, `actions[1].${field}`];
  }),
  ["commits.cherryPick", [1, "a1", { branch: "" }], "required", "branch"],
  ["commits.revert", [1, "a1", { branch: "" }], "required", "branch"],
  ["commits.createComment", [1, "a1", { note: "\n" }], "required", "note"],
  ["commits.createComment", [1, "a1", { note: "N", line: 1, line_type: "new" }], "required", "path"],
  ["commits.createComment", [1, "a1", { note: "N", path: "a", line: 1 }], "required", "line_type"],
  ["commits.createComment", [1, "a1", { note: "N", path: "a" }], "required", "line"],
  ["commits.setStatus", [1, "a1", { state: "success", name: "a", context: "a" }], "exclusive", "name", "context"],
  ["commits.list", [1, { since: noDay }], "date", "since"],
  ["commits.list", [1, { until: "2024-02-29" }], "date", "until"],
  ["commits.get", [1, ""], "invalidAddress"],

  ["submodules.update", [1, "lib", { branch: "", commit_sha: sha }], "required", "branch"],
  ["submodules.update", [1, "lib", { branch: "main", commit_sha: sha.slice(0, 8) }], "value", "commit_sha"],
  ["submodules.update", [1, "../lib", { branch: "main", commit_sha: sha }], "invalidAddress"],

  ...[{}, { reset_password: false, force_random_password: false, password: "" }].map((ways): Refused => {
    return ["users.create", [{ ...names, ...ways }], "password", "password", "reset_password", "force_random_password"];
  }),
  ["users.create", [{ ...names, email: " ", password: "p" }], "required", "email"],
  ["users.update", [4, { bio: undefined }], "nothingToChange"],
  ["users.list", [{ active: false }], "value", "active"],
  ["users.list", [{ extern_uid: "1" }], "required", "provider"],
  ["users.list", [{ provider: "ldap" }], "required", "extern_uid"],
  ["users.list", [{ created_after: noDay }], "date", "created_after"],
  ["users.addKey", [{ title: "Laptop", key: "" }], "required", "key"],
  ["users.status", [""], "invalidAddress"],

  ["mergeRequests.list", [{ author_id: 1, author_username: "a" }], "exclusive", "author_id", "author_username"],
  [
    "mergeRequests.listForProject",
    [1, { reviewer_id: "None", reviewer_username: "a" }],
    "exclusive",
    "reviewer_id",
    "reviewer_username",
  ],
  [
    "mergeRequests.list",
    [{ merge_user_id: 1, merge_user_username: "a" }],
    "exclusive",
    "merge_user_id",
    "merge_user_username",
  ],
  ["mergeRequests.list", [{ approved_by_ids: [1, 2, 3, 4, 5, 6] }], "length", "approved_by_ids"],
  ["mergeRequests.list", [{ deployed_before: "today" }], "date", "deployed_before"],
  ["mergeRequests.update", [1, 3, { title: undefined }], "nothingToChange"],
  ["mergeRequests.update", [1, 3, { description: tooLong }], "length", "description"],

  ["extras.createMergeRequest", [1, { ...request, title: " " }], "required", "title"],
  ["extras.createMergeRequest", [1, { ...request, source_branch: "" }], "required", "source_branch"],
  ["extras.createMergeRequest", [1, { ...request, description: tooLong }], "length", "description"],
  ["discussions.drafts.create", [1, 3, { note: " " }], "required", "note"],
  ["discussions.drafts.edit", [1, 3, 5, { note: "" }], "required", "note"],

  ...["milestones.project", "milestones.group"].flatMap((level): Refused[] => [
    [`${level}.create`, [1, { title: "" }], "required", "title"],
    [`${level}.create`, [1, { title: "T", due_date: "2023-02-29" }], "date", "due_date"],
    [`${level}.update`, [1, 5, { start_date: "2024-02-29T00:00:00Z" }], "date", "start_date"],
    [`${level}.update`, [1, 5, {}], "nothingToChange"],
    [`${level}.update`, [1, 5, { title: " " }], "required", "title"],
    [`${level}.list`, [1, { updated_after: "2024-02-29" }], "date", "updated_after"],
    [`${level}.get`, [1, 1.5], "invalidAddress"],
  ]),

  ["snippets.create", [{ title: "", files: [text] }], "required", "title"],
  ["snippets.create", [{ title: "T" }], "required", "files"],
  ["snippets.create", [{ title: "T", files: [] }], "required", "files"],
  ["snippets.create", [{ title: "T", files: [text], content: "x" }], "exclusive", "files", "content"],
  ["snippets.create", [{ title: "T", files: [text, { ...text, file_path: " " }] }], "required", "files[1].file_path"],
  ["snippets.create", [{ title: "T", files: [{ file_path: "a" }] }], "content", "files[0].content"],
  ["snippets.update", [7, { files: [], file_name: "x" }], "exclusive", "files", "file_name"],
  ["snippets.update", [7, {}], "nothingToChange"],
  ["snippets.update", [7, { title: "" }], "required", "title"],
  ["snippets.update", [7, { files: [{ file_path: "a", action: "update" }] }], "content", "files[0].content"],
  ["snippets.update", [7, { files: [{ file_path: "a", action: "move" }] }], "previousPath", "files[0].previous_path"],
  [
    "snippets.update",
    [7, { files: [{ file_path: "a", action: "delete", previous_path: "b" }] }],
    "previousPath",
    "files[0].previous_path",
  ],
  ["snippets.update", [7, { content: "x" }, several], "files", "files"],
  ["snippets.list", [{ created_after: "yesterday" }], "date", "created_after"],
  ["snippets.all", [{ created_before: "2024-02-29" }], "date", "created_before"],
  ["snippets.fileRaw", [7, "main", "../a"], "invalidAddress"],

  ["wikis.create", [1, { title: "", content: "x" }], "required", "title"],
  ["wikis.create", [1, { title: "T" }], "content", "content"],
  ["wikis.update", [1, "a", { format: "org" }], "required", "title", "content"],
  ["wikis.update", [1, "a", { title: " ", content: "x" }], "required", "title"],
  ["wikis.get", [1, "a/../b"], "invalidAddress"],

  ["systemHooks.create", [{ url: " " }], "required", "url"],
  ["customAttributes.get", ["users", 1, ""], "invalidAddress"],
  ["customAttributes.delete", ["users", 1, ".."], "invalidAddress"],
  ["jobTokenScope.allowlist.remove", [1, 1.5], "invalidAddress"],

  ["protectedBranches.create", [1, { name: " " }], "required", "name"],
  [
    "protectedBranches.create",
    [1, { name: "main", unprotect_access_level: 0 }],
    "accessLevel",
    "unprotect_access_level",
  ],
  [
    "protectedBranches.create",
    [1, { name: "main", allowed_to_unprotect: [{ access_level: 0 }] }],
    "accessLevel",
    "allowed_to_unprotect[0].access_level",
  ],
  [
    "protectedBranches.update",
    [1, "main", allow("allowed_to_unprotect", { id: 3, access_level: 0 })],
    "accessLevel",
    "allowed_to_unprotect[1].access_level",
  ],
  [
    "protectedBranches.update",
    [1, "main", allow("allowed_to_push", { user_id: 1, group_id: 2 })],
    "exclusive",
    "allowed_to_push[1]",
  ],
  ["protectedBranches.create", [1, { name: "main", allowed_to_merge: [{}] }], "exclusive", "allowed_to_merge[0]"],
  [
    "protectedBranches.update",
    [1, "main", allow("allowed_to_push", { _destroy: true })],
    "required",
    "allowed_to_push[1].id",
  ],
  ["protectedBranches.update", [1, "main", { allow_force_push: undefined }], "nothingToChange"],

  ["packages.v3.query", [{ project: "g/p" }, { q: "" }], "invalidAddress", "project"],
  ["packages.v3.metadata", [{ group: "g" }, "p"], "invalidAddress", "group"],
  ["packages.v2.serviceIndex", [{ project: "g/p" }], "invalidAddress", "project"],
  ["packages.delete", [0, "p", "1.0.0"], "invalidAddress", "project"],
  ["packages.v3.query", [{ project: 1 }, { skip: -1 }], "value", "skip"],
  ["packages.v3.query", [{ project: 1 }, { take: 0 }], "value", "take"],
  ["packages.v3.versions", [1, ""], "invalidAddress"],
  ["packages.v3.download", [1, "p", "1.0.0", ".."], "invalidAddress"],
  ["packages.v2.packages", [1, ""], "required", "package_name"],
  ["packages.v2.findPackagesById", [1, ""], "required", "id"],
  ["packages.v2.package", [1, "P", ""], "invalidAddress"],
  ["packages.symbols.publish", [1, { package: uploadBytes("a.nupkg", Buffer.from("PK")) }], "value", "package"],
  ...["ab".repeat(32), `sha256:${"ab".repeat(32)}`, "SHA256:ab", `SHA1:${"ab".repeat(32)}`, ""].map(
    (checksum): Refused => [
      "packages.symbols.download",
      [{ project: 1 }, { ...symbols, checksum }],
      "value",
      "checksum",
    ],
  ),
];

describe("arguments against the rules", () => {
  const on = testServer();

  for (const [operation, given, code, ...fields] of rows) {
    it(`are refused before anything is sent: ${operation} ${JSON.stringify(given).slice(0, 200)}`, async () => {
      // Such arguments do not compile.
      type Part = Readonly<Record<string, object>>;
      const [name = "", ...outer] = operation.split(".").reverse();
      const part = outer.reduceRight<Part>((at, one) => at[one] as Part, on.client() as unknown as Part);
      const call = part[name] as (...all: readonly unknown[]) => { page?: () => Promise<unknown> };
      const sent = new Promise((resolve) => {
        const made = call.apply(part, given as []);
        resolve(made.page?.() ?? made);
      });
      await assert.rejects(sent, (error: { kind: string; code: string; fields?: object }) => {
        assert.deepEqual([error.kind, error.code, Object.keys(error.fields ?? {})], ["invalidArgument", code, fields]);
        return true;
      });
      assert.deepEqual(on.server.asked, []);
    });
  }
});
