/** The only git that is given a token: what leads it elsewhere or has it start programs never draws the token there. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { WikiRepository } from "../../../../../src/features/wiki/repository/repository.ts";
import { gitOnPath } from "../../../../support/gitOnPath.ts";
import { SecretSearch } from "../../../../support/secretSearch.ts";
import { running, type Running } from "../../../service/calling.ts";

interface Row {
  readonly what: string;
  /** The user's configuration, which alone could apply: the clone is a folder of ours. */
  readonly config: (elsewhere: string, host: string, program: string, wiki: string) => string;
  /** Whether the other server is asked at all. */
  readonly asked?: boolean;
  /** Whether the host redirects there. */
  readonly redirects?: boolean;
}

const rows: readonly Row[] = [
  {
    what: "url.insteadOf for the host",
    config: (elsewhere, host) => `[url "${elsewhere}/"]\n\tinsteadOf = ${host}/\n`,
    asked: true,
  },
  {
    what: "url.insteadOf for the wiki's address",
    config: (elsewhere, _host, _program, wiki) => `[url "${elsewhere}/x.git"]\n\tinsteadOf = ${wiki}\n`,
    asked: true,
  },
  {
    what: "url.insteadOf with the host as its user",
    config: (elsewhere, host) =>
      `[url "${elsewhere.replace("//", `//${encodeURIComponent(host)}@`)}/"]\n\tinsteadOf = ${host}/\n`,
    asked: true,
  },
  {
    what: "url.pushInsteadOf",
    config: (elsewhere, host) => `[url "${elsewhere}/"]\n\tpushInsteadOf = ${host}/\n`,
  },
  { what: "a redirect of the host", config: () => "", redirects: true },
  {
    what: "a redirect of the host, where redirects are allowed",
    config: () => "[http]\n\tfollowRedirects = true\n",
    redirects: true,
  },
  { what: "http.proxy", config: (elsewhere) => `[http]\n\tproxy = ${elsewhere}\n` },
  {
    what: "credential.helper",
    config: (_elsewhere, _host, program) => `[credential]\n\thelper = ${program}\n`,
  },
  {
    what: "core.askPass, core.sshCommand and core.gitProxy",
    config: (_elsewhere, _host, program) =>
      `[core]\n\taskPass = ${program}\n\tsshCommand = ${program}\n\tgitProxy = ${program}\n`,
  },
  { what: "core.fsmonitor", config: (_elsewhere, _host, program) => `[core]\n\tfsmonitor = ${program}\n` },
  {
    what: "core.hooksPath",
    config: (_elsewhere, _host, program) => `[core]\n\thooksPath = ${join(program, "..", "hooks")}\n`,
  },
  {
    what: "core.alternateRefsCommand, core.pager and core.editor",
    config: (_elsewhere, _host, program) =>
      `[core]\n\talternateRefsCommand = ${program}\n\tpager = ${program}\n\teditor = ${program}\n`,
  },
];

describe("the git of a wiki, with a token", () => {
  let folder: string;
  let at: Running;
  let elsewhere: Server;
  let search: SecretSearch;
  const arrived: string[] = [];
  before(async () => {
    at = await running();
    await at.call("POST", "/api/v4/projects/1/wikis", { body: { title: "home", content: "x" } });
    elsewhere = createServer((request, response) => {
      arrived.push(`${request.method ?? ""} ${request.url ?? ""} ${JSON.stringify(request.rawHeaders)}`);
      response.writeHead(401, { "WWW-Authenticate": 'Basic realm="elsewhere"' }).end();
    });
    elsewhere.listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    search = new SecretSearch([{ kind: "token", value: at.info.users.alice.token }]);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "forgeline-hostile-"));
    arrived.length = 0;
  });
  afterEach(async () => {
    delete process.env["GIT_CONFIG_GLOBAL"];
    await at.service.control.clearFaults();
    await rm(folder, { recursive: true, force: true });
  });
  after(async () => {
    elsewhere.closeAllConnections();
    elsewhere.close();
    await at[Symbol.asyncDispose]();
  });

  for (const { what, config, asked = false, redirects = false } of rows)
    it(`stays with the host: ${what}`, async () => {
      const other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
      const { url, project, users } = at.info;
      const wiki = project.httpUrl.replace(/\.git$/, ".wiki.git");
      const program = join(folder, "program");
      // Says what it was given, and its environment.
      const script = `#!/bin/sh\n{ echo "$0 $*"; env; timeout 1 cat; } >> '${folder}/ran-'$$ 2>&1\n`;
      await mkdir(join(folder, "hooks"));
      for (const file of [
        program,
        join(folder, "hooks/reference-transaction"),
        join(folder, "hooks/post-index-change"),
      ]) {
        await writeFile(file, script);
        await chmod(file, 0o755);
      }
      await writeFile(join(folder, "config"), config(other, url, program, wiki));
      process.env["GIT_CONFIG_GLOBAL"] = join(folder, "config");
      if (redirects)
        await at.service.control.fault({
          path: "\\.wiki\\.git/",
          status: 302,
          headers: { location: `${other}/x.wiki.git/info/refs?service=git-upload-pack` },
        });
      const repository = new WikiRepository({
        folder: join(folder, "clone"),
        url: wiki,
        program: gitOnPath,
        access: () => Promise.resolve({ instance: url, token: users.alice.token, proxy: undefined, verify: true }),
      });
      const ended = await repository.fetch().then(
        () => "fetched",
        () => "failed",
      );
      assert.equal(ended, asked || redirects ? "failed" : "fetched");
      assert.equal(arrived.length > 0, asked, arrived.join("\n"));
      for (const request of arrived)
        assert.deepEqual(search.in(Buffer.from(request)), [], request.split(" ", 2).join(" "));
      const ran = (await readdir(folder)).filter((name) => name.startsWith("ran-"));
      for (const name of ran)
        assert.deepEqual(search.in(await readFile(join(folder, name))), [], "a program was given the token");
    });
});
