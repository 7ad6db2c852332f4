/** Returns whether the name of a CI variable suggests a secret value. */
export const isSecretVariable = (name: string): boolean =>
  /token|secret|passw|passphrase|passcode|(?:^|_)pass(?:$|_)|pwd|credential|private|auth(?!or)|key(?:$|_)/i.test(name);

/** Returns whether a JSON field or URL parameter of this name holds a secret. */
export const isSecretField = (name: string): boolean =>
  isSecretName(name) || /token|secret|passw|passphrase|private_?key|api_?key|access_?key|credential/i.test(name);

/** Returns whether a value of this name must not be shown. */
export const isSecretName = (name: string): boolean =>
  /(^|[_-])(token|secret|password|code|code_verifier)$/i.test(name);
