import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../../support/vscodeStub.ts";

const { adminUserFilters } = await import("../../../../../src/features/administration/users/filter.ts");

const asked = (filter: unknown): object =>
  Object.fromEntries(
    Object.entries(adminUserFilters.query(adminUserFilters.parse(filter))).filter(([, value]) => value !== undefined),
  );

describe("the filter of the administrator's users", () => {
  it("sends every documented parameter", () => {
    const [after, before] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
    const attributes = { team: "å", "a[b]": "" };
    const whole = {
      ...{ search: " Ana ", username: "ana", state: "active", twoFactor: "disabled", external: true, attributes },
      ...{ identity: { provider: "ldap", uid: "cn=ana" }, createdAfter: after, createdBefore: before },
      ...{ withAttributes: true, orderBy: "name", sort: "asc" },
    };
    assert.deepEqual(asked(whole), {
      ...{ search: "Ana", username: "ana", active: true, two_factor: "disabled", external: true },
      ...{ extern_uid: "cn=ana", provider: "ldap", created_after: after, created_before: before },
      ...{ custom_attributes: attributes, with_custom_attributes: true, order_by: "name", sort: "asc" },
    });
    assert.deepEqual(asked({ state: "blocked" }), { blocked: true });
  });

  it("sends no false flags, half identities or defaults", () => {
    const odd = {
      state: "any",
      twoFactor: true,
      external: false,
      identity: { provider: "ldap", uid: " " },
      search: " ",
      attributes: { a: 1, "": "b" },
      withAttributes: "yes",
      orderBy: "id",
      sort: "desc",
      more: 1,
    };
    assert.deepEqual(adminUserFilters.parse(odd), {});
    for (const nothing of [null, 3, "text", []]) assert.deepEqual(adminUserFilters.parse(nothing), {});
    assert.equal(adminUserFilters.isSet(adminUserFilters.parse(odd)), false);
  });
});
