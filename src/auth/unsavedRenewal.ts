/** The keychain could not store a renewed session, so that it still holds the one before, whose refresh token is used up. */
export class UnsavedRenewalError extends Error {
  /** Label of the account. */
  readonly account: string;

  constructor(account: string, cause: unknown) {
    super(`The keychain could not store the renewed session ${account}: it may be lost with the next start`, { cause });
    this.name = "UnsavedRenewalError";
    this.account = account;
  }
}
