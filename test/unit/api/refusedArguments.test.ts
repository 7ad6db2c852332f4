/** Arguments that break a documented rule. */
import { describe } from "mocha";
import type { Client } from "../../../src/api/client.ts";
import type { CommitAction } from "../../../src/api/resources/commits.ts";
import type { AccessChange, AccessEntry } from "../../../src/api/resources/protectedBranches.ts";
import type { CreateFile } from "../../../src/api/resources/repositoryFiles.ts";
import type { CreateWikiPage } from "../../../src/api/resources/wikis.ts";
import { uploadBytes } from "../../../src/api/upload.ts";
import { itRefuses, type Refused, testServer } from "./sentRequests.ts";

const sha = "0123456789abcdef0123456789ABCDEF01234567";
const tooLong = "ä".repeat(1_048_577);
const names = { email: "n@example.com", username: "new", name: "New" };
const head = { branch: "main", commit_message: "M" } as const;
const text = { file_path: "a.md", content: "" };
const several = {
  files: [
    { path: "a.md", raw_url: "" },
    { path: "b.md", raw_url: "" },
  ],
};
const refresh = { grant_type: "refresh_token", client_id: "c", refresh_token: "r", redirect_uri: "x" } as const;
const symbols = { file_name: "My Lib.pdb", signature: "ab12FFFFFFFF" };
const request = { source_branch: "a", target_branch: "b", title: "T" };

const add: CommitAction = { action: "create", file_path: "a.md", content: "" };
const commit = (actions: readonly CommitAction[], more: object = {}) => ({ ...head, actions, ...more });
/** A commit whose second action is one that the types forbid. */
const odd = (action: object) => commit([add, action as CommitAction]);
const allow = (name: "allowed_to_push" | "allowed_to_unprotect", entry: object) => ({
  [name]: [{ access_level: 40 }, entry as AccessChange],
});

