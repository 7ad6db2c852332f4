/** A setting, whose ID is the message, has a value that is ignored, in whole or in part. */
export class InvalidSettingError extends Error {}
