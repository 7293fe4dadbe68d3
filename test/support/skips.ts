/**
 * The title of a test or of a group that is skipped when there is a reason to; CI prints what follows
 * the dash, and takes no skipped test without it.
 */
export function titled(title: string, reason: string | undefined): string {
  return reason === undefined ? title : `${title} - skipped: ${reason}`
}
