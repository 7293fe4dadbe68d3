/** When this process began, ms since 1970; workers are in the process that has started them. */
export function processStartMs(): number {
  return performance.timeOrigin + performance.now() - process.uptime() * 1000
}
