import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { temporaryCapabilities } from "../../../src/api/capabilities.ts";
import { createDialect } from "../../../src/api/dialect.ts";

const headers = (all: Readonly<Record<string, string>>) => (name: string) => all[name];
const paths = (dialect: ReturnType<typeof createDialect>): (string | undefined)[] =>
  dialect.paths("/templates/service_ci_ymls/Bash").map((one) => one?.path);

describe("the dialect of a host", () => {
  it("tries both names until one works", () => {
    const dialect = createDialect("auto", temporaryCapabilities());
    assert.deepEqual(paths(dialect), ["/templates/gitlab_ci_ymls/Bash", "/templates/service_ci_ymls/Bash"]);
    assert.equal(dialect.name, undefined);
    dialect.paths("/templates/service_ci_ymls")[1]?.confirm();
    assert.deepEqual([dialect.name, paths(dialect)], ["neutral", ["/templates/service_ci_ymls/Bash"]]);
  });

  for (const [header, name] of [
    ["x-gitlab-meta", "gitlab"],
    ["x-gitlab-blob-id", "gitlab"],
    ["x-service-blob-id", "neutral"],
  ] as const) {
    it(`is known from ${header}`, () => {
      const capabilities = temporaryCapabilities();
      const dialect = createDialect("auto", capabilities);
      dialect.observe(headers({ [header]: "x" }));
      assert.deepEqual([dialect.name, capabilities.get("dialect")], [name, name]);
    });
  }

  it("begins with the stored one, and changes with the host", () => {
    const capabilities = temporaryCapabilities();
    capabilities.set("dialect", "neutral");
    const dialect = createDialect("auto", capabilities);
    assert.deepEqual(
      [dialect.name, paths(dialect)],
      ["neutral", ["/templates/service_ci_ymls/Bash", "/templates/gitlab_ci_ymls/Bash"]],
    );
    dialect.observe(headers({ "x-gitlab-meta": "{}" }));
    assert.deepEqual([dialect.name, capabilities.get("dialect")], ["gitlab", "gitlab"]);
  });

  it("stays the configured one", () => {
    const dialect = createDialect("neutral", temporaryCapabilities());
    dialect.observe(headers({ "x-gitlab-meta": "{}" }));
    assert.deepEqual([dialect.name, paths(dialect)], ["neutral", ["/templates/service_ci_ymls/Bash"]]);
  });

  it("leaves other paths unchanged", () => {
    for (const path of ["/templates/service_ci_ymls_x", "/projects/1"]) {
      assert.deepEqual(
        createDialect("auto", temporaryCapabilities())
          .paths(path)
          .map((one) => one?.path),
        [path],
      );
    }
  });

  it("finds a documented header by either name", () => {
    const dialect = createDialect("auto", temporaryCapabilities());
    assert.equal(dialect.header(headers({ "x-gitlab-size": "7" }), "X-Service-Size"), "7");
    assert.equal(dialect.header(headers({ "x-service-size": "8" }), "X-Service-Size"), "8");
    assert.equal(dialect.header(headers({ etag: "e" }), "ETag"), "e");
  });

  it("renames fields of records and lists to documented names", () => {
    const dialect = createDialect("auto", temporaryCapabilities());
    assert.deepEqual(dialect.read({ id: 1, skype: "s", linkedin: "l", twitter: "t" }), {
      id: 1,
      chat_account: "s",
      professional_profile: "l",
      social_account: "t",
    });
    assert.deepEqual(dialect.read([{ akismet_submitted: true }]), [{ spamfilter_submitted: true }]);
    assert.deepEqual(dialect.read({ skype: "host's", chat_account: "documented" }), { chat_account: "documented" });
  });

  it("writes fields by the host's names", () => {
    assert.deepEqual(createDialect("auto", temporaryCapabilities()).write({ chat_account: "s", name: "n" }), {
      skype: "s",
      name: "n",
    });
    assert.deepEqual(createDialect("neutral", temporaryCapabilities()).write({ chat_account: "s" }), {
      chat_account: "s",
    });
  });
});
