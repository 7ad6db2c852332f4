import { isSecretVariable } from "./secretNames.ts";

/** What credentials look like that others issue. Each may be cut off at its end. */
const shapes: readonly RegExp[] = [
  // Private keys, with whatever stands before each line.
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  // Lines of one whose beginning is not there: 64 characters by RFC 7468, 70 by OpenSSH.
  /(?<![\w+/=.-])(?=[\w+/]*[a-z])(?=[\w+/]*[A-Z])(?=[\w+/]*\d)[A-Za-z0-9+/]{60,76}(?![\w+/=.-])/g,
  // JSON Web Tokens.
  /\beyJ[\w-]{10,}(?:\.[\w-]*){1,4}/g,
  // GitLab's runners, before their tokens had a prefix.
  /\bGR1348941[\w-]{8,}/g,
  // AWS, GitHub, Google, Slack, npm, PyPI, Docker, Stripe, OpenAI and Anthropic, HashiCorp.
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}\b/g,
  /\b(?:gh[oprsu]_|github_pat_)\w{16,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bxox[a-z]-[\w-]{10,}/g,
  /\b(?:npm_|dckr_pat_|pypi-)[\w-]{16,}/g,
  /\b[rs]k_(?:live|test)_\w{10,}/g,
  /\bsk-[\w-]{20,}/g,
  /\bhv[bsr]\.[\w-]{16,}/g,
];

/** Assignments to variables, as shells and logs write them: `DEPLOY_TOKEN=…`, `aws_secret_access_key = …`, `X-Api-Key: …`. */
const assignment = /\b([A-Za-z][\w-]{1,80})(["']?[ \t]{0,4}[=:][ \t]{0,4}["']?)([^\s"'&;,$[][^\s"'&;,]{3,})/g;
/** Names of one word are as often a heading, such as `Key: main`. */
const isHeading = (name: string, between: string): boolean => !/[_-]/.test(name) && between.includes(":");

/** Hides what looks like a credential of others in a text that leaves the extension, beyond what the log hides. */
export function hideCredentials(text: string): string {
  const hidden = text.replace(/(\b[a-z][a-z0-9+.-]{1,30}:\/\/[^/\s:@]{0,200}:)[^/\s@]{1,500}(?=@)/gi, "$1[hidden]");
  return shapes
    .reduce((result, shape) => result.replace(shape, "[hidden]"), hidden)
    .replace(assignment, (all, name: string, between: string) =>
      isSecretVariable(name) && !isHeading(name, between) ? `${name}${between}[hidden]` : all,
    );
}
