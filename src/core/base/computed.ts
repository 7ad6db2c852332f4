/**
 * Returns the milliseconds that this thread has computed. Limits of what may hold up other work count them: on a busy machine, time passes
 * without any work.
 */
export function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
