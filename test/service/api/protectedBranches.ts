import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply } from "../http/paging.ts";
import { forbidden, message, notFound } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { DELETE, GET, PATCH, POST, type Route } from "../http/router.ts";
import { changedGrants, newGrants } from "../protectedBranches/grantInput.ts";
import { GRANT_KINDS, type Grant, type ProtectedBranchRecord } from "../protectedBranches/records.ts";
import { granted } from "../protectedBranches/rights.ts";
import type { ProjectRecord } from "../types.ts";
import { LEVELS, requireLevel } from "./access.ts";

/** Part 3, Protected branches. */
export function protectedBranchRoutes(hosting: Hosting): Route[] {
  const base = "/projects/:id/protected_branches";
  const one = `${base}/:name`;
  return [
    GET(base, (request) => {
      const { project } = requireLevel(hosting, request, LEVELS.reporter);
      const search = request.query.text("search") ?? "";
      const found = hosting.protectedBranches.of(project.id).filter((record) => record.name.includes(search));
      return listReply(found, request, (record) => show(hosting, record));
    }),
    GET(one, (request) =>
      json(show(hosting, named(hosting, requireLevel(hosting, request, LEVELS.reporter).project, request))),
    ),
    POST(base, (request) => protect(hosting, request)),
    PATCH(one, (request) => change(hosting, request)),
    DELETE(one, (request) => {
      hosting.protectedBranches.remove(changeable(hosting, request).record);
      hosting.state.changed();
      return reply(204);
    }),
  ];
}

async function protect(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project } = requireLevel(hosting, request, LEVELS.maintainer);
  const fields = await request.fields();
  const name = fields.required("name").trim();
  if (name === "") throw message(422, ["Name can't be blank"]);
  if (hosting.protectedBranches.named(project.id, name))
    throw message(409, `Protected branch '${name}' already exists`);
  const [push, merge, unprotect] = GRANT_KINDS.map((kind) => newGrants(hosting, project, fields, kind));
  const record = hosting.protectedBranches.add({
    projectId: project.id,
    name,
    grants: { push: push!, merge: merge!, unprotect: unprotect! },
    allowForcePush: fields.flag("allow_force_push") ?? false,
    codeOwnerApprovalRequired: fields.flag("code_owner_approval_required") ?? false,
  });
  hosting.state.changed();
  return json(show(hosting, record), 201);
}

async function change(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, record } = changeable(hosting, request);
  const fields = await request.fields();
  // All or nothing: a list that is refused leaves the others alone.
  const grants = GRANT_KINDS.map(
    (kind) => [kind, changedGrants(hosting, project, fields, kind, record.grants[kind])] as const,
  );
  for (const [kind, changed] of grants) record.grants[kind] = changed;
  record.allowForcePush = fields.flag("allow_force_push") ?? record.allowForcePush;
  record.codeOwnerApprovalRequired = fields.flag("code_owner_approval_required") ?? record.codeOwnerApprovalRequired;
  hosting.state.changed();
  return json(show(hosting, record));
}

/** For maintainers whom the branch's own unprotect levels let in. */
function changeable(hosting: Hosting, request: Incoming): { project: ProjectRecord; record: ProtectedBranchRecord } {
  const { project, user } = requireLevel(hosting, request, LEVELS.maintainer);
  const record = named(hosting, project, request);
  if (!granted(hosting, record.grants.unprotect, project, user)) throw forbidden();
  return { project, record };
}

function named(hosting: Hosting, project: ProjectRecord, request: Incoming): ProtectedBranchRecord {
  const record = hosting.protectedBranches.named(project.id, request.holes["name"] ?? "");
  if (!record) throw notFound();
  return record;
}

function show(hosting: Hosting, record: ProtectedBranchRecord): object {
  const grants = (list: readonly Grant[]): object[] => list.map((grant) => showGrant(hosting, grant));
  return {
    id: record.id,
    name: record.name,
    push_access_levels: grants(record.grants.push),
    merge_access_levels: grants(record.grants.merge),
    unprotect_access_levels: grants(record.grants.unprotect),
    allow_force_push: record.allowForcePush,
    code_owner_approval_required: record.codeOwnerApprovalRequired,
    inherited: false,
  };
}

function showGrant(hosting: Hosting, grant: Grant): object {
  return {
    id: grant.id,
    access_level: grant.level,
    access_level_description: describe(hosting, grant),
    user_id: grant.userId,
    group_id: grant.groupId,
  };
}

function describe(hosting: Hosting, grant: Grant): string {
  if (grant.userId !== null) return hosting.state.users.get(grant.userId)?.name ?? "Deleted user";
  if (grant.groupId !== null) return hosting.state.groups.get(grant.groupId)?.name ?? "Deleted group";
  switch (grant.level) {
    case LEVELS.none:
      return "No one";
    case LEVELS.developer:
      return "Developers + Maintainers";
    case LEVELS.maintainer:
      return "Maintainers";
    default:
      return "Instance admins";
  }
}
