import assert from "node:assert/strict";
import {
  createRequest,
  fieldProblem,
  fieldRequest,
  isOffered,
  missingOf,
  passwordRequest,
  toUserDraft,
  valueOf,
} from "../../../../../src/features/administration/users/fields.ts";

const ana = { email: "ana@example.com", username: "ana", name: "Ana Größe 🌦" };

describe("the fields of users", () => {
  it("are offered if the host returned them, some for existing users only", () => {
    const shown = {
      note: null,
      shared_runners_minutes_limit: null,
      extra_shared_runners_minutes_limit: 3,
      identities: [{ provider: "group_saml", extern_uid: "1", saml_provider_id: 2 }],
    };
    for (const [field, user, isNew, offered] of [
      ["note", {}, false, false],
      ["note", shown, false, true],
      ["note", shown, true, false],
      ["shared_runners_minutes_limit", {}, false, false],
      ["shared_runners_minutes_limit", shown, true, true],
      ["extra_shared_runners_minutes_limit", {}, false, false],
      ["extra_shared_runners_minutes_limit", shown, false, true],
      ["group_id_for_saml", {}, false, false],
      ["group_id_for_saml", shown, false, true],
      ["group_id_for_saml", shown, true, false],
      ["bio", {}, true, true],
    ] as const)
      assert.equal(isOffered(field, user, isNew), offered, `${field} ${isNew}`);
  });

  it("are read from a record as they are typed", () => {
    const user = { ...ana, is_admin: false, projects_limit: 0, location: null, external: true };
    const none = { bio: undefined, private_profile: undefined, group_id_for_saml: undefined };
    const fields = { name: ana.name, admin: false, projects_limit: "0", location: "", external: true, ...none };
    for (const [field, value] of Object.entries(fields))
      assert.equal(valueOf(user, field as keyof typeof fields), value, field);
  });

  it("are sent by their types", () =>
    assert.deepEqual(
      [fieldRequest("projects_limit", " 10 "), fieldRequest("bio", ""), fieldRequest("admin", false)],
      [{ projects_limit: 10 }, { bio: "" }, { admin: false }],
    ));

  it("are refused with the problem", () => {
    for (const [field, problem, ...texts] of [
      ["email", "empty", " "],
      ["email", "address", "ana"],
      ["name", "empty", ""],
      ["projects_limit", "number", "-1", "1e3"],
      ["email", undefined, "ä@b"],
      ["public_email", undefined, ""],
      ["bio", undefined, ""],
      ["projects_limit", undefined, ""],
      ["username", undefined, "Ünï"],
    ] as const)
      for (const text of texts) assert.equal(fieldProblem(field, text), problem, `${field} ${text}`);
  });
});

describe("a new user", () => {
  it("lacks its required fields, one after the other, and then a password", () => {
    for (const [values, password, missing] of [
      [{}, undefined, "email"],
      [{ email: ana.email }, undefined, "username"],
      [ana, undefined, "password"],
      [ana, { way: "typed", text: "" }, "password"],
      [ana, { way: "typed", text: " " }, undefined],
      [ana, { way: "random" }, undefined],
    ] as const)
      assert.equal(missingOf({ values }, password), missing);
  });

  it("gets its password one way", () => {
    const [link, random] = [{ reset_password: true }, { force_random_password: true }];
    for (const [password, request] of [
      [{ way: "typed", text: " se cret " }, { password: " se cret " }],
      [{ way: "link", text: "left over" }, link],
      [{ way: "random" }, random],
      [{ way: "randomAndLink" }, { ...link, ...random }],
    ] as const)
      assert.deepEqual(passwordRequest(password), request);
  });

  it("is sent with what was chosen and nothing else", () => {
    const values = { ...ana, bio: "", admin: false, projects_limit: "5" };
    const draft = { values, identity: { provider: "ldap", uid: "x" }, skipConfirmation: true };
    assert.deepEqual(createRequest(draft, { way: "link" }), {
      ...{ ...ana, admin: false, projects_limit: 5, provider: "ldap", extern_uid: "x" },
      ...{ skip_confirmation: true, reset_password: true },
    });
    const password = "hunter2hunter2";
    assert.deepEqual(createRequest({ values: ana }, { way: "typed", text: password }), { ...ana, password });
  });

  it("keeps what is valid of a stored draft, never a password", () => {
    const kept = {
      values: { name: "Ana", admin: "yes", external: true, bio: 3, password: "x", more: 1 },
      identity: { provider: "ldap" },
      skipConfirmation: 1,
      password: "x",
    };
    assert.deepEqual(toUserDraft(kept), { values: { name: "Ana", external: true } });
    for (const nothing of [undefined, null, "x", []]) assert.deepEqual(toUserDraft(nothing), { values: {} });
  });
});
