import assert from "node:assert/strict";
import { ApiError, type ApiErrorKind } from "../../../../../src/api/errors.ts";
import { UserError } from "../../../../../src/core/base/errors.ts";
import { userError } from "../../../../../src/features/administration/users/errors.ts";
import { wantedAttributes } from "../../../../../src/features/administration/users/filter.ts";

const app = {} as Parameters<typeof userError>[0];
type Fields = Readonly<Record<string, readonly string[]>>;
const words = (kind: ApiErrorKind, said: string | undefined, sent: readonly string[], fields?: Fields): string => {
  const error = userError(
    app,
    new ApiError({ kind, message: "no", request: { method: "PUT", url: "" }, serviceMessage: said, fields }),
    "https://host",
    { about: { id: 1, username: "ana", name: "Ana" }, sent },
  );
  assert.ok(error instanceof UserError, "words were due");
  return error.message;
};

const mail = /^This email address is already used on host/;
const name = /^This username is already used by a user or group on host/;

describe("refused users", () => {
  it("are explained by what was sent and what the host says", () => {
    const gone = "404 User Not Found";
    const invalid = { password: ["is too short (minimum is 8 characters)"], email: ["is invalid"], base: ["Not now."] };
    const told = /^The password is too short \(minimum is 8 characters\)\. Email: is invalid\. Not now\.$/;
    for (const [kind, said, sent, expected, fields] of [
      ["conflict", "Email has already been taken", "email,username", mail],
      ["conflict", "Username has already been taken", "email,username", name],
      ["conflict", undefined, "email,username", mail, { email: ["has already been taken"] }],
      ["conflict", gone, "email,skip_reconfirmation", mail],
      ["conflict", gone, "username", name],
      ["conflict", gone, "email,username", /This email address or username is already used on/],
      ["conflict", "User cannot be removed while is the sole-owner of a group", "", /only owner of a group on host/],
      ["notFound", gone, "bio", /^Ana \(@ana\) was deleted by someone else/],
      ["invalidRequest", undefined, "", told, invalid],
    ] as const)
      assert.match(words(kind, said, sent.split(","), fields && { ...fields }), expected);
  });

  it("keep other errors", () => {
    const other = new ApiError({ kind: "server", message: "no", request: { method: "PUT", url: "" } });
    assert.equal(userError(app, other, "https://host", {}), other);
  });
});

describe("custom attributes to look for", () => {
  it("are read with commas in their values", () => {
    for (const [text, attributes] of [
      ["team=storm, office = north, east, note=a=b", { team: "storm", office: "north, east", note: "a=b" }],
      ["", {}],
      ["team=", { team: "" }],
      ["team", undefined],
      ["=x", undefined],
    ] as const)
      assert.deepEqual(wantedAttributes(text), attributes);
  });
});
