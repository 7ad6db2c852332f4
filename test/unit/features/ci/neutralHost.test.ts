import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "mocha";
import Agent from "undici/lib/dispatcher/agent.js";
import { createClient } from "../../../../src/api/client.ts";
import { Emitter } from "../../../../src/core/base/events.ts";
import { CapabilityStore } from "../../../../src/core/capabilities.ts";
import { includedKey, includeName } from "../../../../src/core/ciFile/names.ts";
import { TemplateStores } from "../../../../src/core/ciTemplates/templateStores.ts";
import type { Connection } from "../../../../src/core/connections.ts";
import type { Context } from "../../../../src/core/context.ts";
import { TemplateSource } from "../../../../src/features/ci/language/templateSource.ts";
import { includeTemplate } from "../../../../src/features/ci/merge/include.ts";
import { startService } from "../../../service/service.ts";

describe("CI templates by the neutral names", () => {
  it("are included as the host calls them, by whichever name they are read", () => {
    assert.deepEqual(
      [includeName("Ruby", "neutral"), includeName("Ruby", "gitlab")],
      ["Ruby.service-ci.yml", "Ruby.gitlab-ci.yml"],
    );
    assert.deepEqual(["Ruby.service-ci.yml", "Ruby.gitlab-ci.yml", "Ruby.yml", ".service-ci.yml"].map(includedKey), [
      "Ruby",
      "Ruby",
      undefined,
      undefined,
    ]);
    const [edit] = includeTemplate("include: /a.yml\n", includeName("Ruby", "neutral"));
    assert.ok(edit);
  });

  it("are found out about with the first list, and listed, read and corrected by them from then on", async () => {
    const directory = await mkdtemp(join(tmpdir(), "templates-"));
    const agent = new Agent();
    const service = await startService({ seed: "empty", dialect: "neutral" });
    const stored = new Map<string, unknown>();
    const facts = new CapabilityStore({
      get: (key: string) => stored.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)),
    });
    const connection = {
      instance: { url: service.url },
      session: undefined,
      client: createClient({
        baseUrl: service.url,
        facts: facts.of(service.url),
        dispatcher: () => Promise.resolve(agent),
      }),
    } as Connection;
    const failures: unknown[] = [];
    const templates = new TemplateStores({
      connections: { anonymous: () => connection },
      capabilities: facts,
      directory,
      report: { background: (error) => failures.push(error) },
    });
    const source = new TemplateSource({
      templates,
      connections: { instances: [connection.instance] },
      current: { value: { kind: "noFolder" }, onDidChange: new Emitter<undefined>().event },
    } as unknown as Context);
    const { signal } = new AbortController();
    try {
      assert.equal(templates.dialect(service.url), "gitlab", "taken for a real host as long as nothing was told");
      const names = (await source.list(signal)).map(({ name }) => name);
      assert.equal(templates.dialect(service.url), "neutral");
      assert.ok(names.length > 50 && names.every((name) => name.endsWith(".service-ci.yml")), names.slice(0, 3).join());
      const ruby = await source.template("Ruby.service-ci.yml", signal);
      assert.deepEqual(
        [
          ruby?.key,
          ruby?.value.content,
          await source.has("Ruby.service-ci.yml"),
          await source.has("Rubi.service-ci.yml"),
        ],
        ["Ruby", (await connection.client.ciTemplates.get("Ruby")).content, true, false],
      );
      assert.equal(await source.nearest("Rubi.service-ci.yml"), "Ruby.service-ci.yml");
      const asked = (await service.control.requests()).map(
        ({ path, status }) => `${path.replace(/^\/api\/v4|\?.*$/g, "")} ${status}`,
      );
      assert.deepEqual(asked.slice(0, 2), ["/templates/gitlab_ci_ymls 404", "/templates/service_ci_ymls 200"]);
      assert.deepEqual(
        asked.slice(2).filter((path) => path.includes("gitlab")),
        [],
      );
      assert.deepEqual(failures, []);
    } finally {
      source.dispose();
      templates.dispose();
      await service.close();
      await agent.close();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