describe("arguments against the rules", () => {
  const on = testServer();

  itRefuses(on, "pipelines", [
    ["a pipeline without a ref", (part) => part.create(1, { ref: " " }), "required", "ref"],
    [
      "a variable without a name",
      (part) => part.create(1, { ref: "main", variables: [{ key: "", value: "x" }] }),
      "required",
      "variables",
    ],
    ["an empty name", (part) => part.updateMetadata(1, 7, { name: "" }), "required", "name"],
    ["an empty project", (part) => part.get("", 7), "invalidAddress"],
    [
      "a date that does not exist",
      (part) => part.list(1, { updated_after: "2024-02-30T00:00:00Z" }).page(),
      "date",
      "updated_after",
    ],
  ]);

  itRefuses(on, "jobs", [
    ["an ID that is none", (part) => part.retry(1, NaN), "invalidAddress"],
    ["a file outside the archive", (part) => part.artifactFile(1, 9, "../secret"), "invalidAddress"],
    ["artifacts of no job", (part) => part.artifactsByRef(1, "main", { job: "" }), "required", "job"],
    ["a file of no job", (part) => part.artifactFileByRef(1, "main", "a.txt", { job: " " }), "required", "job"],
  ]);

  itRefuses(on, "oauth", [
    [
      "a verifier that is too short",
      (part) => part.token({ ...refresh, code_verifier: "v".repeat(42) }),
      "length",
      "code_verifier",
    ],
  ]);

  itRefuses(on, "ciTemplates", [["a template called ..", (part) => part.get(".."), "invalidAddress"]]);

  itRefuses(on, "repositoryFiles", [
    ["a file at no ref", (part) => part.get(1, "a", { ref: "" }), "required", "ref"],
    ["headers at no ref", (part) => part.head(1, "a", { ref: "" }), "required", "ref"],
    ["blame at no ref", (part) => part.blame(1, "a", { ref: " " }), "required", "ref"],
    ...(
      [
        ["lines from 0", { start: 0, end: 2 }, "range[start]"],
        ["half a range", { start: 1 } as { start: number; end: number }, "range[end]"],
        ["a range backwards", { start: 3, end: 2 }, "range[start]", "range[end]"],
      ] as const
    ).map(([what, range, ...fields]): Refused<Client["repositoryFiles"]> => [
      what,
      (part) => part.blame(1, "a", { ref: "main", range }),
      "value",
      ...fields,
    ]),
    ["a file on no branch", (part) => part.create(1, "a", { ...head, branch: "", content: "x" }), "required", "branch"],
    [
      "a change without a message",
      (part) => part.update(1, "a", { ...head, commit_message: "", content: "x" }),
      "required",
      "commit_message",
    ],
    ["a file without content", (part) => part.create(1, "a", head as CreateFile), "content", "content"],
    ["a change without content", (part) => part.update(1, "a", head as CreateFile), "content", "content"],
    ["deleting on no branch", (part) => part.delete(1, "a", { ...head, branch: "" }), "required", "branch"],
    ["a path that leads elsewhere", (part) => part.raw(1, "a/../../b"), "invalidAddress"],
    ["no path", (part) => part.raw(1, ""), "invalidAddress"],
  ]);

  itRefuses(on, "commits", [
    ["no branch", (part) => part.create(1, { ...commit([add]), branch: " " }), "required", "branch"],
    ["no message", (part) => part.create(1, commit([add], { commit_message: "" })), "required", "commit_message"],
    ["no actions", (part) => part.create(1, commit([])), "required", "actions"],
    [
      "two starts",
      (part) => part.create(1, commit([add], { start_branch: "main", start_sha: "a1" })),
      "exclusive",
      "start_branch",
      "start_sha",
    ],
    ...(
      [
        ["an action without a path", { ...add, file_path: "" }, "required", "file_path"],
        ["a new file without content", { action: "create", file_path: "a" }, "content", "content"],
        ["a changed file without content", { action: "update", file_path: "a" }, "content", "content"],
        ["a move from nowhere", { action: "move", file_path: "a" }, "previousPath", "previous_path"],
        ["a previous path without a move", { ...add, previous_path: "b" }, "previousPath", "previous_path"],
        ["a last commit of a new file", { ...add, last_commit_id: "a1" }, "value", "last_commit_id"],
        [
          "a last commit for a mode",
          { action: "chmod", file_path: "a", execute_filemode: true, last_commit_id: "a1" },
          "value",
          "last_commit_id",
        ],
        ["a mode with content", { ...add, execute_filemode: false }, "value", "execute_filemode"],
      ] as const
    ).map(([what, action, code, field]): Refused<Client["commits"]> => [
      what,
      (part) => part.create(1, odd(action)),
      code,
      `actions[1].${field}`,
    ]),
    ["picking onto no branch", (part) => part.cherryPick(1, "a1", { branch: "" }), "required", "branch"],
    ["reverting on no branch", (part) => part.revert(1, "a1", { branch: "" }), "required", "branch"],
    ...(
      [
        ["a blank comment", { note: "\n" }, "note"],
        ["a line without a file", { note: "N", line: 1, line_type: "new" }, "path"],
        ["a line without its type", { note: "N", path: "a", line: 1 }, "line_type"],
        ["a file without a line", { note: "N", path: "a" }, "line"],
      ] as const
    ).map(([what, comment, field]): Refused<Client["commits"]> => [
      what,
      (part) => part.createComment(1, "a1", comment),
      "required",
      field,
    ]),
    [
      "both names of a status",
      (part) => part.setStatus(1, "a1", { state: "success", name: "a", context: "a" }),
      "exclusive",
      "name",
      "context",
    ],
    ["a time that is none", (part) => part.list(1, { since: "2024-02-30T00:00:00Z" }).page(), "date", "since"],
    ["a day without a time", (part) => part.list(1, { until: "2024-02-29" }).page(), "date", "until"],
    ["no SHA", (part) => part.get(1, ""), "invalidAddress"],
  ]);

  itRefuses(on, "submodules", [
    ["no branch", (part) => part.update(1, "lib", { branch: "", commit_sha: sha }), "required", "branch"],
    [
      "a short SHA",
      (part) => part.update(1, "lib", { branch: "main", commit_sha: sha.slice(0, 8) }),
      "value",
      "commit_sha",
    ],
    [
      "a path that leads elsewhere",
      (part) => part.update(1, "../lib", { branch: "main", commit_sha: sha }),
      "invalidAddress",
    ],
  ]);

  itRefuses(on, "users", [
    ...[{}, { reset_password: false, force_random_password: false, password: "" }].map(
      (ways): Refused<Client["users"]> => [
        `a user without a way to a password, ${JSON.stringify(ways)},`,
        (part) => part.create({ ...names, ...ways }),
        "password",
        "password",
        "reset_password",
        "force_random_password",
      ],
    ),
    [
      "a user without an email address",
      (part) => part.create({ ...names, email: " ", password: "p" }),
      "required",
      "email",
    ],
    ["an empty change", (part) => part.update(4, { bio: undefined }), "nothingToChange"],
    ["a filter that is false", (part) => part.list({ active: false as unknown as true }).page(), "value", "active"],
    ["an external ID without its provider", (part) => part.list({ extern_uid: "1" }).page(), "required", "provider"],
    ["a provider without an external ID", (part) => part.list({ provider: "ldap" }).page(), "required", "extern_uid"],
    [
      "a date that does not exist",
      (part) => part.list({ created_after: "2024-02-30T00:00:00Z" }).page(),
      "date",
      "created_after",
    ],
    ["a key without its text", (part) => part.addKey({ title: "Laptop", key: "" }), "required", "key"],
    ["the status of nobody", (part) => part.status(""), "invalidAddress"],
  ]);

  itRefuses(on, "mergeRequests", [
    [
      "an author by ID and name",
      (part) => part.list({ author_id: 1, author_username: "a" }).page(),
      "exclusive",
      "author_id",
      "author_username",
    ],
    [
      "a reviewer by ID and name",
      (part) => part.listForProject(1, { reviewer_id: "None", reviewer_username: "a" }).page(),
      "exclusive",
      "reviewer_id",
      "reviewer_username",
    ],
    [
      "who merged by ID and name",
      (part) => part.list({ merge_user_id: 1, merge_user_username: "a" }).page(),
      "exclusive",
      "merge_user_id",
      "merge_user_username",
    ],
    ["six approvers", (part) => part.list({ approved_by_ids: [1, 2, 3, 4, 5, 6] }).page(), "length", "approved_by_ids"],
    ["a time that is none", (part) => part.list({ deployed_before: "today" }).page(), "date", "deployed_before"],
    ["an empty change", (part) => part.update(1, 3, { title: undefined }), "nothingToChange"],
    ["too long a description", (part) => part.update(1, 3, { description: tooLong }), "length", "description"],
  ]);

  itRefuses(on, "extras", [
    ["no title", (part) => part.createMergeRequest(1, { ...request, title: " " }), "required", "title"],
    ["no source", (part) => part.createMergeRequest(1, { ...request, source_branch: "" }), "required", "source_branch"],
    [
      "too long a description",
      (part) => part.createMergeRequest(1, { ...request, description: tooLong }),
      "length",
      "description",
    ],
  ]);

  itRefuses(
    on,
    "milestones",
    (["project", "group"] as const).flatMap((level): Refused<Client["milestones"]>[] => [
      [`a ${level}'s without a title`, (part) => part[level].create(1, { title: "" }), "required", "title"],
      [
        `a day that does not exist in a ${level}'s`,
        (part) => part[level].create(1, { title: "T", due_date: "2023-02-29" }),
        "date",
        "due_date",
      ],
      [
        `a time for a day in a ${level}'s`,
        (part) => part[level].update(1, 5, { start_date: "2024-02-29T00:00:00Z" }),
        "date",
        "start_date",
      ],
      [`an empty change of a ${level}'s`, (part) => part[level].update(1, 5, {}), "nothingToChange"],
      [`an empty title of a ${level}'s`, (part) => part[level].update(1, 5, { title: " " }), "required", "title"],
      [
        `a day for a time in a ${level}'s list`,
        (part) => part[level].list(1, { updated_after: "2024-02-29" }).page(),
        "date",
        "updated_after",
      ],
      [`a ${level}'s ID with a fraction`, (part) => part[level].get(1, 1.5), "invalidAddress"],
    ]),
  );

  itRefuses(on, "snippets", [
    ["no title", (part) => part.create({ title: "", files: [text] }), "required", "title"],
    ["no file", (part) => part.create({ title: "T" }), "required", "files"],
    ["an empty list of files", (part) => part.create({ title: "T", files: [] }), "required", "files"],
    [
      "files and content",
      (part) => part.create({ title: "T", files: [text], content: "x" }),
      "exclusive",
      "files",
      "content",
    ],
    [
      "files and a file name in a change",
      (part) => part.update(7, { files: [], file_name: "x" }),
      "exclusive",
      "files",
      "file_name",
    ],
    [
      "a file without a path",
      (part) => part.create({ title: "T", files: [text, { ...text, file_path: " " }] }),
      "required",
      "files[1].file_path",
    ],
    [
      "a file without content",
      (part) => part.create({ title: "T", files: [{ file_path: "a" } as typeof text] }),
      "content",
      "files[0].content",
    ],
    ["an empty change", (part) => part.update(7, {}), "nothingToChange"],
    ["an empty title", (part) => part.update(7, { title: "" }), "required", "title"],
    ...(
      [
        ["an update without content", { action: "update" }, "content", "content"],
        ["a move from nowhere", { action: "move" }, "previousPath", "previous_path"],
        ["a previous path without a move", { action: "delete", previous_path: "b" }, "previousPath", "previous_path"],
      ] as const
    ).map(([what, change, code, field]): Refused<Client["snippets"]> => [
      what,
      (part) => part.update(7, { files: [{ file_path: "a", ...change }] }),
      code,
      `files[0].${field}`,
    ]),
    [
      "content for several known files",
      (part) => part.update(7, { content: "x" }, { known: several }),
      "files",
      "files",
    ],
    ["a date that is none", (part) => part.list({ created_after: "yesterday" }).page(), "date", "created_after"],
    ["a day without a time", (part) => part.all({ created_before: "2024-02-29" }).page(), "date", "created_before"],
    ["a file path that leads elsewhere", (part) => part.fileRaw(7, "main", "../a"), "invalidAddress"],
  ]);

  itRefuses(on, "wikis", [
    ["no title", (part) => part.create(1, { title: "", content: "x" }), "required", "title"],
    ["no content", (part) => part.create(1, { title: "T" } as CreateWikiPage), "content", "content"],
    [
      "a change of neither title nor content",
      (part) => part.update(1, "a", { format: "org" }),
      "required",
      "title",
      "content",
    ],
    ["an empty title", (part) => part.update(1, "a", { title: " ", content: "x" }), "required", "title"],
    ["a slug that leads elsewhere", (part) => part.get(1, "a/../b"), "invalidAddress"],
  ]);

  itRefuses(on, "systemHooks", [["no address", (part) => part.create({ url: " " }), "required", "url"]]);

  itRefuses(on, "customAttributes", [
    ["an empty key", (part) => part.get("users", 1, ""), "invalidAddress"],
    ["a key that leads elsewhere", (part) => part.delete("users", 1, ".."), "invalidAddress"],
  ]);

  itRefuses(on, "jobTokenScope", [
    ["a target that is no whole number", (part) => part.allowlist.remove(1, 1.5), "invalidAddress"],
  ]);

  itRefuses(on, "protectedBranches", [
    ["a rule without a name", (part) => part.create(1, { name: " " }), "required", "name"],
    [
      "a branch that nobody may unprotect",
      (part) => part.create(1, { name: "main", unprotect_access_level: 0 }),
      "accessLevel",
      "unprotect_access_level",
    ],
    [
      "no access in the list for unprotecting",
      (part) => part.create(1, { name: "main", allowed_to_unprotect: [{ access_level: 0 }] }),
      "accessLevel",
      "allowed_to_unprotect[0].access_level",
    ],
    [
      "no access for unprotecting in a change",
      (part) => part.update(1, "main", allow("allowed_to_unprotect", { id: 3, access_level: 0 })),
      "accessLevel",
      "allowed_to_unprotect[1].access_level",
    ],
    [
      "an entry of two",
      (part) => part.update(1, "main", allow("allowed_to_push", { user_id: 1, group_id: 2 })),
      "exclusive",
      "allowed_to_push[1]",
    ],
    [
      "an entry of nobody",
      (part) => part.create(1, { name: "main", allowed_to_merge: [{} as AccessEntry] }),
      "exclusive",
      "allowed_to_merge[0]",
    ],
    [
      "removing an entry without its ID",
      (part) => part.update(1, "main", allow("allowed_to_push", { _destroy: true })),
      "required",
      "allowed_to_push[1].id",
    ],
    ["an empty change", (part) => part.update(1, "main", { allow_force_push: undefined }), "nothingToChange"],
  ]);

  itRefuses(on, "packages", [
    [
      "a project by its path",
      (part) => part.v3.query({ project: "g/p" as unknown as number }, { q: "" }),
      "invalidAddress",
      "project",
    ],
    [
      "a group by its path",
      (part) => part.v3.metadata({ group: "g" as unknown as number }, "p"),
      "invalidAddress",
      "group",
    ],
    [
      "a feed of version 2 by a path",
      (part) => part.v2.serviceIndex({ project: "g/p" as unknown as number }),
      "invalidAddress",
      "project",
    ],
    ["the project 0", (part) => part.delete(0, "p", "1.0.0"), "invalidAddress", "project"],
    ["a negative offset", (part) => part.v3.query({ project: 1 }, { skip: -1 }), "value", "skip"],
    ["a search for no results", (part) => part.v3.query({ project: 1 }, { take: 0 }), "value", "take"],
    ["versions of no package", (part) => part.v3.versions(1, ""), "invalidAddress"],
    ["a file that leads elsewhere", (part) => part.v3.download(1, "p", "1.0.0", ".."), "invalidAddress"],
    ["packages without a name", (part) => part.v2.packages(1, ""), "required", "package_name"],
    ["finding no name", (part) => part.v2.findPackagesById(1, ""), "required", "id"],
    ["an entry without a version", (part) => part.v2.package(1, "P", ""), "invalidAddress"],
    [
      "symbols in another kind of package",
      (part) => part.symbols.publish(1, { package: uploadBytes("a.nupkg", Buffer.from("PK")) }),
      "value",
      "package",
    ],
    ...["ab".repeat(32), `sha256:${"ab".repeat(32)}`, "SHA256:ab", `SHA1:${"ab".repeat(32)}`, ""].map(
      (checksum): Refused<Client["packages"]> => [
        `the checksum "${checksum.slice(0, 12)}"`,
        (part) => part.symbols.download({ project: 1 }, { ...symbols, checksum }),
        "value",
        "checksum",
      ],
    ),
  ]);
});
