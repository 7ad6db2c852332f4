import type { LineShape, MessageBelow, PlaceBelow } from "../shapes.ts";

/** Shells, yamllint and hadolint. */
export const infrastructureLines: readonly LineShape[] = [
  {
    // `ci/deploy.sh: line 12: DEPLOY_HOST: unbound variable`, in dash `ci/deploy.sh: 12: …`
    source: "shell",
    hint: "sh: ",
    line: /^(?<path>[^\s:][^:]{0,500}\.(?:sh|bash|zsh)): (?:line )?(?<line>\d{1,7}): (?<message>\S.*)$/,
  },
  {
    // `ci/deploy.yml:9:5: [error] wrong indentation: expected 2 but found 4 (indentation)`
    source: "yamllint",
    hint: "ml:",
    line: /^(?<path>[^\s:][^:]{0,500}\.ya?ml):(?<line>\d{1,7}):(?<column>\d{1,7}): \[(?<kind>error|warning)\] (?<message>\S.{0,1000}?)(?: \((?<code>[\w-]{1,60})\))?$/,
  },
  {
    // `Dockerfile:3 DL3008 warning: Pin versions in apt get install`
    source: "hadolint",
    hint: " ",
    line: /^(?<path>[^\s:][^:]{0,500}):(?<line>\d{1,7}) (?<code>(?:DL|SC)\d{4,5}) (?<kind>error|warning|info|style): (?<message>\S.*)$/,
  },
];

/** Terraform and OpenTofu: `Error: message`, and below it `  on main.tf line 3, in …`. */
export const terraform: PlaceBelow = {
  source: "terraform",
  title: /^(?<kind>Error|Warning): (?<message>\S.{0,1000})$/,
  place: /^ {1,4}on (?<path>\S.{0,500}?) line (?<line>\d{1,7})(?:, in |:|$)/,
  within: 5,
  lines: 0,
};

/** ShellCheck: `In ci/deploy.sh line 4:`, the line, and the message behind `^--`. */
export const shellcheck: MessageBelow = {
  source: "shellcheck",
  title: /^In (?<path>\S.{0,500}?) line (?<line>\d{1,7}):$/,
  message: /^\s{0,300}\^-{0,300}\^? (?<code>SC\d{4,5})(?: \((?<kind>\w{1,20})\))?: (?<message>\S.{0,1000})$/,
  within: 8,
  lines: 1,
};
