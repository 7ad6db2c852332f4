import { FileSystemError } from "vscode";

/**
 * Returns an error of a file system whose message VS Code shows alone: by default it shows the name of the error, too,
 * "Unavailable (FileSystemError)".
 */
export function unavailable(message: string): FileSystemError {
  const error = FileSystemError.Unavailable(message);
  error.name = "";
  return error;
}
