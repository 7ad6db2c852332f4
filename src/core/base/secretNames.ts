/** Whether the name of a CI variable tells that its value is nobody else's business. */
export const isSecretVariable = (name: string): boolean =>
  /token|secret|passw|passphrase|passcode|(?:^|_)pass(?:$|_)|pwd|credential|private|auth(?!or)|key(?:$|_)/i.test(name);

/** Whether a field of this name, of JSON or of an address, holds what nobody else is to see. */
export const isSecretField = (name: string): boolean =>
  isSecretName(name) || /token|secret|passw|passphrase|private_?key|api_?key|access_?key|credential/i.test(name);
/** Whether what stands under a name must not be shown. */
export const isSecretName = (name: string): boolean =>
  /(^|[_-])(token|secret|password|code|code_verifier)$/i.test(name);
