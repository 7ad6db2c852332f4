/** Whether the name of a CI variable suggests that its value is secret. */
export const isSecretVariable = (name: string): boolean =>
  /token|secret|passw|passphrase|passcode|(?:^|_)pass(?:$|_)|pwd|credential|private|auth(?!or)|key(?:$|_)/i.test(name);

/** Whether a field of this name, in JSON or in a URL, holds a secret. */
export const isSecretField = (name: string): boolean =>
  isSecretName(name) || /token|secret|passw|passphrase|private_?key|api_?key|access_?key|credential/i.test(name);
/** Whether the value of a name must not be shown. */
export const isSecretName = (name: string): boolean =>
  /(^|[_-])(token|secret|password|code|code_verifier)$/i.test(name);
