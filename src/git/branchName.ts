/** Returns whether git accepts a text as a branch name (`git check-ref-format --branch`). */
export function isBranchName(name: string): boolean {
  if (
    name === "" ||
    name === "@" ||
    name === "HEAD" ||
    name.startsWith("-") ||
    // eslint-disable-next-line no-control-regex -- git forbids control characters in names
    /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{/.test(name)
  )
    return false;
  return name
    .split("/")
    .every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".") && !part.endsWith(".lock"));
}
