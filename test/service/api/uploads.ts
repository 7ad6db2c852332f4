import { randomBytes } from "node:crypto";
import type { Hosting } from "../hosting.ts";
import { listReply } from "../http/paging.ts";
import { invalid, notFound } from "../http/problem.ts";
import { json, reply } from "../http/reply.ts";
import { GET, POST, type Route } from "../http/router.ts";
import { LEVELS, readableProject, requireLevel } from "./access.ts";
import { showUser } from "./present.ts";

const TEMPLATES = ".gitlab/merge_request_templates/";

/** Beyond the documents: files in comments, and the names that comments and new merge requests are completed from. */
export function uploadRoutes(hosting: Hosting): Route[] {
  const uploads = new Map<string, { readonly bytes: Buffer; readonly type: string }>();
  return [
    POST("/projects/:id/uploads", async (request) => {
      const { project } = requireLevel(hosting, request, LEVELS.guest);
      const file = (await request.parts()).find((part) => part.name === "file");
      if (!file) throw invalid("file is missing");
      if (file.filename === undefined) throw invalid("file is invalid");
      const name = file.filename.replace(/[^\p{L}\p{N}._-]+/gu, "_");
      const secret = randomBytes(16).toString("hex");
      uploads.set(`${project.id}/${secret}/${name}`, {
        bytes: file.bytes,
        type: file.contentType ?? "application/octet-stream",
      });
      const picture = /\.(png|jpe?g|gif|bmp|webp|svg)$/i.test(name);
      const alt = picture ? name.replace(/\.[^.]+$/, "") : name;
      const url = `/uploads/${secret}/${name}`;
      return json(
        {
          id: uploads.size,
          alt,
          url,
          full_path: `/-/project/${project.id}${url}`,
          markdown: `${picture ? "!" : ""}[${alt}](${url})`,
        },
        201,
      );
    }),
    GET("/projects/:id/uploads/:secret/:filename", (request) => {
      const project = readableProject(hosting, request);
      const file = uploads.get(`${project.id}/${request.holes["secret"] ?? ""}/${request.holes["filename"] ?? ""}`);
      if (!file) throw notFound("Upload");
      return reply(200, file.bytes, { "Content-Type": file.type, "Content-Disposition": "inline" });
    }),
    GET("/projects/:id/members/all", (request) => {
      const project = readableProject(hosting, request);
      const wanted = request.query.text("query")?.toLowerCase() ?? "";
      const members = [...project.members].flatMap(([id, level]) => {
        const user = hosting.state.users.get(id);
        return user && `${user.username} ${user.name}`.toLowerCase().includes(wanted) ? [{ user, level }] : [];
      });
      return listReply(members, request, ({ user, level }) => ({
        ...showUser(hosting, user),
        access_level: level,
        expires_at: null,
        membership_state: "active",
      }));
    }),
    GET("/projects/:id/templates/merge_requests", async (request) => {
      const project = readableProject(hosting, request);
      const names = await hosting.repositories
        .git(project.path, ["ls-tree", "--name-only", "-z", project.defaultBranch, TEMPLATES])
        .then((text) => text.toString().split("\0"))
        // A repository without commits has none.
        .catch((): string[] => []);
      const templates = names
        .filter((path) => path.endsWith(".md"))
        .map((path) => path.slice(TEMPLATES.length, -".md".length));
      return listReply(templates, request, (name) => ({ key: name, name }));
    }),
    GET("/projects/:id/templates/merge_requests/:name", async (request) => {
      const project = readableProject(hosting, request);
      const name = request.holes["name"] ?? "";
      const file = await hosting.repositories.at(project.path).file(project.defaultBranch, `${TEMPLATES}${name}.md`);
      if (!file) throw notFound("Template");
      return json({ name, content: file.content.toString() });
    }),
  ];
}
