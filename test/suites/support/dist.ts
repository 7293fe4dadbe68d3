import { join } from 'node:path'

/** Where the built package is; PRECONF_DIST names another build. */
export const dist = process.env.PRECONF_DIST ?? join(import.meta.dirname, '../../../dist')
