/** Reports as the host's analyzers write them, in several versions of the schema, without fields that nothing reads. */
export { default as brakeman } from "./samples/brakeman.json" with { type: "json" };
export { default as eslint } from "./samples/eslint.json" with { type: "json" };
export { default as findSecBugs } from "./samples/findSecBugs.json" with { type: "json" };
export { default as gemnasium } from "./samples/gemnasium.json" with { type: "json" };
export { default as gitleaks } from "./samples/gitleaks.json" with { type: "json" };
export { default as kics } from "./samples/kics.json" with { type: "json" };
export { default as semgrep } from "./samples/semgrep.json" with { type: "json" };
export { default as trivy } from "./samples/trivy.json" with { type: "json" };
