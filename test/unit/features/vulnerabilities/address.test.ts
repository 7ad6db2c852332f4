import assert from "node:assert/strict";
import { typedVulnerability } from "../../../../src/features/vulnerabilities/address.ts";

describe("typedVulnerability", () => {
  const instances = ["https://git.example.com", "https://git.example.com/forge"];
  const page = "https://git.example.com/group/sub/project/-/security/vulnerabilities/42";
  const forge = "https://git.example.com/forge/a/b/-/security/vulnerabilities/7";
  const cases: readonly [text: string, expected: ReturnType<typeof typedVulnerability>][] = [
    ["42", { id: 42 }],
    [" #42 ", { id: 42 }],
    ["gid://gitlab/Vulnerability/42", { id: 42 }],
    [page, { id: 42, instance: "https://git.example.com", page }],
    [`${page}/?tab=details#note_1`, { id: 42, instance: "https://git.example.com", page: `${page}/` }],
    [forge, { id: 7, instance: "https://git.example.com/forge", page: forge }],
    ["https://git.example.com/api/v4/vulnerabilities/7", { id: 7, instance: "https://git.example.com" }],
    ["https://other.example.com/a/b/-/security/vulnerabilities/7", "unknownHost"],
    ["https://git.example.com.evil.org/a/b/-/security/vulnerabilities/7", "unknownHost"],
    ["https://git.example.com/a/b/-/issues/7", "noVulnerability"],
    ["https://git.example.com/a/b/-/security/vulnerabilities/", "noVulnerability"],
    ["gid://gitlab/Project/42", "noVulnerability"],
    ["0", "noVulnerability"],
    ["-1", "noVulnerability"],
    ["9".repeat(20), "noVulnerability"],
    ["group/project", "noVulnerability"],
    ["https://[", "noVulnerability"],
    ["  ", "empty"],
  ];
  it("reads numbers, global IDs and addresses of known hosts", () => {
    for (const [text, expected] of cases) assert.deepEqual(typedVulnerability(text, instances), expected, text);
  });
});
